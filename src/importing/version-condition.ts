/** Conditions on the version of a page: `If-Match` and `If-None-Match` (RFC 9110 §13.1). @module */
import { RequestError } from '../contract/errors.ts'

export type VersionCondition = 'any' | readonly number[]

const maxVersions = 100

/**
 * @param header `*`, or versions such as `"7"`.
 * @throws {RequestError} `bad-request` for anything else.
 */
export function readIfMatch(header: string | undefined): VersionCondition | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (text === '*') return 'any'
  const tags = text.split(',').map((tag) => tag.trim())
  // Weak tags are valid but match nothing.
  const isTag = (tag: string): boolean => /^(?:W\/)?"[\x21\x23-\x7e]{0,40}"$/.test(tag)
  if (tags.length > maxVersions || !tags.every(isTag)) {
    throw new RequestError(
      'bad-request',
      'If-Match must be the version that the page is to have in quotes, such as "7", or *.',
    )
  }
  return tags.flatMap((tag) => (/^"[1-9]\d{0,15}"$/.test(tag) ? [Number(tag.slice(1, -1))] : []))
}

/** @throws {RequestError} `bad-request` for anything but `*`. */
export function readIfNoneMatch(header: string | undefined): boolean {
  if (header === undefined || header.trim() === '*') return header !== undefined
  throw new RequestError(
    'bad-request',
    'If-None-Match must be *: an import that is to make a page, and to write over none.',
  )
}

/** Convert `already-exists` to `precondition-failed`, for `If-None-Match: *`. */
export function asUnwantedPage(error: unknown): unknown {
  if (!(error instanceof RequestError) || error.key !== 'already-exists') return error
  return new RequestError(
    'precondition-failed',
    'The page is there, and If-None-Match: * asks that there is none; nothing was written. Send the import without it to update the page.',
  )
}

export function isVersionMet(
  condition: VersionCondition | undefined,
  version: number | undefined,
): boolean {
  if (condition === undefined) return true
  return version !== undefined && (condition === 'any' || condition.includes(version))
}
