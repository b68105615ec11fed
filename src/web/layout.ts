/** The frame of every page: head, header with navigation, main part. @module */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { copyScript, readerScript, scriptTag, searchScript, stylesheet } from './assets.ts'
import { formTokenField } from './form-token-field.ts'
import { signInPath } from './next-path.ts'
import type { Viewer } from './web-scope.ts'

/** Markup that is safe to insert as it is. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageFrame {
  /** Goes into the title of the window. */
  readonly title: string
  readonly main: Markup
  /** The page's own path. */
  readonly path: string
  /** Who looks at it; undefined for someone who did not sign in. */
  readonly viewer: Viewer | undefined
  /** The token of the form to sign out. */
  readonly formToken: string | undefined
  readonly isWide: boolean
}

/**
 * Put a page into its frame.
 * @param frame Title and content.
 */
export function layout(frame: PageFrame): Markup {
  const { title, main, isWide } = frame
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Markport</title>
<link rel="stylesheet" href="${stylesheet.path}">
${[readerScript, copyScript, searchScript].map(scriptTag)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="/">Markport</a>${searchForm}${navigation(frame)}</header>
<main id="main"${isWide ? html` class="wide"` : ''}>${main}</main>
</body>
</html>`
}

const searchForm: Markup = html`<form class="search" role="search" action="/search" aria-label="All pages">
<input type="search" name="q" aria-label="Search" placeholder="Search" maxlength="200"></form>`

interface Section {
  readonly label: string
  readonly path: string
  /** Starts of further paths that belong to it. */
  readonly also?: string
  readonly isForAdministrators?: boolean
}

const sections: readonly Section[] = [
  { label: 'Pages', path: '/', also: '/wiki/' },
  { label: 'Import', path: '/import' },
  { label: 'Tokens', path: '/manage/tokens' },
  { label: 'Imports', path: '/manage/imports' },
  { label: 'API', path: '/api' },
  { label: 'Users', path: '/manage/users', isForAdministrators: true },
  { label: 'Spaces', path: '/manage/spaces', isForAdministrators: true },
  { label: 'License', path: '/manage/license', isForAdministrators: true },
  { label: 'Audit', path: '/manage/audit', isForAdministrators: true },
]

function navigation({ viewer, formToken, path }: PageFrame): Markup {
  if (viewer === undefined) {
    const isSigningIn = path === '/sign-in'
    return isSigningIn ? html`` : html`<a class="sign-in" href="${signInPath(path)}">Sign in</a>`
  }
  const shown = sections.filter((one) => viewer.isAdministrator || !one.isForAdministrators)
  return html`<nav aria-label="Main"><ul>${shown.map((one) => sectionLink(one, path))}</ul></nav>
<form class="viewer" method="post" action="/sign-out">${formTokenField(formToken)}<span>${viewer.name}</span> <button class="quiet" type="submit">Sign out</button></form>`
}

function sectionLink({ label, path, also }: Section, current: string): Markup {
  const isCurrent =
    current === path ||
    (path !== '/' && current.startsWith(`${path}/`)) ||
    (also !== undefined && current.startsWith(also))
  return html`<li><a href="${path}"${isCurrent ? html` aria-current="page"` : ''}>${label}</a></li>`
}

/**
 * Insert HTML that a renderer made safe.
 * @param trusted The renderer's output.
 */
export function rendered(trusted: string): Markup {
  return raw(trusted)
}
