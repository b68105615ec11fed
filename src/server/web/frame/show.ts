/** Sends a page in its frame, with its content security policy. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isKnownTag, tagOf } from '../../http/entity-tag.ts'
import {
  appIcon,
  pageScript,
  scriptTag,
  searchScript,
  stylesheet,
  styleTag,
  workStylesheet,
} from '../assets.ts'
import { type IconName, icon } from '../components/icon-names.ts'
import { personTile, spaceTile } from '../components/parts.ts'
import type { FrameFacts, HeaderSpace, SettingsLink, Viewer, WebScope } from '../pages.ts'
import { signInPath } from '../session/next-path.ts'
import type { Markup } from './markup.ts'

interface ShowOptions {
  readonly isWide?: boolean
  /** Browsers may cache the page, and revalidate it each time. */
  readonly isKept?: boolean
  readonly space?: HeaderSpace
  /** The address of the page as Markdown. */
  readonly markdown?: string
  readonly sidebar?: Markup
}

/** Images may come from anywhere; everything else only from our origin, and never inline. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export async function show(
  c: Context<WebScope>,
  status: ContentfulStatusCode,
  title: string,
  main: Markup,
  options: ShowOptions = {},
): Promise<Response> {
  const { isKept = false, space, markdown } = options
  c.header('Content-Security-Policy', policy)
  const { path } = c.req
  // Error pages must work without the database.
  const facts = status < 500 ? c.get('frameFacts') : undefined
  const spaces = space && (await facts?.listSpaces())
  const sidebar = options.sidebar ?? (await settingsNav(path, c.get('viewer'), facts))
  const viewer = c.get('viewer')
  const mayWrite = viewer !== undefined && ((await facts?.mayWrite(viewer)) ?? false)
  const request = { path, viewer, mayWrite }
  const page = String(await layout({ ...options, ...request, title, main, spaces, sidebar }))
  if (!isKept) return c.html(page, status)
  // Compute the tag before compression, which differs by client.
  const etag = `W/${tagOf(page)}`
  c.header('ETag', etag)
  // The page depends on who is signed in, so shared caches must not mix up viewers.
  const varying = 'Cookie, Authorization, Accept-Encoding'
  c.header('Vary', markdown === undefined ? varying : `Accept, ${varying}`)
  if (markdown) c.header('Link', `<${markdown}>; rel="alternate"; type="text/markdown"`)
  c.header('Cache-Control', c.get('viewer') === undefined ? 'no-cache' : 'private, no-cache')
  return isKnownTag(c.req.header('if-none-match'), etag) ? c.body(null, 304) : c.html(page, status)
}

interface PageFrame extends Omit<ShowOptions, 'sidebar'> {
  readonly title: string
  readonly main: Markup
  readonly path: string
  readonly viewer: Viewer | undefined
  readonly spaces: readonly HeaderSpace[] | undefined
  readonly sidebar: Markup | undefined
  readonly mayWrite: boolean
}

/** Reading pages load no styles for forms, settings or comparisons. */
const isRead =
  /^\/(?:search|wiki\/spaces\/[^/]+(?:\/(?:pages|children)\/.*)?|wiki\/previews\/[^/]+\/pages\/.*)?$/

