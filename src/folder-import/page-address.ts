/** Addresses of pages, with the fragments that lead to their headings. @module */
import type { DocumentHeading } from './documents/document-headings.ts'

/** What Markport's own reader puts before the names of headings. */
const readerPrefix = 'h-'

/**
 * Address a page, or a heading of it.
 * @param pageUrl The page's address, as the service gave it.
 * @param heading The heading; absent for the page itself.
 */
export function pageAddress(pageUrl: string, heading?: DocumentHeading): string {
  const fragment = heading && fragmentOf(pageUrl, heading)
  return fragment ? `${pageUrl}#${encodeURIComponent(fragment)}` : pageUrl
}

/**
 * Tell whether an answer's address may stand in a link.
 * @param url The address.
 */
export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Confluence ends its addresses with the title, Markport's reader with the id. */
function fragmentOf(
  pageUrl: string,
  { slug, confluenceAnchor }: DocumentHeading,
): string | undefined {
  const isReader = /\/wiki\/spaces\/[^/]+\/pages\/\d+$/.test(new URL(pageUrl).pathname)
  return isReader ? readerPrefix + slug : confluenceAnchor
}
