/** Builds the address of a page for people. @module */

/**
 * @param base The site's address by its own account; `fallback` if that is none.
 * @param path Path from the answer; undefined if it has none.
 * @param page `fallback` is the configured address.
 */
export function pageUrlOf(
  base: string | undefined,
  path: string | undefined,
  { id, fallback }: { readonly id: string; readonly fallback: string },
): string {
  const root = (isHttp(base) ? base : fallback).replace(/\/$/, '')
  const pagePath = path?.startsWith('/') ? path : `/pages/viewpage.action?pageId=${id}`
  return new URL(`${root}${pagePath}`).href
}

function isHttp(text: string | undefined): text is string {
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
}
