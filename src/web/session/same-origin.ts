/** Tells forms of our own pages from those of other sites, by what browsers say of them. @module */
import type { Context } from 'hono'

/**
 * Find out whether a form comes from one of our pages. Every browser sends at least one of the two
 * headers with a form, and no page can make it leave them out.
 * @param publicUrl The service's own address.
 */
export function isSameOrigin(c: Context, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (site !== undefined && site !== 'same-origin') return false
  // Pages that send no referrer give their forms the origin "null".
  if (origin === undefined || origin === 'null') return site !== undefined
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === c.req.header('host') || origin === new URL(publicUrl).origin
}
