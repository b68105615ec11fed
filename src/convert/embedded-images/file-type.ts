/**
 * Decides as what a file of a page is served, by its name and its bytes together. Nothing that a browser
 * would run, or read as markup, has a type of its own here.
 * @module
 */
import { isUtf8 } from 'node:buffer'
import { findImageKind } from './image-kind.ts'

/** What no browser does anything with but keep it. */
const download = 'application/octet-stream'
const plainText = 'text/plain; charset=utf-8'

/** How files of a kind begin. */
const pdf = '%PDF-'
const zip = 'PK'

/** By the ending of the name: the type, and what the bytes must begin with. */
const types: Readonly<Record<string, readonly [type: string, start: string]>> = {
  pdf: ['application/pdf', pdf],
  zip: ['application/zip', zip],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', zip],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip],
  pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', zip],
  odt: ['application/vnd.oasis.opendocument.text', zip],
  ods: ['application/vnd.oasis.opendocument.spreadsheet', zip],
  odp: ['application/vnd.oasis.opendocument.presentation', zip],
}

/** Text that browsers or other programs take for more than words. */
const markup =
  /\.(?:[sx]?html?|xht|mht|mhtml|svgz?|xml|xslt?|xsd|rdf|rss|atom|drawio|dio|bpmn|plist|hta|swf)$/i

/**
 * Decide the type.
 * @param name What the file is called.
 * @returns A media type: of a raster image, one of the table, text without markup, or nothing but bytes.
 */
export function fileType(name: string, bytes: Uint8Array): string {
  const image = findImageKind(bytes)
  if (image !== undefined) return image.type
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const [type, start] = (Object.hasOwn(types, ending) ? types[ending] : undefined) ?? []
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024))
  if (type !== undefined && begin.toString('latin1').startsWith(start ?? '')) return type
  return isPlainText(name, bytes, begin.toString()) ? plainText : download
}

function isPlainText(name: string, bytes: Uint8Array, begin: string): boolean {
  if (markup.test(name) || /^[\ufeff\s]*</.test(begin)) return false
  return isUtf8(bytes) && !bytes.includes(0)
}
