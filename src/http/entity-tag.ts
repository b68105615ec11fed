/** Tells a browser that what it has is still what it would get. @module */

/**
 * Look for a tag among those that a browser has:
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match, where weak tags compare as strong.
 * @param header The value of If-None-Match.
 * @param etag The tag of the answer, with its quotation marks; `W/` before it makes no difference.
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const strong = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => ['*', strong, `W/${strong}`].includes(tag.trim()))
}
