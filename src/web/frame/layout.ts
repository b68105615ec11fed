/** The frame of every page: head, header, main part. @module */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import {
  copyScript,
  icon,
  menuScript,
  readerScript,
  scriptTag,
  searchScript,
  stylesheet,
} from '../assets.ts'
import { type PageHeader, pageHeader } from './page-header.ts'

/** Markup that is safe to insert as it is. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageFrame extends PageHeader {
  /** Goes into the title of the window. */
  readonly title: string
  readonly main: Markup
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
<link rel="icon" href="${icon.path}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet.path}">
${[menuScript, readerScript, copyScript, searchScript].map(scriptTag)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${pageHeader(frame)}
<main id="main"${isWide ? html` class="wide"` : ''}>${main}</main>
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
