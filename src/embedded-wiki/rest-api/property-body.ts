/** Reads what a caller wants to write of a property. It is short, and is read where it arrives. @module */
import { invalidRequest } from './host-api-error.ts'
import { type BodyMembers, isDeeperThan, parseMembers, readVersion } from './json-body.ts'

const maxKeyLength = 255
const maxValueBytes = 32 * 1024
/** JSON may spell each character as six. */
const maxBodyBytes = 8 * maxValueBytes
const maxDepth = 100

/**
 * Read a new property.
 * @throws {HostApiError} 400 with the first fault.
 */
export function readNewProperty(body: Uint8Array): {
  readonly key: string
  readonly value: string
} {
  const members = readMembers(body)
  const { key } = members
  if (!isKey(key)) {
    throw invalidRequest(
      `key must be a string of 1 to ${maxKeyLength} characters, without control characters and lone surrogates.`,
    )
  }
  return { key, value: readValue(members) }
}

/**
 * Read the next version of a property.
 * @throws {HostApiError} 400 with the first fault.
 */
export function readNextProperty(body: Uint8Array): {
  readonly key: string | null
  /** JSON text. */
  readonly value: string
  readonly version: number
  readonly message: string
} {
  const members = readMembers(body)
  const { number, message } = readVersion(members, 'property')
  const { key = null } = members
  if (key !== null && typeof key !== 'string') throw invalidRequest('key must be a string.')
  return { key, value: readValue(members), message, version: number }
}

function readMembers(body: Uint8Array): BodyMembers {
  if (body.length > maxBodyBytes) throw tooLong()
  return parseMembers(body)
}

function isKey(key: unknown): key is string {
  return (
    typeof key === 'string' &&
    /^\P{Cc}+$/u.test(key) &&
    key.length <= maxKeyLength &&
    key.isWellFormed()
  )
}

function readValue(members: BodyMembers): string {
  const { value } = members
  if (value === undefined) throw invalidRequest('value is required: any JSON.')
  if (isDeeperThan(maxDepth, value)) {
    throw invalidRequest(`value must not nest deeper than ${maxDepth} levels of JSON.`)
  }
  const text = JSON.stringify(value, refuseOtherNumbers)
  if (Buffer.byteLength(text) > maxValueBytes) throw tooLong()
  return text
}

/** What comes back is to be what was sent. */
function refuseOtherNumbers(_: string, value: unknown): unknown {
  const isOther =
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  if (isOther)
    throw invalidRequest('value must not hold numbers beyond 2^53 - 1: send them as text.')
  return value
}

function tooLong(): Error {
  return invalidRequest(`value must be at most ${maxValueBytes} bytes of JSON.`)
}
