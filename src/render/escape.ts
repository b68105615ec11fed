/** Text from content made fit for HTML and XML, and which of its addresses may become links or images. @module */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escape text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

/**
 * Escape text for XML content and quoted attributes; characters that XML 1.0 §2.2 forbids are
 * replaced visibly.
 */
export function escapeXml(text: string): string {
  return escapeHtml(replaceForbidden(text))
}

/** Replace what no XML document may contain. */
export function replaceForbidden(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
}

const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const imageSchemes: ReadonlySet<string> = new Set(['http:', 'https:'])
const embeddedImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$/

/** Stands for wherever the page is served; its scheme is what relative addresses inherit. */
const base = 'https://page.invalid/'

/**
 * Check an address for a link.
 * @returns The address to use, or `undefined` when following it could do anything but navigate.
 */
export function safeLinkUrl(address: string): string | undefined {
  return isAllowed(address, linkSchemes) ? clean(address) : undefined
}

/**
 * Check an address for an image.
 * @returns The address to use, or `undefined`.
 */
export function safeImageUrl(address: string): string | undefined {
  if (embeddedImage.test(address)) return address
  return isAllowed(address, imageSchemes) ? clean(address) : undefined
}

/** By the parser that browsers use, so that no spelling is read in two ways. */
function isAllowed(address: string, schemes: ReadonlySet<string>): boolean {
  const cleaned = clean(address)
  return URL.canParse(cleaned, base) && schemes.has(new URL(cleaned, base).protocol)
}

/** What browsers ignore inside an address: https://url.spec.whatwg.org/#url-parsing */
function clean(address: string): string {
  const written = address.replace(/[\t\n\r]/g, '')
  let start = 0
  let end = written.length
  // Not one expression for both ends: it would try every run of spaces in between, again and again.
  while (start < end && (written[start] as string) <= ' ') start += 1
  while (end > start && (written[end - 1] as string) <= ' ') end -= 1
  return written.slice(start, end)
}
