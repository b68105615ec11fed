/** The files that pages load: one stylesheet, the icon, and a script for each purpose. @module */
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Asset, answerAsset, asset, readAsset } from './asset.ts'
import type { WebScope } from './web-scope.ts'

/** Parts of the one stylesheet: what all pages share, then each kind of page. */
const styles = [
  'base.css',
  'header.css',
  'copy.css',
  'document.css',
  'code.css',
  'math.css',
  'page.css',
  'reader.css',
  'image-view.css',
  'compare.css',
  'home.css',
  'search.css',
  'manage.css',
  'import-log.css',
  'first-steps.css',
  'sign-in.css',
  'writer.css',
  'folder-plan.css',
  'print.css',
] as const

export const stylesheet: Asset = asset('markport.css', Buffer.concat(styles.map(readAsset)))
export const icon: Asset = asset('icon.svg')
export const menuScript: Asset = asset('menu.js')
export const readerScript: Asset = asset('reader.js')
export const copyScript: Asset = asset('copy.js')
/** Suggests pages below the search field. */
export const searchScript: Asset = asset('search.js')
export const importDoneScript: Asset = asset('import-done.js')
/** The order counts: those behind hear of what those before have done. */
export const importFormScripts: readonly Asset[] = (
  [
    'import-draft.js',
    'markdown-editor.js',
    'import-title.js',
    'import-images.js',
    'import-files.js',
    'import-folder.js',
    'folder-view.js',
    'import-form.js',
    'preview-scroll.js',
  ] as const
).map((name) => asset(name))
/** Gives the frames of diagrams their height. */
export const diagramHostScript: Asset = asset('diagram-host.js')
/** Opens images at their own size. */
export const imageViewScript: Asset = asset('image-view.js')
/** Leads to headings by their names alone. */
export const headingLinksScript: Asset = asset('heading-links.js')
/** Gives the document all of the window's width, where the reader wants that. */
export const fullWidthScript: Asset = asset('full-width.js')
const all: readonly Asset[] = [
  stylesheet,
  icon,
  menuScript,
  readerScript,
  copyScript,
  searchScript,
  importDoneScript,
  ...importFormScripts,
  diagramHostScript,
  imageViewScript,
  headingLinksScript,
  fullWidthScript,
]
/** Browsers ask for this address where a document names no icon. */
const favicon = readAsset('favicon.ico')

/** Serve them. */
export function assetRoutes(): Hono<WebScope> {
  const app = new Hono<WebScope>()
  for (const one of all) app.get(one.path, (c) => answerAsset(c, one))
  app.get('/favicon.ico', (c) =>
    c.body(favicon, 200, {
      'Content-Type': 'image/x-icon',
      'Cache-Control': 'public, max-age=86400',
    }),
  )
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
