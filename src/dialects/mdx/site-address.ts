/** Addresses that begin at the folder of the site. @module */

/**
 * Write the address as others do: `@site/docs/a.md` is `/docs/a.md`.
 * @param address As it is written.
 */
export function siteAddress(address: string): string {
  return address.replace(/^@(?:site|docs)?\/|^~\//, '/')
}
