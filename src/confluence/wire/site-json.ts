/** Reads values from sites' JSON without trusting its shape. @module */
import type { RemoteStatus } from '../site.ts'

export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError'
}

/** @throws {UnreadableAnswerError} When the text is not JSON. */
export function parseSiteJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableAnswerError('The answer is no JSON.')
  }
}

/**
 * @param names The path to the member.
 * @returns Undefined when the member is missing or null.
 */
export function memberOf(value: unknown, ...names: readonly string[]): unknown {
  let current = value
  for (const name of names) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name))
      return undefined
    current = (current as Record<string, unknown>)[name]
  }
  return current ?? undefined
}

export function findText(value: unknown, ...names: readonly string[]): string | undefined {
  const text = memberOf(value, ...names)
  // NUL and lone surrogates cannot be stored.
  return typeof text === 'string' ? text.toWellFormed().replaceAll('\0', '\uFFFD') : undefined
}

export function textIn(value: unknown, ...names: readonly string[]): string {
  return findText(value, ...names) ?? missing('text', names)
}

export function findId(value: unknown, ...names: readonly string[]): string | undefined {
  const member = memberOf(value, ...names)
  const text = Number.isSafeInteger(member) ? String(member) : member
  return typeof text === 'string' && isId(text) ? text : undefined
}

const isId = (text: string): boolean => /^[\w:.-]{1,255}$/.test(text)

export function idOf(value: unknown, ...names: readonly string[]): string {
  return findId(value, ...names) ?? missing('id', names)
}

/**
 * @throws {UnreadableAnswerError} When the member is not a number from 0.
 */
export function countOf(value: unknown, ...names: readonly string[]): number {
  const digits = String(memberOf(value, ...names))
  return /^\d{1,15}$/.test(digits) ? Number(digits) : missing('number', names)
}

/** Read a time in ISO 8601; 1970 where the site gives none. */
export function timeOf(value: unknown, ...names: readonly string[]): string {
  const time = new Date(findText(value, ...names) ?? 0)
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString()
}

/** @throws {UnreadableAnswerError} When the answer has no such list. */
export function listOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const list = memberOf(value, ...names)
  return Array.isArray(list) ? list : missing('list', names)
}

function missing(kind: string, names: readonly string[]): never {
  throw new UnreadableAnswerError(`The answer has no ${kind} ${names.join('.')}.`)
}

export function readStatus(json: unknown): RemoteStatus {
  const status = findText(json, 'status')
  return statuses.find((candidate) => candidate === status) ?? 'trashed'
}

const statuses: readonly RemoteStatus[] = ['current', 'archived']
