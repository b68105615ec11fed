/** Files that pages load, read once, each under an address that changes with its content. @module */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { WebScope } from './web-scope.ts'

/** Parts of the one stylesheet: what all pages share, then each kind of page. */
const styles = [
  'base.css',
  'header.css',
  'copy.css',
  'document.css',
  'code.css',
  'math.css',
  'reader.css',
  'manage.css',
  'writer.css',
] as const

export interface Asset {
  readonly text: string
  readonly type: string
  /** Where it is served. */
  readonly path: string
}

/** The address changes with the content, so an answer is good for ever. */
export const caching = 'public, max-age=31536000, immutable'

export const stylesheet: Asset = asset('markport.css', 'text/css', styles.map(read).join('\n'))
export const menuScript: Asset = script('menu.js')
export const readerScript: Asset = script('reader.js')
export const copyScript: Asset = script('copy.js')
export const importFormScript: Asset = script('import-form.js')
export const markdownEditorScript: Asset = script('markdown-editor.js')
/** Gives the frames of diagrams their height. */
export const diagramHostScript: Asset = script('diagram-host.js')
/** Opens images at their own size. */
export const imageViewScript: Asset = script('image-view.js')
/** Leads to headings by their names alone. */
export const headingLinksScript: Asset = script('heading-links.js')
export const pageMenuScript: Asset = script('page-menu.js')
/** Gives the document all of the window's width, where the reader wants that. */
export const fullWidthScript: Asset = script('full-width.js')
const all: readonly Asset[] = [
  stylesheet,
  menuScript,
  readerScript,
  copyScript,
  importFormScript,
  markdownEditorScript,
  diagramHostScript,
  imageViewScript,
  headingLinksScript,
  pageMenuScript,
  fullWidthScript,
]

/** Serve them. */
export function assetRoutes(): Hono<WebScope> {
  const app = new Hono<WebScope>()
  for (const { path, text, type } of all) {
    app.get(new URL(path, 'http://any').pathname, (c) =>
      c.body(text, 200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Cache-Control': caching,
      }),
    )
  }
  return app
}

/**
 * Load a script; the page's policy must allow those of its own origin.
 * @param path Where it is served.
 */
export function scriptTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script type="module" src="${path}"></script>`
}

/**
 * Run a script before what follows it is shown.
 * @param path Where it is served.
 */
export function scriptBefore({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script src="${path}"></script>`
}

/**
 * Read a script.
 * @param name Its file.
 */
export function script(name: string): Asset {
  return asset(name, 'text/javascript', read(name))
}

function asset(name: string, type: string, text: string): Asset {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { text, type, path: `/assets/${name}?v=${digest}` }
}

function read(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
}
