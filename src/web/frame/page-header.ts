/** The header of every page: the way home, the search, and a menu with the rest. @module */
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { formTokenField } from '../components/form-token-field.ts'
import { signInPath } from '../session/next-path.ts'
import type { Viewer } from '../web-scope.ts'

/** As the layout's, which needs this file. */
type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageHeader {
  /** The page's own path. */
  readonly path: string
  /** Who looks at it; undefined for someone who did not sign in. */
  readonly viewer: Viewer | undefined
  /** The token of the form to sign out. */
  readonly formToken: string | undefined
}

/**
 * Make the header. Where it is wide the menu stands open in its row.
 * @param header The page and who looks at it.
 */
export function pageHeader(header: PageHeader): Markup {
  return html`<header><a class="home" href="/">Markport</a>${searchForm}
<details class="menu"><summary>Menu</summary><div>${navigation(header)}${account(header)}</div></details></header>`
}

const searchForm: Markup = html`<form class="search" role="search" action="/search" aria-label="All pages">
<input type="search" name="q" aria-label="Search" placeholder="Search" maxlength="200"></form>`

interface Section {
  /** As the page itself is called. */
  readonly label: string
  readonly path: string
  /** Starts of further paths that belong to it. */
  readonly also?: string
  readonly isFor: 'everyone' | 'users' | 'administrators'
}

const sections: readonly Section[] = [
  { label: 'Home', path: '/', also: '/wiki/', isFor: 'everyone' },
  { label: 'Import', path: '/import', isFor: 'users' },
  { label: 'Tokens', path: '/manage/tokens', isFor: 'users' },
  { label: 'Import log', path: '/manage/imports', isFor: 'users' },
  { label: 'Users', path: '/manage/users', isFor: 'administrators' },
  { label: 'Spaces', path: '/manage/spaces', isFor: 'administrators' },
  { label: 'Connections', path: '/manage/connections', isFor: 'administrators' },
  { label: 'License', path: '/manage/license', isFor: 'administrators' },
  { label: 'Audit log', path: '/manage/audit', isFor: 'administrators' },
  { label: 'API', path: '/api', isFor: 'everyone' },
  { label: 'Help', path: '/help', isFor: 'everyone' },
]

function navigation({ viewer, path }: PageHeader): Markup {
  const shown = sections.filter(
    ({ isFor }) =>
      isFor === 'everyone' ||
      (isFor === 'users' && viewer !== undefined) ||
      viewer?.isAdministrator === true,
  )
  return html`<nav aria-label="Main"><ul>${shown.map((one) => sectionLink(one, path))}</ul></nav>`
}

function sectionLink({ label, path, also }: Section, current: string): Markup {
  const isAbove =
    (path !== '/' && current.startsWith(`${path}/`)) ||
    (also !== undefined && current.startsWith(also))
  const mark =
    current === path ? html` aria-current="page"` : isAbove ? html` aria-current="true"` : ''
  return html`<li><a href="${path}"${mark}>${label}</a></li>`
}

function account({ viewer, formToken, path }: PageHeader): Markup {
  if (viewer !== undefined) {
    return html`<form class="viewer" method="post" action="/sign-out">${formTokenField(formToken)}<a class="viewer-name" href="/account">${viewer.name}</a> <button class="quiet" type="submit">Sign out</button></form>`
  }
  return path === '/sign-in'
    ? html``
    : html`<a class="sign-in" href="${signInPath(path)}">Sign in</a>`
}
