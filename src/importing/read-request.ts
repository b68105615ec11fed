/** Reads the body of an import request as JSON. @module */

import type { IncomingMessage } from 'node:http'
import { memberNames } from '../base/member-names.ts'
import { visibleText } from '../base/visible-text.ts'
import { RequestError, type SentPlace } from '../contract/errors.ts'
import {
  type ImportFieldName,
  type ImportFields,
  importFields,
} from '../contract/import-request.ts'
import { contractLimits } from '../contract/limits.ts'
import { runHeader, runPattern } from '../contract/paths.ts'
import { checkFields, type Members } from './check-fields.ts'
import { badRequest, checkUnknownFields, nameType, wrongField } from './check-text.ts'

export interface ImportRequestFields {
  readonly fields: ImportFields
  readonly unknownFields: readonly string[]
}

/** @throws {RequestError} `bad-request` naming the field and its limit. */
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

/**
 * The place for the import log, even of an invalid request: shortened, and without characters that
 * stores refuse.
 */
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

const maxNameLength = 80
/** Invalid UTF-8 is refused: replacing it would lose text. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * @throws {RequestError} `bad-request` when the body is no JSON object, nested too deeply, or names
 * a field twice.
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

/** Takes only the position from the parser's message, which may quote the body. */
function reason(cause: unknown): string {
  const at = /at position \d+/.exec(cause instanceof Error ? cause.message : '')
  return at === null ? '' : ` (${at[0]})`
}

/** Not recursive, because the parser accepts any depth. */
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

/** Undefined for a missing or invalid header: then the import belongs to no run. */
export function runOf(request: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const [run, ...others] = request.headersDistinct[runHeader] ?? []
  return run !== undefined && others.length === 0 && runPattern.test(run) ? run : undefined
}
