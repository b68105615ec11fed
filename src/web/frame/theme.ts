/** The colours that a browser wants its pages in: the system's, light or dark. @module */
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { icon } from '../components/icon-names.ts'
import { nextPath } from '../session/next-path.ts'
import { cookieScope } from '../session/session-cookie.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import type { Markup } from './markup.ts'

const themes = [
  ['system', 'monitor', 'As the system'],
  ['light', 'sun', 'Light'],
  ['dark', 'moon', 'Dark'],
] as const

export type Theme = (typeof themes)[number][0]

const cookie = 'markport-theme'
const yearSeconds = 365 * 24 * 60 * 60

export function readTheme(c: Context): Theme {
  return themeOf(getCookie(c, cookie, 'host') ?? getCookie(c, cookie))
}

function themeOf(text: string | undefined): Theme {
  return themes.find(([name]) => name === text)?.[0] ?? 'system'
}

/** @param text What was chosen; anything unknown means the system's colours. */
function keepTheme(c: Context, text: string | undefined, isSecure: boolean): void {
  setCookie(c, cookie, themeOf(text), { ...cookieScope(isSecure).options, maxAge: yearSeconds })
}

export function themeForm(current: Theme, address: string): Markup {
  return html`<form class="themes" method="post" action="/theme"><span>Colours</span><input type="hidden" name="next" value="${address}">
${themes.map(([name, sign, label]) => html`<button class="icon-button small" name="theme" value="${name}" aria-label="${label}" title="${label}" aria-pressed="${name === current}">${icon(sign)}</button>`)}</form>`
}

export function themeRoute(protect: MiddlewareHandler<WebScope>, isSecure: boolean): WebHandlers {
  return {
    'POST /theme': [
      protect,
      (c) => {
        const form = c.get('form')
        keepTheme(c, form.get('theme'), isSecure)
        return c.redirect(nextPath(form.get('next')), 303)
      },
    ],
  }
}
