/** Sends a page: in its frame, with the policy that says what it may load. @module */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isKnownTag } from '../../http/entity-tag.ts'
import { pathOf } from '../session/next-path.ts'
import { maskFormToken } from '../session/session-cookie.ts'
import type { WebScope } from '../web-scope.ts'
import { layout } from './layout.ts'
import type { Markup } from './markup.ts'
import type { HeaderSpace } from './page-header.ts'
import { settingsNav } from './settings-nav.ts'
import { readTheme } from './theme.ts'

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
  /** Let browsers keep the page, and ask each time whether it is still the same. */
  readonly isKept?: boolean
  /** The space that the page belongs to. */
  readonly space?: HeaderSpace
  /** The address of the page as Markdown, which its own address gives as well to whoever asks for that. */
  readonly markdown?: string
  /** What stands beside the page: a `sidebar`. */
  readonly sidebar?: Markup
}

/** Images may come from anywhere on the web; everything else only from here, and never inline. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const show: Show = async (c, status, title, main, options = {}) => {
  const { isWide = false, isKept = false, space, markdown } = options
  c.header('Content-Security-Policy', policy)
  const { path } = c.req
  const sidebar = options.sidebar ?? settingsNav(path, c.get('viewer'))
  const request = { path, address: pathOf(c), theme: readTheme(c) }
  const frame = { title, main, isWide, space, markdown, sidebar, ...request, ...c.var }
  const page = String(await layout(frame))
  const { formToken } = c.var
  const masked = formToken ? page.replaceAll(formToken, maskFormToken(formToken)) : page
  if (!isKept) return c.html(masked, status)
  // Of the page as it is before it is masked and compressed, each time in another way.
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  c.header('ETag', etag)
  // Who is signed in changes the page; and no cache on the way may hold what only they may read.
  const varying = 'Cookie, Authorization, Accept-Encoding'
  c.header('Vary', markdown === undefined ? varying : `Accept, ${varying}`)
  if (markdown) c.header('Link', `<${markdown}>; rel="alternate"; type="text/markdown"`)
  c.header('Cache-Control', c.get('viewer') === undefined ? 'no-cache' : 'private, no-cache')
  return isKnownTag(c.req.header('if-none-match'), etag)
    ? c.body(null, 304)
    : c.html(masked, status)
}
