/**
 * Escapes text for HTML and XML, and decides which addresses may become links or images.
 * @module
 */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}

/** Escape text for XML, and replace the characters that XML 1.0 §2.2 forbids. */
export function escapeXml(text: string): string {
  return escapeHtml(replaceForbidden(text))
}

export function replaceForbidden(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
}

const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const imageSchemes: ReadonlySet<string> = new Set(['http:', 'https:'])
const embeddedImage = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$/

/** A made-up base for relative addresses, with the scheme that they inherit. */
const base = 'https://page.invalid/'

export function safeLinkUrl(address: string): string | undefined {
  return allowedUrl(address, linkSchemes)
}

/** Check an address for an image; undefined when it is not allowed. */
export function safeImageUrl(address: string): string | undefined {
  if (embeddedImage.test(address)) return address
  return allowedUrl(address, imageSchemes)
}

/** Uses the parser that browsers use, so that no spelling is read differently there. */
function allowedUrl(address: string, schemes: ReadonlySet<string>): string | undefined {
  const cleaned = clean(address)
  const isAllowed = URL.canParse(cleaned, base) && schemes.has(new URL(cleaned, base).protocol)
  return isAllowed ? cleaned : undefined
}

/** Remove what browsers ignore: https://url.spec.whatwg.org/#url-parsing */
function clean(address: string): string {
  const written = address.replace(/[\t\n\r]/g, '')
  let start = 0
  let end = written.length
  // A single regular expression for both ends would take quadratic time on inner spaces.
  while (start < end && (written[start] as string) <= ' ') start += 1
  while (end > start && (written[end - 1] as string) <= ' ') end -= 1
  return written.slice(start, end)
}
