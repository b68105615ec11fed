/** The files that pages load: stylesheets, icons, and a script for each purpose. @module */
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Asset, answerAsset, asset, readAsset, readStyles } from './asset.ts'
import type { WebScope } from './web-scope.ts'

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
/** Loaded only by pages with forms, settings or comparisons. */
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
/** Formulas need it; pages for readers load it only where they have formulas. */
export const mathStylesheet: Asset = asset('math.css', readStyles(['math.css']))
export const iconSprite: Asset = asset('icons.svg')
export const appIcon: Asset = asset('icon.svg')
export const menuScript: Asset = asset('menu.js')
export const readerScript: Asset = asset('reader.js')
export const copyScript: Asset = asset('copy.js')
export const timesScript: Asset = asset('times.js')
export const searchScript: Asset = asset('search.js')
export const importDoneScript: Asset = asset('import-done.js')
/** The order matters: later scripts listen to events of earlier ones. */
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
export const diagramHostScript: Asset = asset('diagram-host.js')
export const imageViewScript: Asset = asset('image-view.js')
export const headingLinksScript: Asset = asset('heading-links.js')
export const tabsScript: Asset = asset('tabs.js')
export const foundWordsScript: Asset = asset('found-words.js')
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

/** Load a script; the page's policy must allow scripts of its own origin. */
export function scriptTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script type="module" src="${path}"></script>`
}

export function styleTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<link rel="stylesheet" href="${path}">`
}

export function scriptBefore({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script src="${path}"></script>`
}
