/** Reads what sites answer as JSON: nothing is taken for what it is not, whatever they send. @module */

/** An answer that is not what it should be. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError'
}

/** Answers are flat, and a body of a page is one text in them. */
const maxDepth = 100
/** A list of 250 pages has some 8,000. */
const maxParts = 400_000

/**
 * Parse JSON whose depth and number of parts are bounded, so that no answer takes more memory than a
 * few times its size.
 * @throws {UnreadableAnswerError} When it is none, too deep, or of too many parts.
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

/** Where the quotation mark stands that ends a text. */
function endOfText(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/**
 * Read a member, whatever it is.
 * @param names The way to the member, from the outside.
 * @returns Undefined when it is missing or null.
 */
export function memberOf(value: unknown, ...names: readonly string[]): unknown {
  let found = value
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found ?? undefined
}

/** Read a text that may be missing. */
export function findText(value: unknown, ...names: readonly string[]): string | undefined {
  const found = memberOf(value, ...names)
  // What no store can keep is no part of a text.
  return typeof found === 'string' ? found.toWellFormed().replaceAll('\0', '\uFFFD') : undefined
}

/**
 * Read a text.
 * @throws {UnreadableAnswerError} When there is none.
 */
export function textIn(value: unknown, ...names: readonly string[]): string {
  return findText(value, ...names) ?? missing('text', names)
}

/** Read an id that may be missing: a text, or a number where sites answer one. */
export function findId(value: unknown, ...names: readonly string[]): string | undefined {
  const found = memberOf(value, ...names)
  const text = Number.isSafeInteger(found) ? String(found) : found
  return typeof text === 'string' && isId(text) ? text : undefined
}

/** Ids go into addresses and into the store. */
const isId = (text: string): boolean => /^[\w:.-]{1,255}$/.test(text)

/**
 * Read an id.
 * @throws {UnreadableAnswerError} When there is none.
 */
export function idOf(value: unknown, ...names: readonly string[]): string {
  return findId(value, ...names) ?? missing('id', names)
}

/**
 * Read a count, such as the number of a version.
 * @throws {UnreadableAnswerError} When there is none.
 */
export function countOf(value: unknown, ...names: readonly string[]): number {
  const found = String(memberOf(value, ...names))
  return /^\d{1,15}$/.test(found) ? Number(found) : missing('number', names)
}

/**
 * Read a time.
 * @returns ISO 8601 in UTC; the year 1970 where the site tells none.
 */
export function timeOf(value: unknown, ...names: readonly string[]): string {
  const found = new Date(findText(value, ...names) ?? 0)
  return (Number.isNaN(found.getTime()) ? new Date(0) : found).toISOString()
}

/**
 * Read a list.
 * @throws {UnreadableAnswerError} When there is none.
 */
export function listOf(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = memberOf(value, ...names)
  return Array.isArray(found) ? found : missing('list', names)
}

function missing(what: string, names: readonly string[]): never {
  throw new UnreadableAnswerError(`The answer has no ${what} ${names.join('.')}.`)
}
