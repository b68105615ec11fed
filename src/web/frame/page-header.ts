/** The bar on top of every page: a link home, the search, and the user's menu. @module */
import { html } from 'hono/html'
import { formTokenField } from '../components/form-fields.ts'
import { type IconName, icon } from '../components/icon-names.ts'
import { personTile, spaceTile } from '../components/parts.ts'
import { signInPath } from '../session/next-path.ts'
import type { HeaderSpace, Viewer } from '../web-scope.ts'
import type { Markup } from './markup.ts'
import { type Theme, themeForm } from './theme.ts'

const brand: Markup = html`<svg class="brand" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2456db"/><path d="M7 21.5V11l5.2 6 5.2-6v10.5M24 10.5v10m-3.9-3.9 3.9 4.4 3.9-4.4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`

export interface PageHeader {
  readonly path: string
  readonly address: string
  readonly viewer: Viewer | undefined
  readonly formToken: string | undefined
  readonly theme: Theme
  readonly space?: HeaderSpace | undefined
  readonly spaces?: readonly HeaderSpace[] | undefined
  readonly sidebar?: Markup | undefined
}

export function pageHeader(header: PageHeader): Markup {
  const { viewer, path, space, sidebar } = header
  return html`<header class="topbar"><div class="topbar-start">${sidebar === undefined ? '' : drawerButton(space === undefined ? 'Settings' : 'Pages')}<a class="home" href="/"${path === '/' ? html` aria-current="page"` : ''}>${brand}<span${space === undefined ? '' : html` class="visually-hidden"`}>Markport</span></a>${space === undefined ? '' : spaceButton(space)}</div>
${searchForm}
<nav class="topbar-end" aria-label="Main">${viewer === undefined ? '' : html`<a class="button plain" href="/import${space === undefined ? '' : `?${new URLSearchParams({ space: space.key })}`}">${icon('plus')}New page</a>`}
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
  const others = spaces.filter(({ key }) => key !== current.key)
  const item = ({ key, name }: HeaderSpace): Markup =>
    html`<li><a href="/wiki/spaces/${key}"${key === current.key ? html` aria-current="true"` : ''}>${spaceTile(name)}<span class="truncate">${name}</span><span class="key">${key}</span></a></li>`
  return html`<div class="pop pop-start" id="spaces" popover><nav aria-label="Spaces"><ul class="menu-list">${[current, ...others].map(item)}</ul>
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

const links: readonly MenuLink[] = [
  { label: 'Account', path: '/account', icon: 'user', isForUsers: true },
  { label: 'Tokens', path: '/manage/tokens', icon: 'key', isForUsers: true },
  { label: 'Import log', path: '/manage/imports', icon: 'inbox', isForUsers: true },
  { label: 'Settings', path: '/manage', icon: 'settings', isForUsers: true },
  { label: 'API', path: '/api', icon: 'terminal', isForUsers: false },
  { label: 'Help', path: '/help', icon: 'circle-question-mark', isForUsers: false },
]

/** It opens below its button and closes by itself, without a script. */
function menu(header: PageHeader): Markup {
  const { viewer, path, formToken } = header
  const shown = links.filter(({ isForUsers }) => !isForUsers || viewer !== undefined)
  const out =
    viewer === undefined
      ? html`<ul class="menu-list"><li><a href="${signInPath(path)}">${icon('user')}Sign in</a></li></ul>`
      : html`<form method="post" action="/sign-out">${formTokenField(formToken)}<ul class="menu-list"><li><button type="submit">${icon('log-out')}Sign out</button></li></ul></form>`
  return html`<div class="pop" id="menu" popover>${viewer === undefined ? '' : html`<div class="menu-head">${personTile(viewer.name)}<b class="truncate">${viewer.name}</b></div>`}
<nav aria-label="Menu"><ul class="menu-list">${shown.map((one) => menuLink(one, path))}</ul></nav>
${themeForm(header.theme, header.address)}
${out}</div>`
}

function menuLink({ label, path, icon: name }: MenuLink, current: string): Markup {
  const mark = current === path ? html` aria-current="page"` : ''
  return html`<li><a href="${path}"${mark}>${icon(name)}${label}</a></li>`
}
