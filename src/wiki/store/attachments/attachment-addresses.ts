/** Addresses of attachments in ADF as JSON text, where quotes in strings are escaped. @module */

import { RequestError } from '../../../contract/errors.ts'
import { completePageLinks } from '../../../convert/adf/page-links.ts'

const maxPageAttachments = 1_000

const reference = /"(url|href|id)":"attachment:(?<sha256>[0-9a-f]{64})((?:\/[\w.%-]+)?)"/g
const path =
  /"(url|href|id)":"(\/wiki\/spaces\/[A-Za-z][A-Za-z0-9]*\/attachments\/(?<sha256>[0-9a-f]{64})(?:\/[\w.%-]+)?)"/g

function attachmentPath(spaceKey: string, sha256: string): string {
  return `/wiki/spaces/${spaceKey}/attachments/${sha256}`
}

export function listReferences(adf: Uint8Array): Set<string> {
  return digestsIn(adf, '"attachment:', reference)
}

/** @param known Digests that exist; other references stay. */
export function placeAttachments(
  adf: string,
  spaceKey: string,
  known: ReadonlySet<string>,
): string {
  return adf.replace(reference, (written, member, sha256, name) =>
    known.has(sha256) ? `"${member}":"${attachmentPath(spaceKey, sha256)}${name}"` : written,
  )
}

export function withWholeReferences(markdown: string, origin: string, spaceKey: string): string {
  return markdown.replace(
    /\battachment:([0-9a-f]{64})(?![0-9a-f])/g,
    (_, sha256) => `${origin}${attachmentPath(spaceKey, sha256)}`,
  )
}

/** @throws {RequestError} `bad-request` when there are too many attachments. */
export function listAttachments(adf: Uint8Array): Set<string> {
  return digestsIn(adf, '/attachments/', path)
}

/** @param sign A part of every match, to skip long documents quickly. */
function digestsIn(adf: Uint8Array, sign: string, address: RegExp): Set<string> {
  const utf8 = Buffer.from(adf.buffer, adf.byteOffset, adf.byteLength)
  if (!utf8.includes(sign)) return new Set()
  const found = utf8.toString().matchAll(address)
  return limited(new Set(Array.from(found, ({ groups }) => groups?.sha256 as string)))
}

/** @param adf The document as stored. */
export function withWholeAddresses(adf: string, origin: string): string {
  const whole = adf.replace(
    path,
    (_, member, found) => `"${member}":${JSON.stringify(origin + found)}`,
  )
  return completePageLinks(whole, `${origin}/wiki`)
}

function limited(digests: Set<string>): Set<string> {
  if (digests.size <= maxPageAttachments) return digests
  throw new RequestError(
    'bad-request',
    `content shows ${digests.size} attachments; at most ${maxPageAttachments} are allowed. Split the page.`,
    { field: 'content' },
  )
}
