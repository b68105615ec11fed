/** Reads the bodies of requests as JSON, and checks them by the schemas of the contract. @module */
import type { Message } from '../../contract/base/message.ts'
import { isRecord, repeatedMember } from '../../contract/base/parse-json.ts'
import { visibleText } from '../../contract/base/visible-text.ts'
import { type CheckedRequest, checkRequest } from '../../contract/check-request.ts'
import { RequestError, type SentPlace, wrongField } from '../../contract/errors.ts'
import { nameType } from '../../contract/fields.ts'
import { type ImportFields, importRequest } from '../../contract/import-request.ts'
import { contractLimits } from '../../contract/limits.ts'
import { maxListed, previewRequest, reportLists } from '../../contract/preview-request.ts'
import { reservationRequest } from '../../contract/reservation-request.ts'
import { sentDigest } from '../../contract/sent-digest.ts'
import { closingRequest } from '../../contract/source-request.ts'
import { countWithoutDataUrls } from '../../convert/embedded-images/data-urls.ts'
import { checkMarkdownSize, MarkdownLimitError } from '../../convert/markdown-limit-error.ts'
import type { CheckedPreview } from '../store/previews/previews.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * @param maxMarkdownBytes The limit of the Markdown without embedded images.
 * @throws {RequestError} `bad-request` naming the field and its limit.
 */
export function readImport(
  body: Uint8Array,
  maxMarkdownBytes: number,
): CheckedRequest<ImportFields> & { readonly digest: string } {
  const { text, members } = parseMembers(body)
  try {
    checkMembers(text, members)
    const request = checkRequest(importRequest, members)
    const { source, content } = request.fields
    checkSize(content, maxMarkdownBytes)
    const known = Object.entries(members).filter(([name]) =>
      Object.hasOwn(importRequest.shape, name),
    )
    const digest = source === undefined ? '' : sentDigest(Object.fromEntries(known))
    return { ...request, digest }
  } catch (error) {
    if (error instanceof RequestError) error.sent = sentPlace(members)
    throw error
  }
}

/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const maxBytesPerUnit = 3

/** Refuses long Markdown before parsing; only the parser knows which data URLs are images. */
function checkSize(content: string, maxMarkdownBytes: number): void {
  if (content.length <= maxMarkdownBytes / maxBytesPerUnit) return
  withinLimits(() => checkMarkdownSize(countWithoutDataUrls(content), maxMarkdownBytes))
}

/** @throws {RequestError} `bad-request` when the Markdown exceeds a limit. */
export function withinLimits<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof MarkdownLimitError) throw wrongField('content', error.message, error)
    throw error
  }
}

const readers = {
  reservation: (members: Members) => checkRequest(reservationRequest, members),
  closing: (members: Members) => checkRequest(closingRequest, members),
  preview(members: Members): CheckedPreview {
    const unlisted = reportLists.reduce((sum, name) => {
      const rows = members[name]
      return sum + (Array.isArray(rows) ? Math.max(0, rows.length - maxListed) : 0)
    }, 0)
    return { ...checkRequest(previewRequest, members), unlisted }
  },
}

export type ReadRequests = {
  readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]>
}

/** @throws {RequestError} `bad-request` naming the field. */
export function readRequest({ value: name, parts: [body] }: Message): Message {
  return { value: readers[name as keyof ReadRequests](parseObject(body)), parts: [] }
}

/** Reads the place for the import log, even of an invalid request, in characters that stores accept. */
function sentPlace(members: Members): SentPlace {
  const textOf = (name: keyof SentPlace): string => {
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

function parseObject(body: Uint8Array | undefined): Members {
  const { text, members } = parseMembers(body)
  checkMembers(text, members)
  return members
}

function parseMembers(body: Uint8Array | undefined): { text: string; members: Members } {
  let text: string
  let value: unknown
  try {
    text = decoder.decode(body)
    value = JSON.parse(text)
  } catch (cause) {
    throw new RequestError(
      'bad-request',
      `The request body must be a JSON object in UTF-8, but it does not parse${reason(cause)}.`,
      { cause },
    )
  }
  if (isRecord(value)) return { text, members: value }
  const message = `The request body must be a JSON object, got ${nameType(value)}.`
  throw new RequestError('bad-request', message)
}

/** @throws {RequestError} `bad-request` for a body that nests too deeply or names a field twice. */
function checkMembers(text: string, members: Members): void {
  if (isDeeperThan(members, contractLimits.maxJsonDepth)) {
    throw new RequestError(
      'bad-request',
      `The request body nests more than ${contractLimits.maxJsonDepth} levels of JSON. Send only the documented fields.`,
    )
  }
  const repeated = repeatedMember(text)
  if (repeated !== undefined) {
    const name = visibleText(repeated.slice(0, maxNameLength))
    throw wrongField(name, `${name} is given twice. Send each field once.`)
  }
}

/** Repeats only the position from the parser's message, which may quote the body. */
function reason(cause: unknown): string {
  const at = /at position \d+/.exec(cause instanceof Error ? cause.message : '')
  return at === null ? '' : ` (${at[0]})`
}

/** Checks the depth without recursion, because the parser accepts any depth. */
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
