/** Checks texts of a request strictly, without coercion. @module */

import type { AnswerWarning } from '../contract/answers.ts'
import { RequestError } from '../contract/errors.ts'
import { importFields } from '../contract/import-request.ts'
import { contractLimits } from '../contract/limits.ts'
import { keptTitle, titleProblem } from '../contract/page-title.ts'

interface TextName {
  readonly name: string
  readonly meaning: string
}

/**
 * @returns The normalized title.
 * @throws {RequestError} `bad-request`.
 */
export function checkPageTitle(value: unknown, name: string): string {
  const { meaning } = importFields.pageTitle
  const written = typeof value === 'string' ? keptTitle(value) || value : value
  const title = checkText(written, { name, meaning, maxLength: contractLimits.maxTitleLength })
  const problem = titleProblem(title)
  if (problem !== undefined) throw wrongField(name, `${name} ${problem}.`)
  return title
}

/**
 * @returns The trimmed text.
 * @throws {RequestError} `bad-request`.
 */
export function checkText(value: unknown, text: TextName & { readonly maxLength: number }): string {
  const { name, maxLength } = text
  const trimmed = checkString(value, text).trim()
  if (trimmed.length > maxLength) {
    throw wrongField(name, `${name} must be 1 to ${maxLength} characters, got ${trimmed.length}.`)
  }
  return trimmed
}

/** @throws {RequestError} `bad-request`. */
export function checkString(value: unknown, { name, meaning }: TextName): string {
  if (!value) {
    throw wrongField(
      name,
      `${name} is required: ${meaning}, as a non-empty string${value === undefined ? '' : `, got ${nameType(value)}`}.`,
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

export function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function badRequest(message: string, cause?: unknown): RequestError {
  return new RequestError('bad-request', message, cause === undefined ? {} : { cause })
}

export function wrongField(field: string, message: string, cause?: unknown): RequestError {
  return new RequestError('bad-request', message, {
    field,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** @throws {RequestError} `bad-request` for too many unknown fields. */
export function checkUnknownFields(names: readonly string[]): void {
  const { maxUnknownFields } = contractLimits
  if (names.length <= maxUnknownFields) return
  throw badRequest(
    `The request body has ${names.length} fields that are not known; at most ${maxUnknownFields} are ignored. Send only the documented fields.`,
  )
}

export function unknownField(name: string): AnswerWarning {
  return {
    code: 'unknown-field',
    severity: 'note',
    message: `The field ${JSON.stringify(name.slice(0, 80))} is not known and was ignored.`,
    line: 0,
  }
}
