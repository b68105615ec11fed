/**
 * Addresses of attachments in ADF as JSON text, where quotes in strings are escaped. The text may be
 * in pieces, which end between nodes.
 * @module
 */

import { RequestError } from '../../../contract/errors.ts'
import { completePageLinks } from '../../../convert/adf/page-links.ts'

const maxPageAttachments = 1_000

const reference = /"(url|href|id)":"attachment:(?<sha256>[0-9a-f]{64})((?:\/[\w.%-]+)?)"/g
const path =
  /"(url|href|id)":"(\/wiki\/spaces\/[A-Za-z][A-Za-z0-9]*\/attachments\/(?<sha256>[0-9a-f]{64})(?:\/[\w.%-]+)?)"/g

function attachmentPath(spaceKey: string, sha256: string): string {
  return `/wiki/spaces/${spaceKey}/attachments/${sha256}`
}

export function listReferences(adf: readonly string[]): Set<string> {
  return digestsIn(adf, '"attachment:', reference)
}

/** @param knownDigests The digests of existing attachments; other references stay unchanged. */
export function placeAttachments(
  adf: string,
  spaceKey: string,
  knownDigests: ReadonlySet<string>,
): string {
  return adf.replace(reference, (reference, member, sha256, name) =>
    knownDigests.has(sha256)
      ? `"${member}":"${attachmentPath(spaceKey, sha256)}${name}"`
      : reference,
  )
}

export function withWholeReferences(markdown: string, origin: string, spaceKey: string): string {
  return markdown.replace(
    /\battachment:([0-9a-f]{64})(?![0-9a-f])/g,
    (_, sha256) => `${origin}${attachmentPath(spaceKey, sha256)}`,
  )
}

/** @throws {RequestError} `bad-request` when there are too many attachments. */
export function listAttachments(adf: readonly string[]): Set<string> {
  return digestsIn(adf, '/attachments/', path)
}

function digestsIn(adf: readonly string[], sign: string, address: RegExp): Set<string> {
  const digests = adf
    .filter((piece) => piece.includes(sign))
    .flatMap((piece) =>
      Array.from(piece.matchAll(address), ({ groups }) => groups?.sha256 as string),
    )
  return checkCount(new Set(digests))
}

export function withWholeAddresses(adf: string, origin: string): string {
  const completeAdf = adf.replace(
    path,
    (_, member, path) => `"${member}":${JSON.stringify(origin + path)}`,
  )
  return completePageLinks(completeAdf, `${origin}/wiki`)
}

function checkCount(digests: Set<string>): Set<string> {
  if (digests.size <= maxPageAttachments) return digests
  throw new RequestError(
    'bad-request',
    `content shows ${digests.size} attachments; at most ${maxPageAttachments} are allowed. Split the page.`,
    { field: 'content' },
  )
}
