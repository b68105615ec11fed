/** Reads the request's body as a JSON object of the operation's fields. @module */

import type { IncomingMessage } from 'node:http'
import { RequestError, type SentPlace } from '../base/errors.ts'
import { memberNames } from '../base/member-names.ts'
import { visibleText } from '../base/visible-text.ts'
import { checkFields, type Members } from './check-fields.ts'
import { badRequest, checkUnknownFields, nameType, wrongField } from './check-text.ts'
import {
  contractLimits,
  type ImportFieldName,
  type ImportFields,
  importFields,
  runHeader,
  runPattern,
} from './contract.ts'

export interface ImportRequestFields {
  readonly fields: ImportFields
  /** Names of fields that the contract does not know. */
  readonly unknownFields: readonly string[]
}

/**
 * Turn the body into checked fields.
 * @param limits The most bytes of Markdown, embedded images not counted.
 * @throws {RequestError} `bad-request` naming the field and its limit.
 */
export function readRequest(
  body: Uint8Array,
  limits: { maxMarkdownBytes: number },
): ImportRequestFields {
  const { text, members } = parseMembers(body)
  try {
    checkMembers(text, members)
    const unknownFields = Object.keys(members).filter((name) => !Object.hasOwn(importFields, name))
    checkUnknownFields(unknownFields)
    return { fields: checkFields(members, limits.maxMarkdownBytes), unknownFields }
  } catch (error) {
    if (error instanceof RequestError) error.sent = sentPlace(members)
    throw error
  }
}

/** For the import log, whatever is wrong with it; bounded, and in letters that a store takes. */
function sentPlace(members: Members): SentPlace {
  const textOf = (name: ImportFieldName): string => {
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') return ''
    const text = String(value).trim().slice(0, contractLimits.maxTitleLength)
    return text.toWellFormed().replaceAll('\0', '\uFFFD')
  }
  return {
    spaceId: textOf('spaceId'),
    parentId: textOf('parentId'),
    pageTitle: textOf('pageTitle'),
  }
}

/** More than any field's name has. */
const maxNameLength = 80
/** Bytes that are no UTF-8 are refused, not replaced: a replaced letter would be lost text. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parse a body.
 * @throws {RequestError} `bad-request` when it is no JSON object, too deep a one, or names a field twice.
 */
export function parseObject(body: Uint8Array): Members {
  const { text, members } = parseMembers(body)
  checkMembers(text, members)
  return members
}

function parseMembers(body: Uint8Array): { text: string; members: Members } {
  let text: string
  let value: unknown
  try {
    text = decoder.decode(body)
    value = JSON.parse(text)
  } catch (cause) {
    throw badRequest(
      `The request body must be a JSON object in UTF-8, but it does not parse${reason(cause)}.`,
      cause,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest(`The request body must be a JSON object, got ${nameType(value)}.`)
  }
  return { text, members: value as Members }
}

function checkMembers(text: string, members: Members): void {
  if (isDeeperThan(members, contractLimits.maxJsonDepth)) {
    throw badRequest(
      `The request body nests more than ${contractLimits.maxJsonDepth} levels of JSON. Send only the documented fields.`,
    )
  }
  const names = new Set<string>()
  const repeated = memberNames(text).find((name) => names.size === names.add(name).size)
  if (repeated !== undefined) {
    const name = visibleText(repeated.slice(0, maxNameLength))
    throw wrongField(name, `${name} is given twice. Send each field once.`)
  }
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

/**
 * Read the header. What names no run is none: the import is one on its own.
 * @param request Has the header, or not.
 */
export function runOf(request: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const [run, ...others] = request.headersDistinct[runHeader] ?? []
  return run !== undefined && others.length === 0 && runPattern.test(run) ? run : undefined
}
