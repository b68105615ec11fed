/** Reads the request's body as a JSON object of the operation's fields. @module */
import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { badRequest, checkFields, type Members, nameType } from './check-fields.ts'
import { contractLimits, importFields } from './contract.ts'
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
