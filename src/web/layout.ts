/** The frame of every page: head, header, main part. @module */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { script, stylesheet } from './assets.ts'
import type { Viewer } from './web-scope.ts'

/** Markup that is safe to insert as it is. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageFrame {
  /** Goes into the title of the window. */
  readonly title: string
  readonly main: Markup
  /** Who looks at it; undefined for someone who did not sign in. */
  readonly viewer: Viewer | undefined
  /** Whether there is anything for them to search. */
  readonly canSearch: boolean
}

/**
 * Put a page into its frame.
 * @param frame Title and content.
 */
export function layout({ title, main, viewer, canSearch }: PageFrame): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Markport</title>
<link rel="stylesheet" href="${stylesheet.path}">
<script type="module" src="${script.path}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="/">Markport</a>${canSearch ? searchForm : ''}${viewer === undefined ? '' : html`<span>${viewer.name}</span>`}</header>
<main id="main">${main}</main>
</body>
</html>`
}

const searchForm: Markup = html`<form class="search" role="search" action="/search">
<input type="search" name="q" aria-label="Search" placeholder="Search" maxlength="200"></form>`

/**
 * Insert HTML that a renderer made safe.
 * @param trusted The renderer's output.
 */
export function rendered(trusted: string): Markup {
  return raw(trusted)
}
