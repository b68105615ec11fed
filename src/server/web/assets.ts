/** The files that pages load: stylesheets, icons, and a script for each purpose. @module */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type ContentCoding, chooseCoding, compress } from '../http/content-coding.ts'
import type { WebScope } from './pages.ts'

const styles = ['tokens.css', 'elements.css', 'reader.css'] as const
/** Styles that only pages with forms, settings or comparisons load. */
const workStyles = ['work.css'] as const

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

/** For larger files, the highest compression takes seconds and saves one percent. */
const maxThoroughBytes = 256 * 1024

/** Comments and white space of a stylesheet outside quotations. */
const spare = /("[^"]*")|\/\*.*?\*\/|\s*([{};,>])\s*|(?<=:)\s+|(\s+)/gs

const served: Asset[] = []

function serve(file: Asset): Asset {
  served.push(file)
  return file
}

export const stylesheet: Asset = serve(asset('markport.css', readStyles(styles)))
export const workStylesheet: Asset = serve(asset('work.css', readStyles(workStyles)))
export const iconSprite: Asset = serve(asset('icons.svg'))
export const appIcon: Asset = serve(asset('icon.svg'))
export const pageScript: Asset = serve(asset('page.js'))
export const readerScript: Asset = serve(asset('reader.js'))
export const documentScript: Asset = serve(asset('document.js'))
export const searchScript: Asset = serve(asset('search.js'))
/** The script of the import form, with those that it imports by name. */
export const importFormScript: Asset = together(
  readAll([
    'import-form.js',
    'form-parts.js',
    'markdown-editor.js',
    'paste.js',
    'import-images.js',
    'import-files.js',
    'import-folder.js',
  ]),
)
/** Scripts that the first formatted paste loads. They import each other by name. */
export const pasteScript: Asset = together({
  ...readAll(['markdown.js', 'sources.js', 'office.js', 'clean.js', 'inline.js'], 'paste/'),
  'turndown.js': readFileSync(findTurndown()),
})
/** Browsers request this address by default. */
const favicon = readAsset('favicon.ico')

export function assetRoutes(): Hono<WebScope> {
  const app = new Hono<WebScope>()
  for (const file of served) app.get(file.path, (c) => answerAsset(c, file))
  app.get('/favicon.ico', (c) =>
    c.body(favicon, 200, {
      'Content-Type': 'image/x-icon',
      'Cache-Control': 'public, max-age=86400',
    }),
  )
  return app
}

/** The page's policy must allow scripts of its own origin. */
export function scriptTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<script type="module" src="${path}"></script>`
}

export function styleTag({ path }: Asset): HtmlEscapedString | Promise<HtmlEscapedString> {
  return html`<link rel="stylesheet" href="${path}">`
}

export interface Asset {
  readonly type: string
  readonly path: string
  readonly bytes: (coding: ContentCoding | undefined) => Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Serves files that import each other, so their addresses change together.
 * @returns The first file.
 */
function together(files: Readonly<Record<ScriptName, Buffer<ArrayBuffer>>>): Asset {
  const content = Buffer.concat(Object.values(files))
  const entries = Object.entries(files) as [ScriptName, Buffer<ArrayBuffer>][]
  return entries.map(([name, plain]) => serve(asset(name, plain, content)))[0] as Asset
}

type ScriptName = `${string}.js`

function readAll(
  names: readonly ScriptName[],
  folder = '',
): Readonly<Record<ScriptName, Buffer<ArrayBuffer>>> {
  return Object.fromEntries(names.map((name) => [name, readAsset(folder + name)]))
}

/** @param versionSource The address changes with this content. */
export function asset(
  name: `${string}.${keyof typeof types}`,
  content: Buffer<ArrayBuffer> = readAsset(name),
  versionSource = content,
): Asset {
  const digest = createHash('sha256').update(versionSource).digest('hex').slice(0, 16)
  const effort = content.length > maxThoroughBytes ? 5 : 9
  const compressed = new Map<ContentCoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    type: types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types],
    path: `/assets/${digest}/${name}`,
    async bytes(coding) {
      if (coding === undefined) return content
      const encoded = compressed.get(coding) ?? compress(content, coding, effort)
      compressed.set(coding, encoded)
      return encoded
    },
  }
}

function findTurndown(): string {
  const builtFile = fileURLToPath(new URL('assets/turndown.js', import.meta.url))
  if (existsSync(builtFile)) return builtFile
  return createRequire(import.meta.url).resolve('turndown/lib/turndown.browser.es.js')
}

function readAsset(name: string): Buffer<ArrayBuffer> {
  return readFileSync(new URL(`assets/${name}`, import.meta.url))
}

/** Joins stylesheets. `url(icon:NAME)` becomes an icon of the sprite, for use as a mask. */
function readStyles(names: readonly string[]): Buffer<ArrayBuffer> {
  const sprite = readAsset('icons.svg').toString()
  const css = Buffer.concat(names.map(readAsset))
    .toString()
    .replaceAll(spare, (_, quoted, sign, space) => quoted ?? sign ?? (space ? ' ' : ''))
  return Buffer.from(
    css.replaceAll(/url\(icon:([a-z0-9-]+)\)/g, (_, name) => iconUrl(sprite, name)),
  )
}

function iconUrl(sprite: string, name: string): string {
  const shapes = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`).exec(sprite)?.[1]
  if (shapes === undefined) throw new Error(`there is no icon ${name}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`
  return `url("data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('<', '%3c').replaceAll('#', '%23')}")`
}

export async function answerAsset(
  c: Context<WebScope>,
  { type, bytes }: Asset,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const coding = chooseCoding(c.req.header('accept-encoding'))
  const body = await bytes(coding)
  return c.body(body, 200, {
    ...headers,
    ...(coding && { 'Content-Encoding': coding }),
    'Content-Type': type,
    'Content-Length': String(body.length),
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  })
}
