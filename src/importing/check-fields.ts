/** Checks each field of an import: strictly, without coercion. @module */
import { countWithoutDataUrls } from '../convert/embedded-images/data-urls.ts'
import { MarkdownLimitError } from '../convert/markdown-limit-error.ts'
import { checkMarkdownSize } from '../convert/markdown-size.ts'
import { RequestError } from '../errors.ts'
import {
  contractLimits,
  type ImportFieldName,
  type ImportFields,
  importFields,
  isLabel,
} from './contract.ts'
import { toLabels } from './labels.ts'

/** The members of a JSON object, or what stands for them in a form. */
export type Members = Readonly<Record<string, unknown>>

/**
 * Check each field; the message of a refusal starts with the field's name.
 * @param members What was sent.
 * @param maxMarkdownBytes The most bytes of Markdown, embedded images not counted.
 * @throws {RequestError} `bad-request` for the first field that something is wrong with.
 */
export function checkFields(members: Members, maxMarkdownBytes: number): ImportFields {
  const spaceId = requireText(members, 'spaceId')
  const parentId = requireText(members, 'parentId')
  const pageTitle = requireText(members, 'pageTitle')
  // Line breaks and other controls would make a title that cannot be shown or typed.
  if (/[\u0000-\u001f\u007f]/.test(pageTitle)) {
    throw wrongField(
      'pageTitle',
      'pageTitle must not contain control characters such as line breaks or tabs.',
    )
  }
  return {
    spaceId,
    parentId,
    pageTitle,
    content: checkContent(members, maxMarkdownBytes),
    overwrite: optionalBoolean(members, 'overwrite'),
    labels: optionalLabels(members),
    dryRun: optionalBoolean(members, 'dryRun'),
  }
}

/**
 * Check the Markdown alone.
 * @param members What was sent.
 * @param maxMarkdownBytes The most bytes of Markdown, embedded images not counted.
 * @throws {RequestError} `bad-request`.
 */
export function checkContent(members: Members, maxMarkdownBytes: number): string {
  const content = requireString(members, 'content')
  // Too much even if every data URL is an image; which of them are, only the parser can tell.
  if (content.length > maxMarkdownBytes / maxBytesPerUnit) {
    withinLimits(() => checkMarkdownSize(countWithoutDataUrls(content), maxMarkdownBytes))
  }
  return content
}

function requireText(members: Members, name: 'spaceId' | 'parentId' | 'pageTitle'): string {
  const text = requireString(members, name).trim()
  const maxLength = contractLimits[importFields[name].lengthLimit]
  if (text.length > maxLength) {
    throw wrongField(name, `${name} must be 1 to ${maxLength} characters, got ${text.length}.`)
  }
  return text
}

function requireString(members: Members, name: ImportFieldName): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined
  if (!value) {
    throw wrongField(
      name,
      `${name} is required: ${importFields[name].meaning}, as a non-empty string${value === undefined ? '' : `, got ${nameType(value)}`}.`,
    )
  }
  if (typeof value !== 'string') {
    throw wrongField(name, `${name} must be a string, got ${nameType(value)}.`)
  }
  if (value.trim() === '') throw wrongField(name, `${name} must not be blank.`)
  if (value.includes('\u0000')) {
    throw wrongField(name, `${name} must not contain the NUL character.`)
  }
  if (!value.isWellFormed()) {
    throw wrongField(name, `${name} must be well-formed Unicode: it has a lone surrogate.`)
  }
  return value
}

function optionalBoolean(members: Members, name: ImportFieldName): boolean {
  if (!Object.hasOwn(members, name)) return false
  const value = members[name]
  if (typeof value !== 'boolean') {
    throw wrongField(name, `${name} must be true or false, got ${nameType(value)}.`)
  }
  return value
}

function optionalLabels(members: Members): readonly string[] | undefined {
  if (!Object.hasOwn(members, 'labels')) return undefined
  const { labels } = members
  const { maxLabels, maxLabelLength } = contractLimits
  if (!Array.isArray(labels)) {
    throw wrongField('labels', `labels must be an array of strings, got ${nameType(labels)}.`)
  }
  if (labels.length > maxLabels) {
    throw wrongField('labels', `labels must be at most ${maxLabels}, got ${labels.length}.`)
  }
  for (const [index, value] of labels.entries()) {
    const name = `labels[${index}]`
    if (typeof value !== 'string') {
      throw wrongField('labels', `${name} must be a string, got ${nameType(value)}.`)
    }
    const [{ length } = ''] = toLabels([value])
    if (length > maxLabelLength) {
      throw wrongField(
        'labels',
        `${name} must be 1 to ${maxLabelLength} characters, got ${length}.`,
      )
    }
    if (!isLabel(value)) {
      throw wrongField(
        'labels',
        `${name} must be letters, digits and -_+/ only, without spaces, got ${JSON.stringify(value.slice(0, maxShownLabel))}.`,
      )
    }
  }
  return toLabels(labels)
}

/** Of a label that is refused, a message shows this much. */
const maxShownLabel = 60

/** No UTF-16 unit takes more of UTF-8. */
const maxBytesPerUnit = 3

/**
 * Name the type of a JSON value, for a message.
 * @param value The value.
 */
export function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/**
 * Make a refusal.
 * @param message What is wrong, starting with the field's name if it is one.
 * @param cause What was thrown, if anything.
 */
export function badRequest(message: string, cause?: unknown): RequestError {
  return new RequestError('bad-request', message, cause === undefined ? {} : { cause })
}

function wrongField(field: ImportFieldName, message: string, cause?: unknown): RequestError {
  return new RequestError('bad-request', message, {
    field,
    ...(cause === undefined ? {} : { cause }),
  })
}

/**
 * Do what may find Markdown beyond a limit.
 * @param work What to do.
 * @throws {RequestError} `bad-request` naming the limit.
 */
export function withinLimits<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof MarkdownLimitError) throw wrongField('content', error.message, error)
    throw error
  }
}
