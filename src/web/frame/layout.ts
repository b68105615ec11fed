/** The frame of every page: head, header, what leads through it, main part. @module */
import { html } from 'hono/html'
import {
  appIcon,
  copyScript,
  menuScript,
  readerScript,
  scriptTag,
  searchScript,
  stylesheet,
  styleTag,
  timesScript,
  workStylesheet,
} from '../assets.ts'
import type { Markup } from './markup.ts'
import { type HeaderSpace, type PageHeader, pageHeader } from './page-header.ts'

export interface PageFrame extends PageHeader {
  /** Goes into the title of the window. */
  readonly title: string
  readonly main: Markup
  readonly isWide: boolean
  /** The address of the page as Markdown. */
  readonly markdown: string | undefined
}

/** Pages that are read, and have nothing to be filled in, set or compared. */
const isRead =
  /^\/(?:search|wiki\/spaces\/[^/]+(?:\/(?:pages|children)\/.*)?|wiki\/previews\/[^/]+\/pages\/.*)?$/

/**
 * Put a page into its frame.
 * @param frame Title and content.
 */
export function layout(frame: PageFrame): Markup {
  const { title, main, isWide, theme, path, sidebar, space, markdown } = frame
  const sheets = isRead.test(path) ? [stylesheet] : [stylesheet, workStylesheet]
  return html`<!doctype html>
<html lang="en"${theme === 'system' ? '' : html` class="theme-${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">
<title>${title} · Markport</title>
<link rel="icon" href="${appIcon.path}" type="image/svg+xml">${space && path.startsWith('/wiki/spaces/') ? feedLink(space) : ''}${
    markdown === undefined
      ? ''
      : html`
<link rel="alternate" type="text/markdown" href="${markdown}">`
  }
${sheets.map(styleTag)}
${[menuScript, readerScript, copyScript, searchScript, timesScript].map(scriptTag)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${pageHeader(frame)}
<div class="shell">${sidebar ?? ''}<main id="main"${isWide ? html` class="wide"` : ''}>${main}</main></div>
</body>
</html>`
}

/** Readers of feeds look for it. */
function feedLink({ key }: HeaderSpace): Markup {
  return html`
<link rel="alternate" type="application/atom+xml" href="/wiki/spaces/${key}/feed.atom" title="What changed in ${key}">`
}