function layout(frame: PageFrame): Markup {
  const { title, main, isWide, path, sidebar, space, markdown } = frame
  const sheets = isRead.test(path) ? [stylesheet] : [stylesheet, workStylesheet]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Markport</title>
<link rel="icon" href="${appIcon.path}" type="image/svg+xml">${space && path.startsWith('/wiki/spaces/') ? feedLink(space) : ''}${
    markdown === undefined
      ? ''
      : html`
<link rel="alternate" type="text/markdown" href="${markdown}">`
  }
${sheets.map(styleTag)}
${[pageScript, searchScript].map(scriptTag)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${pageHeader(frame)}
<div class="shell">${sidebar ?? ''}<main id="main"${isWide ? html` class="wide"` : ''}>${main}</main></div>
</body>
</html>`
}

function feedLink({ key }: HeaderSpace): Markup {
  return html`
<link rel="alternate" type="application/atom+xml" href="/wiki/spaces/${key}/feed.atom" title="What changed in ${key}">`
}

const isSetting = /^\/(?:manage|account)(?:\/|$)/
const groups = ['You', 'Imports', 'Administration'] as const

async function settingsNav(
  path: string,
  viewer: Viewer | undefined,
  facts: FrameFacts | undefined,
): Promise<Markup | undefined> {
  if (viewer === undefined || facts === undefined || !isSetting.test(path)) return undefined
  const links = (await facts.readSettings(viewer)).filter(
    (link) => link.count !== 'nothing to say' || isBelow(path, link),
  )
  const part = (group: SettingsLink['group']): Markup => {
    const groupLinks = links.filter((link) => link.group === group)
    if (groupLinks.length === 0) return html``
    return html`<h2 class="sidebar-group">${group}</h2>
<ul class="menu-list">${groupLinks.map((link) => settingsLink(link, path))}</ul>`
  }
  return html`<nav class="sidebar" id="sidebar" popover aria-label="Settings">
<div class="sidebar-head"><ul class="menu-list"><li><a href="/">${icon('arrow-left')}Home</a></li></ul></div>
<div class="sidebar-body">${groups.map(part)}</div></nav>`
}

function isBelow(current: string, { path }: SettingsLink): boolean {
  return current === path || current.startsWith(`${path}/`)
}

function settingsLink(link: SettingsLink, current: string): Markup {
  const { label, path, icon: name, count, words } = link
  const isHere = current === path
  const mark = isBelow(current, link) ? html` aria-current="${isHere ? 'page' : 'true'}"` : ''
  const badge =
    typeof count === 'number' && count > 0
      ? html`<span class="badge care">${count}<span class="visually-hidden"> ${words}</span></span>`
      : ''
  return html`<li><a href="${path}"${mark}>${icon(name)}${label}${badge}</a></li>`
}

const brand: Markup = html`<svg class="brand" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2456db"/><path d="M7 21.5V11l5.2 6 5.2-6v10.5M24 10.5v10m-3.9-3.9 3.9 4.4 3.9-4.4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`

function pageHeader(header: PageFrame): Markup {
  const { viewer, path, space, sidebar } = header
  return html`<header class="topbar"><div class="topbar-start">${sidebar === undefined ? '' : drawerButton(space === undefined ? 'Settings' : 'Pages')}<a class="home" href="/"${path === '/' ? html` aria-current="page"` : ''}>${brand}<span${space === undefined ? '' : html` class="visually-hidden"`}>Markport</span></a>${space === undefined ? '' : spaceButton(space)}</div>
${searchForm}
<nav class="topbar-end" aria-label="Main">${header.mayWrite ? html`<a class="button plain" href="/import${space === undefined ? '' : `?${new URLSearchParams({ space: space.key })}`}">${icon('plus')}New page</a>` : ''}
<a class="icon-button" href="/help" aria-label="Help">${icon('circle-question-mark')}</a>
${viewer === undefined && path !== '/sign-in' ? html`<a class="button plain sign-in" href="${signInPath(path)}">Sign in</a>` : ''}
<button class="avatar" type="button" popovertarget="menu">${viewer === undefined ? icon('settings') : personTile(viewer.name)}<span class="visually-hidden">Menu</span></button></nav>
${space === undefined ? '' : spaceMenu(space, header.spaces ?? [])}
${menu(header)}</header>`
}

function drawerButton(label: string): Markup {
  return html`<button class="icon-button drawer-button" type="button" popovertarget="sidebar" aria-label="${label}">${icon('menu')}</button>`
}

function spaceButton({ name }: HeaderSpace): Markup {
  return html`<button class="space-name" type="button" popovertarget="spaces">${spaceTile(name)}<span class="truncate">${name}</span><span class="visually-hidden">, change the space</span>${icon('chevrons-up-down')}</button>`
}

function spaceMenu(current: HeaderSpace, spaces: readonly HeaderSpace[]): Markup {
  const otherSpaces = spaces.filter(({ key }) => key !== current.key)
  const item = ({ key, name }: HeaderSpace): Markup =>
    html`<li><a href="/wiki/spaces/${key}"${key === current.key ? html` aria-current="true"` : ''}>${spaceTile(name)}<span class="truncate">${name}</span><span class="key">${key}</span></a></li>`
  return html`<div class="pop pop-start" id="spaces" popover><nav aria-label="Spaces"><ul class="menu-list">${[current, ...otherSpaces].map(item)}</ul>
<ul class="menu-list"><li><a href="/">${icon('layers')}All spaces</a></li></ul></nav></div>`
}

const searchForm: Markup = html`<form class="search" role="search" action="/search" aria-label="All pages">
<input type="search" name="q" aria-label="Search" placeholder="Search" maxlength="200"></form>`

interface MenuLink {
  readonly label: string
  readonly path: string
  readonly icon: IconName
  readonly isForUsers: boolean
}

const headerLinks: readonly MenuLink[] = [
  { label: 'Account', path: '/account', icon: 'user', isForUsers: true },
  { label: 'Tokens', path: '/manage/tokens', icon: 'key', isForUsers: true },
  { label: 'Import log', path: '/manage/imports', icon: 'inbox', isForUsers: true },
  { label: 'Settings', path: '/manage', icon: 'settings', isForUsers: true },
  { label: 'API', path: '/api', icon: 'terminal', isForUsers: false },
  { label: 'Help', path: '/help', icon: 'circle-question-mark', isForUsers: false },
]

/** A menu that works without a script. */
function menu(header: PageFrame): Markup {
  const { viewer, path } = header
  const visibleLinks = headerLinks.filter(({ isForUsers }) => !isForUsers || viewer !== undefined)
  const out =
    viewer === undefined
      ? html`<ul class="menu-list"><li><a href="${signInPath(path)}">${icon('user')}Sign in</a></li></ul>`
      : html`<form method="post" action="/sign-out"><ul class="menu-list"><li><button type="submit">${icon('log-out')}Sign out</button></li></ul></form>`
  return html`<div class="pop" id="menu" popover>${viewer === undefined ? '' : html`<div class="menu-head">${personTile(viewer.name)}<b class="truncate">${viewer.name}</b></div>`}
<nav aria-label="Menu"><ul class="menu-list">${visibleLinks.map((link) => menuLink(link, path))}</ul></nav>
${out}</div>`
}

function menuLink({ label, path, icon: name }: MenuLink, current: string): Markup {
  const mark = current === path ? html` aria-current="page"` : ''
  return html`<li><a href="${path}"${mark}>${icon(name)}${label}</a></li>`
}
