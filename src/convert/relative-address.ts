/** Tells addresses that hold anywhere from those that only make sense beside a file. @module */
import { isKeptPageLink } from './adf/page-links.ts'

/** Tell whether an address is useless on a page: it is relative, and no link to a wiki page. */
export function leadsNowhere(url: string): boolean {
  return isRelativeAddress(url) && !isKeptPageLink(url)
}

export function isRelativeAddress(url: string): boolean {
  return /^(?!#|\/\/|[a-z][a-z0-9+.-]*:)./i.test(url.trim())
}
