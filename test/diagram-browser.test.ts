/** Diagrams in a real browser: they are drawn, and hostile ones reach nothing. @module */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, Frame, Page } from 'playwright-core'
import { launchBrowser } from './support/browser/browser.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'

const frameWithHeight = 'iframe[style*=height]'
const fenced = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`

const server = freshServer('sqlite', {}, async () => {
  browser = await launchBrowser()
  await server.createUser('Ada', { isAdministrator: true })
})
let browser: Browser
after(async () => {
  await browser.close()
})

let pages = 0
async function open(content: string, options: object = {}): Promise<Page> {
  pages += 1
  const { json } = await server.post({ pageTitle: `Diagram ${pages}`, content })
  const page = await browser.newPage(options)
  await page.goto(json.page.url)
  return page
}

async function settled(page: Page, index = 0): Promise<Frame> {
  const element = page.locator('.diagram iframe').nth(index)
  await element.scrollIntoViewIfNeeded()
  const frame = await (await element.elementHandle())?.contentFrame()
  assert.ok(frame)
  await frame.locator('#diagram[data-state]').waitFor()
  return frame
}

function watch(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes('pwned')) seen.push(`request ${request.url()}`)
  })
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`))
  return seen
}

test('a diagram is drawn, at its own height, with its source below', async () => {
  const page = await open(fenced('flowchart LR\n  first[First step] --> second{Ünïcode?}'))
  const frame = await settled(page)
  const svg = frame.locator('#diagram > svg')
  assert.match((await svg.textContent()) ?? '', /First step.*Ünïcode\?/s)
  await page.waitForSelector(frameWithHeight)
  const box = await page.locator('.diagram iframe').boundingBox()
  const drawn = await svg.boundingBox()
  assert.ok(box && drawn && Math.abs(box.height - drawn.height) < 12)
  assert.match((await page.locator('.diagram pre').textContent()) ?? '', /^flowchart LR/)
  await page.close()
})

test('a diagram that is drawn before the scripts of its page gets its height too', async () => {
  const { json } = await server.post({
    pageTitle: 'Late script',
    content: fenced('flowchart LR\n  a --> b'),
  })
  const page = await browser.newPage()
  const drawn = Promise.withResolvers<void>()
  await page.route(/\/page\.js$/, async (route) => {
    await drawn.promise
    await route.continue()
  })
  await page.goto(json.page.url, { waitUntil: 'commit' })
  const frame = await settled(page)
  // The height is told in the next frames of the screen.
  await frame.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
  assert.equal(await page.locator(frameWithHeight).count(), 0)
  drawn.resolve()
  await page.waitForSelector(frameWithHeight)
  await page.close()
})

