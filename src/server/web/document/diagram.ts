/**
 * Draws one diagram in a sandboxed frame, whose address has the diagram in its fragment.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Asset, answerAsset, asset } from '../assets.ts'
import type { Markup } from '../frame/markup.ts'
import type { Mount } from '../mounting.ts'
import type { Pages, WebScope } from '../pages.ts'

/** Mermaid inserts style elements, so inline styles are allowed. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
const drawScript = asset('diagram.js')
const mermaidFile = findMermaid()

/** Makes the frame of a diagram; undefined when Mermaid is not installed. */
export const diagramFrame: ((source: string) => string) | undefined =
  mermaidFile === undefined
    ? undefined
    : (source) => `/diagram#${Buffer.from(source).toString('base64url')}`

let mermaid: Promise<Asset> | undefined

async function loadMermaid(): Promise<Asset> {
  mermaid ??= readFile(mermaidFile ?? '').then((bytes) => asset('mermaid.js', bytes))
  return mermaid
}

export const diagramPages: Pages = {
  'GET /diagram': {
    who: 'anyone',
    answer: async (c) => {
      c.header('Content-Security-Policy', policy)
      return c.html(await diagramPage((await loadMermaid()).path))
    },
  },
}

export function diagramRoutes(mount: Mount): Hono<WebScope> {
  if (mermaidFile === undefined) return mount({})
  const app = mount(diagramPages)
  // The sandboxed page has no origin, so its own scripts are cross-origin.
  const headers = { 'Cross-Origin-Resource-Policy': 'cross-origin' }
  app.get(drawScript.path, (c) => answerAsset(c, drawScript, headers))
  app.get('/assets/:digest/mermaid.js', async (c) => {
    const script = await loadMermaid()
    return c.req.path === script.path ? answerAsset(c, script, headers) : c.notFound()
  })
  return app
}

function findMermaid(): string | undefined {
  const builtFile = fileURLToPath(new URL('../assets/mermaid.tiny.js', import.meta.url))
  if (existsSync(builtFile)) return builtFile
  try {
    return createRequire(import.meta.url).resolve('@mermaid-js/tiny')
  } catch {
    return undefined
  }
}

function diagramPage(mermaidPath: string): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Diagram</title>
<style>
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
<script src="${mermaidPath}" defer></script>
<script src="${drawScript.path}" defer></script>
</head>
<body>
<main id="diagram"><noscript>Drawing a diagram takes JavaScript. Its source is below.</noscript></main>
</body>
</html>`
}
