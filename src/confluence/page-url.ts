/** Where people read a page. @module */

/**
 * Put the address of a page together from what a site answers.
 * @param base Where the site says that it is; `fallback` where that is no address.
 * @param path Of the page, below it; undefined where the site tells none.
 * @param page Its id, and where the operator says that the site is.
 */
export function pageUrlOf(
  base: string | undefined,
  path: string | undefined,
  { id, fallback }: { readonly id: string; readonly fallback: string },
): string {
  const root = (isHttp(base) ? base : fallback).replace(/\/$/, '')
  const way = path?.startsWith('/') ? path : `/pages/viewpage.action?pageId=${id}`
  return new URL(`${root}${way}`).href
}

function isHttp(text: string | undefined): text is string {
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
}
