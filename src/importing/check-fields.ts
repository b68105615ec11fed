/** Checks each field of an import strictly, without coercion. @module */

import {
  type ImportFieldName,
  type ImportFields,
  importFields,
} from '../contract/import-request.ts'
import { isLabel, toLabels } from '../contract/labels.ts'
import { contractLimits } from '../contract/limits.ts'
import { countWithoutDataUrls } from '../convert/embedded-images/data-urls.ts'
import { checkMarkdownSize, MarkdownLimitError } from '../convert/markdown-limit-error.ts'
import { checkPageTitle, checkString, checkText, nameType, wrongField } from './check-text.ts'

export type Members = Readonly<Record<string, unknown>>

/**
 * Check all fields; an error message starts with the field's name.
 * @param maxMarkdownBytes The limit of the Markdown without embedded images.
 * @throws {RequestError} `bad-request` for the first invalid field.
 */
export function checkFields(members: Members, maxMarkdownBytes: number): ImportFields {
  return {
    spaceId: checkId(members, 'spaceId'),
    parentId: checkId(members, 'parentId'),
    pageTitle: checkPageTitle(memberOf(members, 'pageTitle'), 'pageTitle'),
    content: checkContent(members, maxMarkdownBytes),
    overwrite: optionalBoolean(members, 'overwrite'),
    labels: optionalLabels(members),
    position: optionalPosition(members),
    navigationTitle: optionalNavigationTitle(members),
    sourceUrl: optionalSourceUrl(members),
    pageId: optionalPageId(members),
    dryRun: optionalBoolean(members, 'dryRun'),
    removeTitleHeading: optionalBoolean(members, 'removeTitleHeading'),
  }
}

function checkContent(members: Members, maxMarkdownBytes: number): string {
  const { meaning } = importFields.content
  const content = checkString(memberOf(members, 'content'), { name: 'content', meaning })
  // A lower bound that counts every data URL as an image; only the parser knows which are.
  if (content.length > maxMarkdownBytes / maxBytesPerUnit) {
    withinLimits(() => checkMarkdownSize(countWithoutDataUrls(content), maxMarkdownBytes))
  }
  return content
}

function memberOf(members: Members, name: ImportFieldName): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

function checkId(members: Members, name: 'spaceId' | 'parentId' | 'pageId'): string {
  const { meaning, lengthLimit } = importFields[name]
  return checkText(memberOf(members, name), {
    name,
    meaning,
    maxLength: contractLimits[lengthLimit],
  })
}

function optionalPageId(members: Members): string | undefined {
  if (!Object.hasOwn(members, 'pageId')) return undefined
  refuseFalsy('pageId', members.pageId)
  return checkId(members, 'pageId')
}

/** A falsy value of a required field counts as missing. */
function refuseFalsy(name: ImportFieldName, value: unknown): void {
  if (value) return
  const got = nameType(value)
  throw wrongField(name, `${name} must be a non-empty string or be left out, got ${got}.`)
}

function optionalNavigationTitle(members: Members): string {
  const value = memberOf(members, 'navigationTitle')
  if (value === undefined || value === '') return ''
  refuseFalsy('navigationTitle', value)
  return checkPageTitle(value, 'navigationTitle')
}

/**
 * The address becomes a link on the page, so it must be one that browsers open, without a password.
 */
function optionalSourceUrl(members: Members): string {
  const value = memberOf(members, 'sourceUrl')
  if (value === undefined || value === '') return ''
  refuseFalsy('sourceUrl', value)
  const { meaning, lengthLimit } = importFields.sourceUrl
  const maxLength = contractLimits[lengthLimit]
  const text = checkText(value, { name: 'sourceUrl', meaning, maxLength })
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '' || url.href.length > maxLength) {
    throw wrongField(
      'sourceUrl',
      `sourceUrl must be an address of http or https of at most ${maxLength} characters, without a password.`,
    )
  }
  return url.href
}

function optionalPosition(members: Members): number | undefined {
  if (!Object.hasOwn(members, 'position')) return undefined
  const { position } = members
  const { maxPosition } = contractLimits
  const isWhole = typeof position === 'number' && Number.isInteger(position)
  if (!isWhole || position < 0 || position > maxPosition) {
    const got = typeof position === 'number' ? position : nameType(position)
    throw wrongField(
      'position',
      `position must be a whole number from 0 to ${maxPosition}, got ${got}.`,
    )
  }
  return position
}

function optionalBoolean(
  members: Members,
  name: 'overwrite' | 'dryRun' | 'removeTitleHeading',
): boolean {
  if (!Object.hasOwn(members, name)) return importFields[name].fallback
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

const maxShownLabel = 60

/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const maxBytesPerUnit = 3

/** @throws {RequestError} `bad-request` when the Markdown exceeds a limit. */
export function withinLimits<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof MarkdownLimitError) throw wrongField('content', error.message, error)
    throw error
  }
}
