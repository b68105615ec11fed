/** Sends a page in its frame, with its content security policy. @module */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isKnownTag } from '../../http/entity-tag.ts'
import {
  appIcon,
  copyScript,
  menuScript,
  readerScript,
  scriptTag,
  searchScript,
  stylesheet,
  styleTag,
  timesScript,
  workStylesheet,
} from '../assets.ts'
import { icon } from '../components/icon-names.ts'
import { pathOf } from '../session/next-path.ts'
import { maskFormToken } from '../session/session-cookie.ts'
import { type MapLine, type SettingsPage, type Who, webMap } from '../web-map.ts'
import type { Attention, FrameFacts, HeaderSpace, Viewer, WebScope } from '../web-scope.ts'
import type { Markup } from './markup.ts'
import { type PageHeader, pageHeader } from './page-header.ts'
import { readTheme } from './theme.ts'

export type Show = (
  c: Context<WebScope>,
  status: ContentfulStatusCode,
  title: string,
  main: Markup,
  options?: ShowOptions,
) => Promise<Response>

interface ShowOptions {
  readonly isWide?: boolean
  /** Let browsers cache the page and revalidate it each time. */
  readonly isKept?: boolean
  readonly space?: HeaderSpace
  /** The address of the page as Markdown. */
  readonly markdown?: string
  readonly sidebar?: Markup
}

/**
 * Images may come from anywhere on the web; everything else only from our origin, and never inline.
 */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const show: Show = async (c, status, title, main, options = {}) => {
  const { isWide = false, isKept = false, space, markdown } = options
  c.header('Content-Security-Policy', policy)
  const { path } = c.req
  // An error page must show even when the database cannot be read.
  const facts = status < 500 ? c.get('frameFacts') : undefined
  const spaces = space && (await facts?.listSpaces())
  const sidebar = options.sidebar ?? (await settingsNav(path, c.get('viewer'), facts))
  const request = { path, address: pathOf(c), theme: readTheme(c) }
  const frame = { title, main, isWide, space, spaces, markdown, sidebar, ...request, ...c.var }
  const page = String(await layout(frame))
  const { formToken } = c.var
  const masked = formToken ? page.replaceAll(formToken, maskFormToken(formToken)) : page
  if (!isKept) return c.html(masked, status)
  // The tag is of the page before masking and compression, which make each answer different.
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  c.header('ETag', etag)
  // The page depends on who is signed in, so shared caches must not keep it.
  const varying = 'Cookie, Authorization, Accept-Encoding'
  c.header('Vary', markdown === undefined ? varying : `Accept, ${varying}`)
  if (markdown) c.header('Link', `<${markdown}>; rel="alternate"; type="text/markdown"`)
  c.header('Cache-Control', c.get('viewer') === undefined ? 'no-cache' : 'private, no-cache')
  return isKnownTag(c.req.header('if-none-match'), etag)
    ? c.body(null, 304)
    : c.html(masked, status)
}

interface PageFrame extends PageHeader {
  readonly title: string
  readonly main: Markup
  readonly isWide: boolean
  readonly markdown: string | undefined
}

/** Pages for reading only, which need no styles for forms, settings or comparisons. */
const isRead =
  /^\/(?:search|wiki\/spaces\/[^/]+(?:\/(?:pages|children)\/.*)?|wiki\/previews\/[^/]+\/pages\/.*)?$/

function layout(frame: PageFrame): Markup {
  const { title, main, isWide, theme, path, sidebar, space, markdown } = frame
  const sheets = isRead.test(path) ? [stylesheet] : [stylesheet, workStylesheet]
  return html`<!doctype html>
<html lang="en"${theme === 'system' ? '' : html` class="theme-${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<title>${title} · Markport</title>
<link rel="icon" href="${appIcon.path}" type="image/svg+xml">${space && path.startsWith('/wiki/spaces/') ? feedLink(space) : ''}${
    markdown === undefined
      ? ''
      : html`
<link rel="alternate" type="text/markdown" href="${markdown}">`
  }
${sheets.map(styleTag)}
${[menuScript, readerScript, copyScript, searchScript, timesScript].map(scriptTag)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${pageHeader(frame)}
<div class="shell">${sidebar ?? ''}<main id="main"${isWide ? html` class="wide"` : ''}>${main}</main></div>
</body>
</html>`
}

/** Feed readers look for this link. */
function feedLink({ key }: HeaderSpace): Markup {
  return html`
<link rel="alternate" type="application/atom+xml" href="/wiki/spaces/${key}/feed.atom" title="What changed in ${key}">`
}

interface SettingsLink extends SettingsPage {
  readonly path: string
  readonly who: Who
}

const links: readonly SettingsLink[] = Object.entries<MapLine>(webMap).flatMap(
  ([name, [who, , more]]) =>
    typeof more === 'object' && 'group' in more
      ? [{ ...more, who, path: name.replace('GET ', '') }]
      : [],
)
/**
 * Renaming and deleting a space belong to the list of spaces, so they get the settings' sidebar.
 */
const isSetting = /^\/(?:(?:manage|account)(?:\/|$)|wiki\/spaces\/[^/]+\/(?:rename|delete)$)/
const groups = ['You', 'Imports', 'Administration'] as const

async function settingsNav(
  path: string,
  viewer: Viewer | undefined,
  facts: FrameFacts | undefined,
): Promise<Markup | undefined> {
  if (viewer === undefined || !isSetting.test(path)) return undefined
  const attention = await facts?.readAttention(viewer)
  const current = path.startsWith('/wiki/') ? '/manage/spaces/' : path
  const shown = links.filter(({ who }) => who === 'users' || viewer.isAdministrator)
  const isCurrent = ({ path: own }: SettingsLink): boolean =>
    current === own || current.startsWith(`${own}/`)
  const part = (group: SettingsPage['group']): Markup => {
    const own = shown.filter(
      (link) =>
        link.group === group &&
        (attention?.get(link.path)?.count !== 'nothing to say' || isCurrent(link)),
    )
    if (own.length === 0) return html``
    return html`<h2 class="sidebar-group">${group}</h2>
<ul class="menu-list">${own.map((link) => settingsLink(link, current, attention?.get(link.path)))}</ul>`
  }
  return html`<nav class="sidebar" id="sidebar" popover aria-label="Settings">
<div class="sidebar-head"><ul class="menu-list"><li><a href="/">${icon('arrow-left')}Home</a></li></ul></div>
<div class="sidebar-body">${groups.map(part)}</div></nav>`
}

function settingsLink(
  { label, path, icon: name }: SettingsLink,
  current: string,
  attention: Attention | undefined,
): Markup {
  const mark =
    current === path
      ? html` aria-current="page"`
      : current.startsWith(`${path}/`)
        ? html` aria-current="true"`
        : ''
  return html`<li><a href="${path}"${mark}>${icon(name)}${label}${attention === undefined || attention.count === 'nothing to say' ? '' : html`<span class="badge care">${attention.count}<span class="visually-hidden"> ${attention.words}</span></span>`}</a></li>`
}
