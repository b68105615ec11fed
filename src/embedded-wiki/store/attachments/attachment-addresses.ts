/**
 * The addresses of attachments inside ADF. A converted document names what it embeds `attachment:` and
 * its digest, and the name of a file behind that; the store keeps a path, which holds behind any host
 * name; other programs get the whole address.
 *
 * Documents are JSON text here, as `JSON.stringify` writes it: a quotation mark inside a string is
 * escaped there, so that these patterns only ever find whole members, never words of the text.
 * @module
 */
import { completePageLinks } from '../../../adf/page-links.ts'
import { RequestError } from '../../../base/errors.ts'

/** The most attachments that one page shows. */
const maxPageAttachments = 1_000

const reference = /"(url|href|id)":"attachment:(?<sha256>[0-9a-f]{64})((?:\/[\w.%-]+)?)"/g
const path =
  /"(url|href|id)":"(\/wiki\/spaces\/[A-Za-z][A-Za-z0-9]*\/attachments\/(?<sha256>[0-9a-f]{64})(?:\/[\w.%-]+)?)"/g

/** Tell where an attachment is served, below the wiki's public address. */
function attachmentPath(spaceKey: string, sha256: string): string {
  return `/wiki/spaces/${spaceKey}/attachments/${sha256}`
}

/** List the digests that a converted document refers to. */
export function listReferences(adf: Uint8Array): Set<string> {
  return digestsIn(adf, '"attachment:', reference)
}

/**
 * Put paths in place of references.
 * @param known The digests that are there; other references stay as they are.
 */
export function placeAttachments(
  adf: string,
  spaceKey: string,
  known: ReadonlySet<string>,
): string {
  return adf.replace(reference, (written, member, sha256, name) =>
    known.has(sha256) ? `"${member}":"${attachmentPath(spaceKey, sha256)}${name}"` : written,
  )
}

/** Put whole addresses in place of the references of a source. */
export function withWholeReferences(markdown: string, origin: string, spaceKey: string): string {
  return markdown.replace(
    /\battachment:([0-9a-f]{64})(?![0-9a-f])/g,
    (_, sha256) => `${origin}${attachmentPath(spaceKey, sha256)}`,
  )
}

/**
 * List the digests of the attachments that a stored document shows.
 * @throws {RequestError} `bad-request` when there are too many.
 */
export function listAttachments(adf: Uint8Array): Set<string> {
  return digestsIn(adf, '/attachments/', path)
}

/** @param sign Stands in all that is looked for: most documents have none, and are long. */
function digestsIn(adf: Uint8Array, sign: string, address: RegExp): Set<string> {
  const utf8 = Buffer.from(adf.buffer, adf.byteOffset, adf.byteLength)
  if (!utf8.includes(sign)) return new Set()
  const found = utf8.toString().matchAll(address)
  return limited(new Set(Array.from(found, ({ groups }) => groups?.sha256 as string)))
}

/**
 * Put whole addresses in place of paths of attachments and links to pages.
 * @param adf The document as it is stored.
 */
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
