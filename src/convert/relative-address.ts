/** Tells addresses that hold anywhere from those that only make sense beside a file. @module */
import { isKeptPageLink } from '../adf/page-links.ts'

/** Tell whether an address leads nowhere from a page: it is relative, and no link to a page of the wiki. */
export function leadsNowhere(url: string): boolean {
  return isRelativeAddress(url) && !isKeptPageLink(url)
}

/** Tell whether an address is relative: neither `https:…` nor `//host` nor `#heading`, nor empty. */
export function isRelativeAddress(url: string): boolean {
  return /^(?!#|\/\/|[a-z][a-z0-9+.-]*:)./i.test(url.trim())
}
