/** Where a site leads those who ask for an address that it had before. @module */

/** An address from the site's root, with `:name*` at its end for all below it. */
export interface Redirect {
  readonly from: string
  readonly to: string
}

const rest = /:\w+\*?$|\*$/

/** An old address may lead to another old one. */
const maxSteps = 5

/**
 * Follow redirects.
 * @param path An address from the site's root, without a `/` before it.
 * @returns Where it leads, written so; undefined where no redirect is for it, or it leads to another site.
 */
export function redirected(path: string, redirects: readonly Redirect[]): string | undefined {
  let at = bare(path)
  for (let step = 0; step < maxSteps; step += 1) {
    const next = once(at, redirects)
    if (next === undefined) return step === 0 ? undefined : at
    if (/^[a-z][a-z0-9+.-]*:/i.test(next)) return undefined
    at = bare(next.replace(/[?#].*$/, ''))
  }
  return at
}

/** The first that fits counts. */
function once(path: string, redirects: readonly Redirect[]): string | undefined {
  for (const { from, to } of redirects) {
    const source = bare(from)
    const start = source.replace(rest, '')
    if (start === source) {
      if (path === source) return to
    } else if (path.startsWith(start)) return to.replace(rest, () => path.slice(start.length))
  }
  return undefined
}

function bare(address: string): string {
  return address.replace(/^\/+|\/+$/g, '')
}
