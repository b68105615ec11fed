/** Sends a page: in its frame, with the policy that says what it may load. @module */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { layout, type Markup } from './layout.ts'
import type { WebScope } from './web-scope.ts'

/** Show a page with a status. */
export type Show = (
  c: Context<WebScope>,
  status: ContentfulStatusCode,
  title: string,
  main: Markup,
  options?: ShowOptions,
) => Promise<Response>

export interface ShowOptions {
  /** Give the page all of the width, for tables. */
  readonly isWide?: boolean
}

/** Images may come from anywhere on the web; everything else only from here, and never inline. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const show: Show = async (c, status, title, main, { isWide = false } = {}) => {
  c.header('Content-Security-Policy', policy)
  const { path } = c.req
  const frame = { title, main, path, isWide, ...c.var }
  return c.html(await layout(frame), status)
}
