/**
 * Short attachment names in the editor: the first twelve of 64 digits, which
 * tell the files of a space apart.
 * @module
 */

import { escapeHtml } from '../../../convert/render/escape.ts'

const shortLength = 12
const fullDigest = /\battachment:([0-9a-f]{64})(?![0-9a-f])/g
const anyDigest = /\battachment:([0-9a-f]{12}|[0-9a-f]{64})(?![0-9a-f])((?:\/[\w.%-]+)?)/g

export function shortenNames(markdown: string): string {
  return markdown.replace(
    fullDigest,
    (_, sha256: string) => `attachment:${sha256.slice(0, shortLength)}`,
  )
}

/** As it stands in the editor, escaped for HTML. */
export function shownMarkdown(markdown: string): string {
  return escapeHtml(shortenNames(markdown))
}

/** The digests, full or short, in a text. */
export function listNames(markdown: string): string[] {
  return [...new Set(Array.from(markdown.matchAll(anyDigest), ([, name]) => name as string))]
}

/** @param write Returns the address of a file, or undefined if it is unknown; images have no file name. */
export function replaceNames(
  markdown: string,
  write: (name: string, fileName: string) => string | undefined,
): string {
  return markdown.replace(anyDigest, (address, name: string, path: string) => {
    return write(name, path.slice(1)) ?? address
  })
}
