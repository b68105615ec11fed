/** The frame of every page: head, header, main part. @module */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { stylesheet } from './assets.ts'
import type { Viewer } from './web-scope.ts'

/** Markup that is safe to insert as it is. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageFrame {
  /** Goes into the title of the window. */
  readonly title: string
  readonly main: Markup
  /** Who looks at it; undefined for someone who did not sign in. */
  readonly viewer: Viewer | undefined
}

/**
 * Put a page into its frame.
 * @param frame Title and content.
 */
export function layout({ title, main, viewer }: PageFrame): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Markport</title>
<link rel="stylesheet" href="${stylesheet.path}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="/">Markport</a>
<nav class="site-links" aria-label="Writing">${viewer === undefined ? '' : html`<a href="/import">Import</a> `}<a href="/api">API</a></nav>
${viewer === undefined ? '' : html`<span>${viewer.name}</span>`}</header>
<main id="main">${main}</main>
</body>
</html>`
}

/**
 * Insert HTML that a renderer made safe.
 * @param trusted The renderer's output.
 */
export function rendered(trusted: string): Markup {
  return raw(trusted)
}
