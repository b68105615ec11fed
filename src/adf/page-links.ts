/**
 * Links to pages of the embedded wiki. They are kept relative to the wiki, as `spaces/KEY/pages/ID` with
 * a fragment if there is one, and completed wherever a page is shown, so that the wiki may move to
 * another address.
 *
 * Documents are JSON text here, as `JSON.stringify` writes it: a quotation mark inside a string is
 * escaped there, so that these patterns find whole attributes, never words of the text.
 * @module
 */

const page = String.raw`spaces/[A-Za-z][A-Za-z0-9]*/pages/\d+`
const pageAndFragment = String.raw`${page}(?:#[^\s"\\<>]*)?`
const keptAddress = new RegExp(`^${pageAndFragment}$`)
const pageAddress = new RegExp(`^https?://[^/?#@]+/wiki/(${page})$`)
const keptAttribute = new RegExp(`"(href|url)":"(?=${pageAndFragment}")`, 'g')
const wholeAttribute = new RegExp(
  String.raw`"(href|url)":"(https?://[^/"\\?#@]+)/wiki/(?=${pageAndFragment}")`,
  'g',
)
const keptInText = new RegExp(String.raw`\b${page}\b`)

/** Tell whether an address is a link to a page as it is kept. */
export function isKeptPageLink(url: string): boolean {
  return keptAddress.test(url)
}

/** Tell whether a text may hold such a link. */
export function mayHoldPageLinks(text: string): boolean {
  return keptInText.test(text)
}

/**
 * Make the link that is kept of the address that a service told for a page; undefined for a page that is
 * not in its embedded wiki. Confluence Cloud's addresses go on behind the page's id.
 */
export function keptPageLink(url: string): string | undefined {
  return pageAddress.exec(url)?.[1]
}

/**
 * Keep the links to pages that have whole addresses.
 * @param adf The document, or a part of it.
 * @param isOwn Tells whether the wiki is at an origin.
 */
export function keepPageLinks(adf: string, isOwn: (origin: string) => boolean): string {
  if (!adf.includes('/wiki/spaces/')) return adf
  return adf.replace(wholeAttribute, (written, attribute, origin) =>
    isOwn(origin) ? `"${attribute}":"` : written,
  )
}

/**
 * Complete the links to pages.
 * @param wikiUrl Where the wiki is, such as `https://markport.example.org/wiki`.
 */
export function completePageLinks(adf: string, wikiUrl: string): string {
  if (!adf.includes('":"spaces/')) return adf
  return adf.replace(keptAttribute, `"$1":"${wikiUrl}/`)
}
