/** Reads values from sites' JSON without trusting its shape. @module */

export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError'
}

/** Answers are flat; a body is one string in them. */
const maxDepth = 100
/** A list of 250 pages has about 8,000 parts. */
const maxParts = 400_000

/**
 * Parse JSON with bounded depth and number of parts, which bounds its memory.
 * @throws {UnreadableAnswerError} When it is invalid or over a bound.
 */
export function parseSiteJson(text: string): unknown {
  checkParts(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableAnswerError('The answer is no JSON.')
  }
}

function checkParts(text: string): void {
  let depth = 0
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') at = endOfText(text, at + 1)
    else if (sign === '[' || sign === '{') {
      depth += 1
      parts += 1
    } else if (sign === ']' || sign === '}') depth -= 1
    else if (sign === ',') parts += 1
    if (depth > maxDepth || parts > maxParts) {
      throw new UnreadableAnswerError('The answer has too many parts.')
    }
  }
}

function endOfText(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/**
 * @param names The path.
 * @returns Undefined when it is missing or null.
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
 * @throws {UnreadableAnswerError} When there is no non-negative number.
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

/** @throws {UnreadableAnswerError} When there is none. */
export function listOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const list = memberOf(value, ...names)
  return Array.isArray(list) ? list : missing('list', names)
}

function missing(what: string, names: readonly string[]): never {
  throw new UnreadableAnswerError(`The answer has no ${what} ${names.join('.')}.`)
}
