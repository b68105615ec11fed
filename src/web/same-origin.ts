/** Tells the forms of our own pages from those of other sites. @module */
import type { Context } from 'hono'

/**
 * Tell whether a request comes from a page of ours. Browsers say where a form comes from; whoever
 * does not say is no browser.
 * @param c The request.
 */
export function isSameOrigin(c: Pick<Context, 'req'>): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  return (
    origin === undefined || (URL.canParse(origin) && new URL(origin).host === c.req.header('host'))
  )
}
