/** Decodes HTML's character references, as `&nbsp;` and `&#160;`. @module */
import { decodeHTMLStrict } from 'entities/decode'

/**
 * Decode the character references in HTML. As in Markdown, one ends with a semicolon or is none, so
 * that `?a=1&copy=2` stays what it is.
 * @param html Text or the value of an attribute.
 */
export function decodeReferences(html: string): string {
  return html.includes('&') ? decodeHTMLStrict(html) : html
}
