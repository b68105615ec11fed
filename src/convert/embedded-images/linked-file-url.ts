/**
 * Files that travel inside Markdown: a link whose address is a data URL with a name, as in
 * `data:application/octet-stream;name=plan%2Epdf;base64,…`.
 * @module
 */

/** Longer names are cut. A wiki may still put a prefix before it. */
const maxNameLength = 120

/** Write a file as the address of a link. */
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
