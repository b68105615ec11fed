/** Escapes text for HTML and XML. @module */

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
