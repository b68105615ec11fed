/** The stylesheet, read once, under an address that changes with it. @module */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Stylesheet {
  readonly css: string
  readonly path: string
}

/** Read the stylesheet. */
export function readStylesheet(): Stylesheet {
  const css = readFileSync(new URL('assets/reader.css', import.meta.url), 'utf8')
  const digest = createHash('sha256').update(css).digest('hex').slice(0, 12)
  return { css, path: `/assets/reader.css?v=${digest}` }
}
