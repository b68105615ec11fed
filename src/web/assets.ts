/** Files that pages load, read once, each under an address that changes with its content. @module */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import type { WebScope } from './web-scope.ts'

/** Parts of the one stylesheet: what all pages share, then each kind of page. */
const styles = ['base.css', 'document.css', 'reader.css', 'manage.css'] as const

export interface Asset {
  readonly text: string
  readonly type: string
  /** Where it is served. */
  readonly path: string
}

const caching = 'public, max-age=31536000, immutable'

export const stylesheet: Asset = asset('markport.css', 'text/css', styles.map(read).join('\n'))
/** Makes the buttons work that copy a text. */
export const copyScript: Asset = asset('copy.js', 'text/javascript', read('copy.js'))
const all: readonly Asset[] = [stylesheet, copyScript]

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

function asset(name: string, type: string, text: string): Asset {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { text, type, path: `/assets/${name}?v=${digest}` }
}

function read(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
}
