/** The colour theme: the system's, or the visitor's choice. @module */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { icon } from '../components/icon-names.ts'
import type { Pages } from '../pages.ts'
import { nextPath } from '../session/next-path.ts'
import { cookieScope } from '../session/session-cookie.ts'
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

/** @param text Anything unknown means the system's colours. */
function keepTheme(c: Context, text: string | undefined, isSecure: boolean): void {
  setCookie(c, cookie, themeOf(text), { ...cookieScope(isSecure).options, maxAge: yearSeconds })
}

export function themeForm(current: Theme, address: string): Markup {
  return html`<form class="themes" method="post" action="/theme"><span>Colours</span><input type="hidden" name="next" value="${address}">
${themes.map(([name, sign, label]) => html`<button class="icon-button small" name="theme" value="${name}" aria-label="${label}" title="${label}" aria-pressed="${name === current}">${icon(sign)}</button>`)}</form>`
}

export const themePages: Pages = {
  'POST /theme': {
    who: 'anyone',
    answer: (c, { isSecure }) => {
      const form = c.get('form')
      keepTheme(c, form.get('theme'), isSecure)
      return c.redirect(nextPath(form.get('next')), 303)
    },
  },
}
