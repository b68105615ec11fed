/**
 * Reads and writes data URLs, in which images and files travel inside Markdown. While it is parsed,
 * short names replace them, so that no parser walks through megabytes of base64.
 * @module
 */
import { randomBytes } from 'node:crypto'

interface ShortenedMarkdown {
  readonly markdown: string
  restore(text: string): string
  restoredLength(text: string): number
  /**
   * Restore the Markdown, with references in place of the data URLs that became images.
   * @param references Keyed by address as the parser gave it.
   */
  withReferences(references: ReadonlyMap<string, string>): string
}

/**
 * Matches what follows `data:`, in characters that mean nothing to Markdown, HTML or JSON.
 * Punctuation at the end may belong to the text around it, so it is left out.
 */
const run = /(?<=(?<![A-Za-z0-9+.-])data:)[A-Za-z0-9%,;:.+/=-]*[A-Za-z0-9+/=]/gi

/**
 * Count the bytes of Markdown without its data URLs.
 * @returns A lower bound: only data URLs that turn out to be images are not counted later.
 */
export function countWithoutDataUrls(markdown: string): number {
  let bytes = Buffer.byteLength(markdown)
  for (const [url] of markdown.matchAll(run)) bytes -= 'data:'.length + url.length
  return bytes
}

/** Replace all data URLs by short names: only the parser can tell which of them are images. */
export function shortenDataUrls(markdown: string): ShortenedMarkdown {
  if (!/data:/i.test(markdown)) {
    const restore = (text: string): string => text
    const restoredLength = ({ length }: string): number => length
    return { markdown, restore, restoredLength, withReferences: () => markdown }
  }
  // The nonce cannot be guessed, so no text of the document is ever taken for a name.
  const nonce = randomBytes(8).toString('hex')
  const runs: string[] = []
  const offsets: number[] = []
  let growth = 0
  const shortened = markdown.replace(run, (url, offset: number) => {
    if (!isPlain(url, markdown[offset + url.length])) return url
    // The comma keeps the name from being read as an attribute's name.
    const name = `${nonce}${runs.length},z`
    runs.push(url)
    offsets.push(offset + growth)
    growth += name.length - url.length
    return name
  })
  const names = new RegExp(`${nonce}(\\d+),z`, 'g')
  const restore = (text: string): string => text.replace(names, (_, index) => runs[index] as string)
  return {
    markdown: shortened,
    restore,
    restoredLength(text) {
      let length = text.length
      for (const [name, index] of text.matchAll(names)) {
        length += (runs[Number(index)] as string).length - name.length
      }
      return length
    },
    withReferences(references) {
      const edits: { start: number; end: number; reference: string }[] = []
      for (const [url, reference] of references) {
        const [first] = url.matchAll(names)
        if (first === undefined) continue
        const start = (offsets[Number(first[1])] as number) - first.index
        const end = start + url.length
        // A URL that was written with escapes does not match here and stays as it was.
        if (shortened.startsWith(url, start)) edits.push({ start, end, reference })
      }
      let restored = ''
      let at = 0
      for (const { start, end, reference } of edits.toSorted((a, b) => a.start - b.start)) {
        restored += restore(shortened.slice(at, start)) + reference
        at = end
      }
      return restored + restore(shortened.slice(at))
    },
  }
}

/**
 * GFM makes links of bare addresses and emoji of names between colons; base64 never looks like
 * either.
 */
function isPlain(url: string, next: string | undefined): boolean {
  const isAlone = next === undefined || /[\s)>"']/.test(next)
  return isAlone && url.includes(',') && !/:|www\./i.test(url)
}

export function isDataUrl(url: string): boolean {
  return /^[\u0000-\u0020]*d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:/i.test(url)
}

/**
 * Read the bytes of a data URL; its declared type does not matter.
 * See https://fetch.spec.whatwg.org/#data-url-processor.
 * @returns `undefined` when it cannot be read.
 */
export function decodeDataUrl(url: string): Uint8Array | undefined {
  const cleaned = /[\t\n\r]/.test(url) ? url.replace(/[\t\n\r]/g, '') : url
  const comma = cleaned.indexOf(',')
  if (!isDataUrl(cleaned) || comma === -1) return undefined
  const hash = cleaned.indexOf('#', comma)
  const body = percentDecode(cleaned.slice(comma + 1, hash === -1 ? cleaned.length : hash))
  const isBase64 = /; *base64$/i.test(cleaned.slice(0, comma).trimEnd())
  return isBase64 ? decodeBase64(body.toString('latin1')) : body
}

function percentDecode(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (!text.includes('%')) return bytes
  const decoded = bytes
    .toString('latin1')
    .replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1')
}

/** Decode base64 as browsers do: spaces and missing padding are accepted. */
function decodeBase64(text: string): Uint8Array | undefined {
  const packed = /[ \f]/.test(text) ? text.replace(/[ \f]/g, '') : text
  const padding = packed.length % 4 === 0 ? (/={1,2}$/.exec(packed)?.[0].length ?? 0) : 0
  const length = packed.length - padding
  if (length % 4 === 1) return undefined
  const bytes = Buffer.from(packed, 'base64')
  // Buffer skips invalid characters, so a shorter result means that there were some.
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : undefined
}

/** Longer names are cut. A wiki may still put a prefix before it. */
const maxNameLength = 120

/**
 * Write a file as the address of a link, as in
 * `data:application/octet-stream;name=plan%2Epdf;base64,…`.
 */
export function linkedFileUrl(name: string, content: Buffer): string {
  return `data:application/octet-stream;name=${encodeAll(name)};base64,${content.toString('base64')}`
}

/**
 * Read the file name in a data URL, without paths and invisible characters.
 * @returns Undefined when it has none, so that it is no file.
 */
export function nameInDataUrl(url: string): string | undefined {
  const comma = url.indexOf(',')
  const [, encoded] = /; *name=([^;]*)/i.exec(url.slice(0, Math.max(comma, 0))) ?? []
  if (encoded === undefined) return undefined
  const name = cleanName(decode(encoded))
  return name === '' ? undefined : name
}

/** Encode a name as the end of an address, in characters that mean nothing to Markdown or JSON. */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*~]/g, percentSignOf)
}

/** Encode dots too: the parser would make links of names that look like addresses. */
function encodeAll(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/[!'()*~._]/g, percentSignOf)
}

function percentSignOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function cleanName(written: string): string {
  const name = written
    .slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  if (/^\.*$/.test(name)) return ''
  if (name.length <= maxNameLength) return name
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return name.slice(0, maxNameLength - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}
