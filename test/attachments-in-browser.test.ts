/** Hostile SVG images run and load when they are raw, and do neither once they are sanitized. @module */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { sanitizeSvg } from '../src/convert/sanitize-svg.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { launchBrowser, watchComplaints } from './support/browser/browser.ts'
import { listenLocally } from './support/network/listen-locally.ts'
import { harmlessSvg, hostileSvgs } from './support/samples/hostile-svgs.ts'
import { gif, png } from './support/samples/images.ts'
import { startFreshServer } from './support/service/fresh-server.ts'

const lateSvgs: readonly string[] = [
  '<animate onbegin="RUN" attributeName="x" dur="1s"/>',
  '<a href="javascript:RUN"><text y="9">x</text></a>',
  '<style>svg{background:url(LOAD)}</style><rect width="9" height="9"/>',
].map((inside) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
const svgs = [...hostileSvgs, ...lateSvgs]
const hostileIndexes = hostileSvgs.map((_, index) => index)
const lateIndexes = lateSvgs.map((_, index) => hostileSvgs.length + index)

type Kind = 'raw' | 'sanitized' | 'inline'

/** Each kind has its own addresses, so that late requests are not counted for another. */
function addressed(kind: Kind, index: number): string {
  const svg = svgs[index] ?? harmlessSvg
  return svg.replaceAll('RUN', `top.ran(${index})`).replaceAll('LOAD', `/loaded/${kind}/${index}`)
}

let browser: Browser
let server: Server
let origin: string
const loaded = new Set<string>()

before(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? ''
    if (url.startsWith('/loaded/')) loaded.add(url.replace('/loaded/', ''))
    const [type, body] = answer(url)
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.end(body)
  })
  origin = await listenLocally(server)
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

function answer(url: string): [type: string, body: string] {
  const [, kind = '', index = ''] = url.split('/')
  if (kind !== 'raw' && kind !== 'sanitized' && kind !== 'inline') {
    return ['text/html', '<!doctype html><title>x</title>']
  }
  const hostile = addressed(kind, Number(index))
  if (kind === 'raw') return ['image/svg+xml', hostile]
  const clean = sanitizeSvg(Buffer.from(hostile))?.svg ?? ''
  return [kind === 'inline' ? 'text/html' : 'image/svg+xml', clean]
}

/** Runs in the page: opens each image in a frame, and clicks on what is in it. */
const openInFrames = `async (kind, indexes) => {
  window.found ??= new Set()
  window.ran = (index) => found.add(index)
  await Promise.all(
    indexes.map((index) => {
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
}`

async function openAll(kind: Kind): Promise<{ ran: number[]; loaded: string[] }> {
  const page = await browser.newPage()
  await page.goto(origin)
  const open = (as: Kind, indexes: readonly number[]): Promise<unknown> =>
    page.evaluate(`(${openInFrames})(${JSON.stringify(as)}, ${JSON.stringify(indexes)})`)
  await open(kind, hostileIndexes)
  const loadedLate = lateIndexes.map((index) => `raw/${index}`)
  for (const path of loadedLate) loaded.delete(path)
  await open('raw', lateIndexes)
  const look = async (): Promise<{ ran: number[]; loaded: string[] }> => ({
    ran: await page.evaluate<number[]>('[...found]'),
    loaded: [...loaded],
  })
  await waitUntil('the last images run and load', async () => {
    const seen = await look()
    const ranLate = seen.ran.filter((index) => lateIndexes.includes(index))
    return ranLate.length === 2 && seen.loaded.some((path) => loadedLate.includes(path))
  })
  const { ran, loaded: paths } = await look()
  await page.close()
  return {
    ran: ran.filter((index) => !lateIndexes.includes(index)),
    loaded: paths.filter((path) => path.startsWith(`${kind}/`) && !loadedLate.includes(path)),
  }
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
  // A sandboxed document has an opaque origin.
  assert.equal(await page.evaluate('window.origin'), 'null')
  assert.deepEqual(complaints, [])
  await page.close()
  await service.stop()
})
