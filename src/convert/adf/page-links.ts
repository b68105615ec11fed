/**
 * Links to pages of the embedded wiki, stored relative to it as `spaces/KEY/pages/ID` and completed
 * on display, so that the wiki can move. The patterns work on JSON as `JSON.stringify` writes it:
 * they match whole attributes only, because quotation marks in text are escaped.
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

export function isKeptPageLink(url: string): boolean {
  return keptAddress.test(url)
}

export function mayHoldPageLinks(text: string): boolean {
  return keptInText.test(text)
}

/**
 * Make the stored link from a page's address; undefined outside of the embedded wiki. In Confluence
 * Cloud's addresses more follows the id.
 */
export function keptPageLink(url: string): string | undefined {
  return pageAddress.exec(url)?.[1]
}

/**
 * Turn full addresses of wiki pages into stored links.
 * @param adf JSON text.
 * @param isOwn Tells whether an origin is this wiki's.
 */
export function keepPageLinks(adf: string, isOwn: (origin: string) => boolean): string {
  if (!adf.includes('/wiki/spaces/')) return adf
  return adf.replace(wholeAttribute, (written, attribute, origin) =>
    isOwn(origin) ? `"${attribute}":"` : written,
  )
}

/**
 * Complete stored links.
 * @param wikiUrl Such as `https://markport.example.org/wiki`.
 */
export function completePageLinks(adf: string, wikiUrl: string): string {
  if (!adf.includes('":"spaces/')) return adf
  return adf.replace(keptAttribute, `"$1":"${wikiUrl}/`)
}

/** Tell whether an address is useless on a page: it is relative, and no link to a wiki page. */
export function leadsNowhere(url: string): boolean {
  return isRelativeAddress(url) && !isKeptPageLink(url)
}

export function isRelativeAddress(url: string): boolean {
  return /^(?!#|\/\/|[a-z][a-z0-9+.-]*:)./i.test(url.trim())
}
