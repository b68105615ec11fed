/** Tells addresses that hold anywhere from those that only make sense beside a file. @module */

/** Tell whether an address is relative: neither `https:…` nor `//host` nor `#heading`, nor empty. */
export function isRelativeAddress(url: string): boolean {
  return /^(?!#|\/\/|[a-z][a-z0-9+.-]*:)./i.test(url.trim())
}
