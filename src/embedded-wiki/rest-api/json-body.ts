/** Reads the bodies of requests, which are JSON objects. @module */
import { isObject } from '../../adf/attribute-rules.ts'
import { invalidRequest } from './host-api-error.ts'

export type BodyMembers = Readonly<Record<string, unknown>>

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parse a body.
 * @throws {HostApiError} 400 when they are no JSON object.
 */
export function parseMembers(body: Uint8Array): BodyMembers {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(body))
  } catch {
    throw invalidRequest('The request body must be a JSON object in UTF-8, but it does not parse.')
  }
  if (!isObject(value)) throw invalidRequest('The request body must be a JSON object.')
  return value
}

/**
 * Read the version that an update makes.
 * @param what Of what.
 * @throws {HostApiError} 400 when it is missing.
 */
export function readVersion(
  members: BodyMembers,
  what: string,
): { number: number; message: string } {
  const version = Object.hasOwn(members, 'version') ? members.version : undefined
  if (!isObject(version) || !Number.isSafeInteger(version.number)) {
    throw invalidRequest(`version.number must be the current version of the ${what} plus one.`)
  }
  const { message } = version
  const isUsable = typeof message === 'string' && message.length <= 1_000 && !/\u0000/.test(message)
  if (message !== undefined && message !== null && !(isUsable && message.isWellFormed())) {
    throw invalidRequest('version.message must be a string of at most 1000 characters.')
  }
  return { number: version.number as number, message: typeof message === 'string' ? message : '' }
}

/** Level by level, since walking down could exhaust the stack, which is what this prevents. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}
