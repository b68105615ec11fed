/** What leads through the settings: their pages, by whose they are. @module */
import { html } from 'hono/html'
import { icon } from '../components/icon.ts'
import { type MapLine, type SettingsPage, type Who, webMap } from '../web-map.ts'
import type { Viewer } from '../web-scope.ts'
import type { Markup } from './markup.ts'

interface SettingsLink extends SettingsPage {
  readonly path: string
  readonly who: Who
}

const links: readonly SettingsLink[] = Object.entries<MapLine>(webMap).flatMap(
  ([name, [who, , more]]) =>
    typeof more === 'object' ? [{ ...more, who, path: name.replace('GET ', '') }] : [],
)
/** A space as a whole is renamed and deleted from the list of spaces. */
const isSetting = /^\/(?:(?:manage|account)(?:\/|$)|wiki\/spaces\/[^/]+\/(?:rename|delete)$)/
const groups = ['You', 'Imports', 'Administration'] as const

/**
 * Make the sidebar of a page of the settings; others, and those who did not sign in, have none.
 * @param path The page's own path.
 * @param viewer Who looks at it.
 */
export function settingsNav(path: string, viewer: Viewer | undefined): Markup | undefined {
  if (viewer === undefined || !isSetting.test(path)) return undefined
  const current = path.startsWith('/wiki/') ? '/manage/spaces/' : path
  const shown = links.filter(({ who }) => who === 'users' || viewer.isAdministrator)
  const part = (group: SettingsPage['group']): Markup => {
    const own = shown.filter((link) => link.group === group)
    if (own.length === 0) return html``
    return html`<h2 class="sidebar-group">${group}</h2>
<ul class="menu-list">${own.map((link) => settingsLink(link, current))}</ul>`
  }
  return html`<nav class="sidebar" id="sidebar" popover aria-label="Settings">
<div class="sidebar-head"><ul class="menu-list"><li><a href="/">${icon('arrow-left')}Home</a></li></ul></div>
<div class="sidebar-body">${groups.map(part)}</div></nav>`
}

function settingsLink({ label, path, icon: name }: SettingsLink, current: string): Markup {
  const mark =
    current === path
      ? html` aria-current="page"`
      : current.startsWith(`${path}/`)
        ? html` aria-current="true"`
        : ''
  return html`<li><a href="${path}"${mark}>${icon(name)}${label}</a></li>`
}