test('a diagram has its own height in the preview of the form', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.url}/sign-in?next=%2Fimport`)
  await page.fill('#name', 'Ada')
  await page.fill('#password', userPassword)
  await page.click('main button')
  await page.fill('#importTitle', 'Drawn')
  await page.fill('#importContent', fenced('flowchart LR\n  a --> b'))
  await page.waitForSelector(frameWithHeight)
  await page.close()
})

test('a diagram follows the colours of the page', async () => {
  const source = fenced('flowchart LR\n  a --> b')
  const fill = "getComputedStyle(document.querySelector('.node rect')).fill"
  const fills: unknown[] = []
  for (const colorScheme of ['light', 'dark']) {
    const page = await open(source, { colorScheme })
    const frame = await settled(page)
    fills.push(await frame.evaluate(fill))
    await page.close()
  }
  assert.notEqual(fills[0], fills[1])
})

test('the common kinds of diagrams are drawn, and others show their source', async () => {
  const drawn = [
    'flowchart LR\n  a --> b',
    'sequenceDiagram\n  Alice->>Bob: Hello',
    'classDiagram\n  Animal <|-- Duck',
    'stateDiagram-v2\n  [*] --> Still',
    'erDiagram\n  CUSTOMER ||--o{ ORDER : places',
    'gantt\n  dateFormat YYYY-MM-DD\n  section A\n  Task :a1, 2026-01-01, 30d',
    'pie\n  "Dogs" : 386',
    'gitGraph\n  commit',
    'journey\n  section Go\n  Make tea: 5: Me',
    'timeline\n  2026 : Release',
    'quadrantChart\n  Campaign A: [0.3, 0.6]',
    'C4Context\n  Person(a, "A")',
    'xychart-beta\n  bar [1, 2, 3]',
  ]
  const page = await open([...drawn, 'mindmap\n  root\n    leaf'].map(fenced).join('\n'))
  for (const [index, source] of drawn.entries()) {
    const frame = await settled(page, index)
    assert.equal(await frame.locator('#diagram > svg').count(), 1, source)
  }
  const mindmap = await settled(page, drawn.length)
  assert.match((await mindmap.locator('#diagram').textContent()) ?? '', /cannot be drawn.*leaf/s)
  await page.close()
})

test('a faulty diagram shows what is wrong, and its text', async () => {
  const page = await open(fenced('flowchart LR\n  a --> [<b>'))
  const frame = await settled(page)
  const shown = (await frame.locator('#diagram').textContent()) ?? ''
  assert.match(shown, /^This diagram cannot be drawn\. .*a --> \[<b>$/s)
  await page.close()
})

test('without JavaScript the source can still be read', async () => {
  const page = await open(fenced('flowchart LR\n  a --> b'), { javaScriptEnabled: false })
  await page.locator('.diagram summary').click()
  assert.ok(await page.getByText('a --> b').isVisible())
  await page.close()
})

test('the frame of a diagram has no rights', async () => {
  const page = await open(fenced('flowchart LR\n  a --> b'))
  const frame = await settled(page)
  const found = (await frame.evaluate(`(async () => {
    const attempt = async (act) => {
      try {
        await act()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    return {
      origin: String(self.origin),
      page: await attempt(() => parent.document.title),
      storage: await attempt(() => localStorage.length),
      cookies: await attempt(() => document.cookie),
      request: await attempt(() => fetch('/')),
      popup: await attempt(() => window.open('/').closed),
      away: await attempt(() => { parent.location.href = 'about:blank' }),
    }
  })()`)) as Record<string, string>
  const { origin, ...attempts } = found
  assert.equal(origin, 'null')
  for (const [name, outcome] of Object.entries(attempts)) assert.equal(outcome, 'refused', name)
  await page.close()
})

const act = "top.document.title='pwned';parent.postMessage('pwned','*');fetch('/pwned');alert(1)"
const hostile: readonly [name: string, source: string][] = [
  [
    'a click handler',
    `flowchart LR\n  a --> b\n  click a call act("x")\n  click b "javascript:${act}"`,
  ],
  ['a link', 'flowchart LR\n  a --> b\n  click a href "/pwned" _top\n  click b "/pwned" _parent'],
  [
    'HTML in labels',
    `flowchart LR\n  a["<img src=/pwned onerror=${act}>"] --> b["<script>${act}</script>"]`,
  ],
  [
    'an SVG in a label',
    `flowchart LR\n  a["<svg/onload=${act}>"] --> b["<iframe src='/pwned'></iframe>"]`,
  ],
  [
    'settings of its own',
    `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "secure": [], "dompurifyConfig": {"ADD_TAGS": ["script"]}}}%%\nflowchart LR\n  a["<img src=/pwned onerror=${act}>"] --> b\n  click b call act()`,
  ],
  [
    'front matter of its own',
    `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n---\nflowchart LR\n  a["<img src=/pwned onerror=alert(1)>"] --> b\n  click a "javascript:alert(1)"`,
  ],
  [
    'styles of its own',
    `%%{init: {"themeCSS": "* { background: url(/pwned) } @import '/pwned';", "themeVariables": {"primaryColor": "red;background:url(/pwned)"}}}%%\nflowchart LR\n  a --> b\n  style a fill:url(/pwned)`,
  ],
  [
    'a sequence with links',
    `sequenceDiagram\n  Alice->>Bob: <img src=/pwned onerror=${act}>\n  link Alice: x @ javascript:${act}`,
  ],
  [
    'a class with a callback',
    `classDiagram\n  class A\n  click A call act() "x"\n  link A "javascript:${act}"`,
  ],
]

test('hostile diagrams run nothing, send nothing and lead nowhere', async () => {
  const page = await open(hostile.map(([, source]) => fenced(source)).join('\n'))
  const seen = watch(page)
  const title = await page.title()
  const address = page.url()
  for (const [index, [name]] of hostile.entries()) {
    const frame = await settled(page, index)
    const frameAddress = frame.url()
    const shapes = frame.locator('#diagram svg a, #diagram svg .node')
    for (const shape of (await shapes.all()).slice(0, 2)) {
      await shape.click({ force: true })
    }
    // Queued clicks and drawing run before this answers.
    await frame.evaluate('new Promise((resolve) => setTimeout(resolve, 50))')
    assert.deepEqual(seen, [], name)
    assert.equal(frame.url(), frameAddress, name)
  }
  assert.deepEqual([page.url(), await page.title()], [address, title])
  await page.close()
})

test('the page takes heights from its own diagrams only', async () => {
  const page = await open(fenced('flowchart LR\n  a --> b'))
  await settled(page)
  await page.waitForSelector(frameWithHeight)
  const height = await page.evaluate(`(async () => {
    postMessage({ diagramHeight: 1234 }, '*')
    await new Promise((resolve) => addEventListener('message', resolve, { once: true }))
    return document.querySelector('iframe').style.height
  })()`)
  assert.notEqual(height, '1234px')
  await page.close()
})

test('only pages of this service may frame a diagram, and its scripts are kept', async () => {
  const { headers } = await fetch(`${server.url}/diagram`)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'.*frame-ancestors 'self'.*sandbox allow-scripts$/)
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
  const html = await (await fetch(`${server.url}/diagram`)).text()
  const scripts = [...html.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path)
  assert.equal(scripts.length, 2)
  for (const path of scripts) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(server.url + path, { headers: { 'accept-encoding': encoding } })
      assert.match(await answer.text(), /mermaid/)
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
      assert.equal(answer.headers.get('content-encoding') ?? 'identity', encoding)
    }
    const ofAnother = path?.replace(/[0-9a-f]{16}/, '0123456789abcdef')
    assert.equal((await fetch(`${server.url}${ofAnother}`)).status, 404)
  }
})
