/** Checks the request's JSON and each of its fields: strictly, without coercion. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { countWithoutDataUrls } from '../convert/embedded-images/data-urls.ts'
import { checkMarkdownSize } from '../convert/markdown-size.ts'
import { RequestError } from '../errors.ts'
import {
  contractLimits,
  type ImportFieldName,
  type ImportFields,
  importFields,
} from './contract.ts'
import type { RequestScope } from './request-scope.ts'

/**
 * Turn the body into checked fields.
 * @param limits The most bytes of Markdown, embedded images not counted.
 */
export function validateImport(limits: {
  maxMarkdownBytes: number
}): MiddlewareHandler<RequestScope> {
  return createMiddleware<RequestScope>(async (c, next) => {
    const members = parseObject(c.get('body'))
    c.set('importFields', checkFields(members, limits.maxMarkdownBytes))
    c.set(
      'unknownFields',
      Object.keys(members).filter((name) => !Object.hasOwn(importFields, name)),
    )
    await next()
  })
}

/** Bytes that are no UTF-8 are refused, not replaced: a replaced letter would be lost text. */
const decoder = new TextDecoder('utf-8', { fatal: true })

function parseObject(body: Uint8Array): Members {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(body))
  } catch (cause) {
    throw badRequest(
      `The request body must be a JSON object in UTF-8, but it does not parse${reason(cause)}.`,
      cause,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest(`The request body must be a JSON object, got ${nameType(value)}.`)
  }
  if (isDeeperThan(value, contractLimits.maxJsonDepth)) {
    throw badRequest(
      `The request body nests more than ${contractLimits.maxJsonDepth} levels of JSON. Send only the documented fields.`,
    )
  }
  return value as Members
}

/** The parser's own words say where, but may quote the body at length. */
function reason(cause: unknown): string {
  const at = /at position \d+/.exec(cause instanceof Error ? cause.message : '')
  return at === null ? '' : ` (${at[0]})`
}

/** Walks with a list of its own, not by recursion: the parser admits any depth. */
function isDeeperThan(value: object, maxDepth: number): boolean {
  let level: object[] = [value]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child) => typeof child === 'object' && child !== null),
    )
  }
  return false
}

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
    throw badRequest('pageTitle must not contain control characters such as line breaks or tabs.')
  }
  return {
    spaceId,
    parentId,
    pageTitle,
    content: checkContent(members, maxMarkdownBytes),
    overwrite: optionalBoolean(members, 'overwrite'),
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
    checkMarkdownSize(countWithoutDataUrls(content), maxMarkdownBytes)
  }
  return content
}

function requireText(members: Members, name: 'spaceId' | 'parentId' | 'pageTitle'): string {
  const text = requireString(members, name).trim()
  const maxLength = contractLimits[importFields[name].lengthLimit]
  if (text.length > maxLength) {
    throw badRequest(`${name} must be 1 to ${maxLength} characters, got ${text.length}.`)
  }
  return text
}

function requireString(members: Members, name: ImportFieldName): string {
  const value = Object.hasOwn(members, name) ? members[name] : undefined
  if (!value) {
    throw badRequest(
      `${name} is required: ${importFields[name].meaning}, as a non-empty string${value === undefined ? '' : `, got ${nameType(value)}`}.`,
    )
  }
  if (typeof value !== 'string') {
    throw badRequest(`${name} must be a string, got ${nameType(value)}.`)
  }
  if (value.trim() === '') throw badRequest(`${name} must not be blank.`)
  if (value.includes('\u0000')) throw badRequest(`${name} must not contain the NUL character.`)
  if (!value.isWellFormed()) {
    throw badRequest(`${name} must be well-formed Unicode: it has a lone surrogate.`)
  }
  return value
}

function optionalBoolean(members: Members, name: ImportFieldName): boolean {
  if (!Object.hasOwn(members, name)) return false
  const value = members[name]
  if (typeof value !== 'boolean') {
    throw badRequest(`${name} must be true or false, got ${nameType(value)}.`)
  }
  return value
}

/** No UTF-16 unit takes more of UTF-8. */
const maxBytesPerUnit = 3

function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function badRequest(message: string, cause?: unknown): RequestError {
  return new RequestError('bad-request', message, cause === undefined ? {} : { cause })
}
