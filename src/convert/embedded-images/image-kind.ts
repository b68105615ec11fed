/** Tells what kind of raster image some bytes are, and its size, from the bytes alone. @module */
import { isUtf8 } from 'node:buffer'

export interface ImageKind {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
  /** In pixels; undefined where the header does not give it in one place. */
  readonly size: ImageSize | undefined
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * Tell the kind of an image.
 * @returns `undefined` for anything but PNG, JPEG, GIF, WebP and AVIF.
 */
export function findImageKind(bytes: Uint8Array): ImageKind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ascii = (start: number, end: number): string => buffer.toString('latin1', start, end)
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return { type: 'image/png', size: pngSize(buffer) }
  if (ascii(0, 3) === '\xff\xd8\xff') return { type: 'image/jpeg', size: jpegSize(buffer) }
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return { type: 'image/gif', size: gifSize(buffer) }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') {
    return { type: 'image/webp', size: webpSize(buffer) }
  }
  // https://aomediacodec.github.io/av1-avif/#brands. The size stands deep inside the file, so it is
  // not read.
  const isAvif = ascii(4, 8) === 'ftyp' && /^(?:.{8}(?:.{4})*?)?avi[fs]/s.test(brands(buffer))
  return isAvif ? { type: 'image/avif', size: undefined } : undefined
}

function size(width: number, height: number): ImageSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

function pngSize(buffer: Buffer): ImageSize | undefined {
  if (buffer.length < 24) return undefined
  return size(buffer.readUInt32BE(16), buffer.readUInt32BE(20))
}

function gifSize(buffer: Buffer): ImageSize | undefined {
  if (buffer.length < 10) return undefined
  return size(buffer.readUInt16LE(6), buffer.readUInt16LE(8))
}

/** Walk the segments up to the frame's header, https://www.w3.org/Graphics/JPEG/itu-t81.pdf B.2. */
function jpegSize(buffer: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 <= buffer.length && buffer[at] === 0xff) {
    const marker = buffer[at + 1] as number
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    // EXIF data may rotate the picture, which swaps its sides.
    if (marker === 0xe1) return undefined
    if (isFrame) return size(buffer.readUInt16BE(at + 7), buffer.readUInt16BE(at + 5))
    at += 2 + Math.max(2, buffer.readUInt16BE(at + 2))
  }
  return undefined
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(buffer: Buffer): ImageSize | undefined {
  if (buffer.length < 30) return undefined
  switch (buffer.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return size(buffer.readUInt16LE(26) & 0x3fff, buffer.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = buffer.readUInt32LE(21)
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return size(buffer.readUIntLE(24, 3) + 1, buffer.readUIntLE(27, 3) + 1)
    default:
      return undefined
  }
}

/**
 * Read the brands of an ISO media file: the major one, four bytes of version, then the compatible
 * ones.
 */
function brands(buffer: Buffer): string {
  const end = buffer.length < 16 ? 8 : Math.min(buffer.readUInt32BE(0), 256)
  return buffer.toString('latin1', 8, end)
}

/** Browsers only offer to save files of this type. */
const download = 'application/octet-stream'
const plainText = 'text/plain; charset=utf-8'

const pdf = '%PDF-'
const zip = 'PK'

/** Keyed by file ending: the media type, and what the bytes must begin with. */
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

const markup =
  /\.(?:[sx]?html?|xht|mht|mhtml|svgz?|xml|xslt?|xsd|rdf|rss|atom|drawio|dio|bpmn|plist|hta|swf)$/i

/**
 * Decide the media type of a linked file: a raster image, a type of the table, plain text without
 * markup, or bytes to download.
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
