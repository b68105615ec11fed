/**
 * Attachments in a real Chromium: pages show them, and hostile SVG images, which run and load when
 * they are raw, do neither once they are sanitized.
 * @module
 */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sanitizeSvg } from '../src/convert/svg/sanitize-svg.ts'
import { launchBrowser, watchComplaints } from './support/browser.ts'
import { startFreshServer } from './support/fresh-server.ts'
import { harmlessSvg, hostileSvgs } from './support/hostile-svgs.ts'
import { gif, png } from './support/images.ts'

const addressed = hostileSvgs.map((hostile, index) =>
  hostile.replaceAll('RUN', `top.ran(${index})`).replaceAll('LOAD', `/loaded/${index}`),
)

let browser: Browser
let server: Server
let origin: string
const loaded = new Set<string>()

before(async () => {
  server = createServer((request, response) => {
    const [, kind = '', index = ''] = (request.url ?? '').split('/')
    const hostile = addressed[Number(index)] ?? harmlessSvg
    const clean = sanitizeSvg(Buffer.from(hostile))?.svg ?? ''
    if (kind === 'loaded') loaded.add(index)
    const [type, body] =
      kind === 'raw'
        ? ['image/svg+xml', hostile]
        : kind === 'sanitized'
          ? ['image/svg+xml', clean]
          : kind === 'inline'
            ? ['text/html', clean]
            : ['text/html', '<!doctype html><title>x</title>']
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

/** Runs in the page: opens each image in a frame, and clicks on what is in it. */
const openInFrames = `async (kind, count) => {
  const found = new Set()
  window.ran = (index) => found.add(index)
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const frame = document.createElement('iframe')
      frame.src = '/' + kind + '/' + index
      document.body.append(frame)
      return new Promise((resolve) => {
        frame.addEventListener('load', () => {
          for (const link of frame.contentDocument?.querySelectorAll('a, text') ?? []) {
            link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
          }
          resolve()
        })
      })
    }),
  )
  // Animations begin, and links of javascript: run, a little after the document is there.
  await new Promise((resolve) => setTimeout(resolve, 500))
  return [...found]
}`

/** Open every image as a document of its own, all in one page. */
async function openAll(
  kind: 'raw' | 'sanitized' | 'inline',
): Promise<{ ran: number[]; loaded: string[] }> {
  loaded.clear()
  const page = await browser.newPage()
  await page.goto(origin)
  const call = `(${openInFrames})(${JSON.stringify(kind)}, ${hostileSvgs.length})`
  const ran = await page.evaluate<number[]>(call)
  await page.close()
  return { ran, loaded: [...loaded] }
}

test('raw, many of them run and load, so that the next tests mean something', async () => {
  const found = await openAll('raw')
  assert.ok(found.ran.length >= 20, `${found.ran.length} ran`)
  assert.ok(found.loaded.length >= 20, `${found.loaded.length} loaded`)
})

test('sanitized, none runs or loads, even without the policy that they are served with', async () => {
  assert.deepEqual(await openAll('sanitized'), { ran: [], loaded: [] })
})

test('sanitized, none runs or loads even where they are taken for HTML', async () => {
  assert.deepEqual(await openAll('inline'), { ran: [], loaded: [] })
})

test('a harmless one is drawn', async () => {
  const page = await browser.newPage()
  await page.goto(origin)
  const width = await page.evaluate<number>(`(async () => {
    const image = new Image()
    image.src = '/sanitized/none'
    await image.decode()
    return image.naturalWidth
  })()`)
  assert.equal(width, 40)
  await page.close()
})

test('a page of the service shows its images, each of which can be opened alone', async () => {
  const service = await startFreshServer('sqlite')
  const content = [png, gif, Buffer.from(harmlessSvg)]
    .map((bytes) => `![a](data:image/*;base64,${bytes.toString('base64')})`)
    .join('\n\n')
  const { json } = await service.post({ content })
  const page = await browser.newPage()
  const complaints = watchComplaints(page)
  await page.goto(json.page.url)
  const shown = await page.evaluate<{ src: string; width: number }[]>(`Promise.all(
    [...document.images].map(async (image) => {
      image.loading = 'eager'
      await image.decode()
      return { src: image.src, width: image.naturalWidth }
    }))`)
  assert.deepEqual(
    shown.map(({ width }) => width),
    [1, 1, 40],
  )
  const opened = await page.goto(shown.at(-1)?.src ?? '')
  assert.equal(opened?.headers()['content-type'], 'image/svg+xml')
  assert.equal(await page.evaluate('document.documentElement.nodeName'), 'svg')
  // A sandboxed document has no origin: nothing in it could reach this site.
  assert.equal(await page.evaluate('window.origin'), 'null')
  assert.deepEqual(complaints, [])
  await page.close()
  await service.stop()
})
