/** The files that pages load: two stylesheets, icons, and a script for each purpose. @module */
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Asset, answerAsset, asset, readAsset, readStyles } from './asset.ts'
import type { WebScope } from './web-scope.ts'

/** Parts of the stylesheet of all pages: what readers see. */
const styles = [
  'tokens.css',
  'base.css',
  'controls.css',
  'header.css',
  'shell.css',
  'tree.css',
  'page.css',
  'document.css',
  'code.css',
  'copy.css',
  'image-view.css',
  'home.css',
  'search.css',
  'print.css',
] as const
/** What pages have beside that on which something is written, set or compared. */
const workStyles = [
  'math.css',
  'compare.css',
  'previews.css',
  'manage.css',
  'import-log.css',
  'first-steps.css',
  'sign-in.css',
  'writer.css',
  'folder-plan.css',
] as const

export const stylesheet: Asset = asset('markport.css', readStyles(styles))
export const workStylesheet: Asset = asset('work.css', readStyles(workStyles))
/** What formulas need; of the pages that are read, those that have some load it. */
export const mathStylesheet: Asset = asset('math.css', readStyles(['math.css']))
/** The icons; `components/icon-names.ts` names and shows them. */
export const iconSprite: Asset = asset('icons.svg')
/** The sign of the product, beside the title of a window. */
export const appIcon: Asset = asset('icon.svg')
export const menuScript: Asset = asset('menu.js')
export const readerScript: Asset = asset('reader.js')
export const copyScript: Asset = asset('copy.js')
/** Makes dates relative. */
export const timesScript: Asset = asset('times.js')
/** The search as a dialog. */
export const searchScript: Asset = asset('search.js')
export const importDoneScript: Asset = asset('import-done.js')
/** The order counts: those behind hear of what those before have done. */
export const importFormScripts: readonly Asset[] = (
  [
    'import-draft.js',
    'markdown-editor.js',
    'markdown-tools.js',
    'paste-html.js',
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
/** Keeps tabs together. */
export const tabsScript: Asset = asset('tabs.js')
/** Marks what a search found on the page that it leads to. */
export const foundWordsScript: Asset = asset('found-words.js')
/** Sets the widths that a reader chose. */
export const widthsScript: Asset = asset('widths.js')
const all: readonly Asset[] = [
  stylesheet,
  workStylesheet,
  mathStylesheet,
  iconSprite,
  appIcon,
  menuScript,
  readerScript,
  copyScript,
  searchScript,
  timesScript,
  importDoneScript,
  ...importFormScripts,
  diagramHostScript,
  imageViewScript,
  headingLinksScript,
  tabsScript,
  foundWordsScript,
  widthsScript,
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

/** Load a script; the page's policy must allow those of its own origin. */
export function scriptTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script type="module" src="${path}"></script>`
}

/** Load a stylesheet. */
export function styleTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<link rel="stylesheet" href="${path}">`
}

/** Run a script before what follows it is shown. */
export function scriptBefore({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script src="${path}"></script>`
}
