/** What pages hold and how they are read: images, Markdown, views, searches, and many clients at once. @module */
import { deflateSync } from 'node:zlib'
import { hostileFamilies } from '../samples/hostile-families.ts'
import { hostileSvgs } from '../samples/hostile-svgs.ts'
import { png } from '../samples/images.ts'
import { listed } from '../samples/listed.ts'
import {
  contract,
  type HostileKind,
  type HostileRequest,
  imports,
  kindsThat,
  longContract,
  many,
} from './hostile-kind.ts'
import type { Target } from './target.ts'

const kib = 1024
const image = (bytes: Buffer, kind = 'png'): string =>
  `![a](data:image/${kind};base64,${bytes.toString('base64')})\n\n`
const svg = (inside: string): string =>
  image(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`), 'svg+xml')

function hugeClaim(): Buffer {
  const claim = Buffer.from(png)
  claim.writeUInt32BE(0x7fffffff, 16)
  claim.writeUInt32BE(0x7fffffff, 20)
  return claim
}

function inflatable(): Buffer {
  const pixels = deflateSync(Buffer.alloc(200_000_000))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(pixels.length)
  const data = [length, Buffer.from('IDAT'), pixels]
  return Buffer.concat([png.subarray(0, 33), ...data, png.subarray(-12)])
}

const laughs = many(20, (n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

const imageTexts: Readonly<Record<string, () => string>> = {
  'different images by the thousand': () =>
    many(5_000, (index) => image(Buffer.concat([png, Buffer.from(String(index))]))).join(''),
  'one image by the ten thousand': () => image(png).repeat(25_000),
  'one image used by many references': () =>
    `[a]: ${image(png).slice(5, -3)}\n\n${'![][a]\n\n'.repeat(80_000)}`,
  'images that say to be huge': () => image(hugeClaim()).repeat(200),
  'images that inflate': () => image(inflatable()).repeat(8),
  'images of broken base64': () => `![a](data:image/png;base64,${'=A%'.repeat(1_000_000)})\n\n`,
  'images of no kind': () => `![a](data:${'image/png;'.repeat(300_000)},x)`,
  'SVG images of entities': () =>
    image(Buffer.from(`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg>&l20;</svg>`), 'svg+xml'),
  'SVG images of uses in uses': () =>
    svg(
      many(3_000, (n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`).join(''),
    ),
  'SVG images of deep groups': () => svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000)),
  'SVG images of one long path': () => svg(`<path d="${'M0 0 '.repeat(600_000)}"/>`),
  'SVG images of long styles': () =>
    svg(`<rect style="${'fill:url( '.repeat(200_000)}"/><style>${'a{'.repeat(300_000)}</style>`),
  'SVG images of attributes by the thousand': () =>
    svg(`<rect ${many(150_000, (index) => `a${index}="b"`).join(' ')}/>`),
  'SVG images that try to run': () =>
    hostileSvgs.map((one) => image(Buffer.from(one), 'svg+xml')).join(''),
}

const images = Object.entries(imageTexts).flatMap(([name, text]) =>
  kindsThat(longContract, {
    [name]: (target) => imports(target, target.importBody({ pageTitle: name, content: text() }), 3),
  }),
)

function dryRuns(target: Target, documents: readonly string[]): HostileRequest[] {
  return documents.flatMap((content) =>
    imports(target, target.importBody({ content: content.slice(0, 1_000 * kib), dryRun: true }), 1),
  )
}

/** Found by search: bare addresses beside tags once took a gigabyte for 64 KiB. */
const steep = listed(
  'x></www.<¦br></www.<¦www.<b>¦|www.a0</b>1. ¦www.$]({¦[www.¦ttp://![h¦[}!http://¦http://*',
  '_http://¦&http://¦(0http://¦a_¦&ap;ww¦-1&mp;',
)

const markdown = [
  ...[15, 200, 1_000].flatMap((size) =>
    kindsThat(
      longContract,
      {
        [`all listed families of Markdown, ${size} KiB`]: (target) =>
          dryRuns(
            target,
            Object.values(hostileFamilies).map((family) => family(size * kib)),
          ),
      },
      { atOnce: size > 500 ? 4 : 12 },
    ),
  ),
  ...steep.flatMap((unit) =>
    kindsThat(longContract, {
      [`Markdown of ${JSON.stringify(unit)}, 15 KiB`]: (target) =>
        dryRuns(target, Array(12).fill(unit.repeat((15 * kib) / unit.length))),
      [`Markdown of ${JSON.stringify(unit)}, 900 KiB`]: (target) =>
        dryRuns(target, Array(3).fill(unit.repeat((900 * kib) / unit.length))),
    }),
  ),
]

const maxAnswerBytes = 10_000_000
const shown = { statuses: [200, 503], maxAnswerBytes }
const codeLine = 'const value = await fetch("https://example.org/" + id) // why: \'because\'\n'
const code = (language: string): string => `\`\`\`${language}\n${codeLine.repeat(660)}\`\`\`\n\n`
const formula =
  '$$\n\\int_0^1 \\frac{\\sqrt{x^2+1}}{\\sum_{k=1}^{n} k!} \\mathbf{A}_{ij} dx\n$$\n\n'
const wideRow = `|${' cell **bold** |'.repeat(20)}\n`
const numbered = (count: number, make: (index: number) => string): string =>
  many(count, make).join('')
const diagram = (index: number): string =>
  `\`\`\`mermaid\ngraph TD\n${'A-->B\n'.repeat(99)}C${index}\n\`\`\`\n\n`

async function addressOf(
  target: Target,
  view: string,
  page: readonly [string, string],
): Promise<string> {
  return `/wiki/spaces/${target.space.key}/${view}/${await target.page(...page)}`
}

const shownPages: Readonly<Record<string, readonly [view: string, text: () => string]>> = {
  'four long code blocks': ['pages', () => ['ts', 'python', 'cpp', 'xml'].map(code).join('')],
  'forty formulas': ['pages', () => formula.repeat(40)],
  'two thousand formulas': ['pages', () => formula.repeat(2_000)],
  diagrams: ['pages', () => numbered(300, diagram)],
  'a huge table': ['pages', () => `${wideRow}|${'---|'.repeat(20)}\n${wideRow.repeat(999)}`],
  '10,000 headings': ['pages', () => numbered(10_000, (index) => `## H ${index}\n\n`)],
  'many words': ['pages', () => 'A *word* and `code`.\n\n'.repeat(16_000)],
  'Markdown of many signs': ['markdown', () => '<&"> '.repeat(190_000)],
}

const versions: Readonly<Record<string, readonly [before: () => string, after: () => string]>> = {
  'versions that share nothing': [
    () => numbered(8_000, (index) => `word${index} and more ${index * 7}\n\n`),
    () => numbered(8_000, (index) => `other${index * 3} text ${index}\n\n`),
  ],
  'versions in another order': [
    () => numbered(8_000, (index) => `${index}\n\n`),
    () => numbered(8_000, (index) => `${7_999 - index}\n\n`),
  ],
  'versions of one long paragraph': [
    () => numbered(60_000, (index) => `a${index % 977} `),
    () => numbered(60_000, (index) => `a${(index * 31) % 977} `),
  ],
}

const searches = [
  '"'.repeat(2_000),
  'a* '.repeat(2_000),
  'NEAR(a b, 9) AND NOT (OR) {x}: -y ^z',
  '\u0000\u0001',
  '('.repeat(3_000),
  'x'.repeat(7_000),
  '%_\\',
  'e\u0301'.repeat(2_000),
  many(1_500, (index) => `w${index}`).join(' '),
  '\u202e\ufeff\ud83d\ude00'.repeat(300),
]

const views = [
  ...Object.entries(shownPages).flatMap(([name, [view, text]]) =>
    kindsThat(
      shown,
      {
        async [`a page of ${name}`](target) {
          return Array(40).fill({ path: await addressOf(target, view, [name, text()]) })
        },
      },
      { perSecond: 15 },
    ),
  ),
  ...Object.entries(versions).flatMap(([name, [before, after]]) =>
    kindsThat(shown, {
      async [`differences between ${name}`](target) {
        await target.page(name, before())
        const path = await addressOf(target, 'compare', [name, after()])
        return Array(20).fill({ path: `${path}?from=1&to=2` })
      },
    }),
  ),
  ...kindsThat(shown, {
    'one page of many different ones': (target) => {
      const text = `${code('ts').repeat(2)}${formula.repeat(20)}`
      return Promise.all(
        many(30, async (index) => ({
          path: await addressOf(target, 'pages', [`One of many ${index}`, `${index}\n\n${text}`]),
        })),
      )
    },
  }),
  ...kindsThat(
    { statuses: [200, 400, 404, 414], maxAnswerBytes },
    {
      'histories of versions that are not there': async (target) => {
        const path = await addressOf(target, 'history', ['History', 'x'])
        const numbers = ['-1', '0', '99999999999999999999', '1e3', 'a'.repeat(5_000), '%00']
        return numbers.flatMap((n) => [{ path: `${path}/${n}` }, { path: `${path}?after=${n}` }])
      },
      'searches for odd words': () =>
        ['/search', '/search/suggest']
          .flatMap((path) => searches.map((words) => `${path}?q=${encodeURIComponent(words)}`))
          .flatMap((path) => Array(5).fill({ path: path.slice(0, 15_000) })),
      'attachments that are not there': ({ space }) =>
        many(500, (index) => ({
          path: `/wiki/spaces/${space.key}/attachments/${'a'.repeat(60)}${index}`,
        })),
    },
    { atOnce: 20 },
  ),
  ...kindsThat(
    shown,
    {
      'searches from far pages': () =>
        many(200, (index) => ({ path: `/search?q=a&page=${index}&label=${index}` })),
      'a tree with thousands of branches opened': async (target) => {
        const opened = many(1_700, (index) => `open=${index}`).join('&')
        const path = await addressOf(target, 'pages', ['Tree', 'x'])
        return Array(100).fill({ path: `${path}?${opened}` })
      },
    },
    { atOnce: 20 },
  ),
]

const api = '/wiki/api/v2'
const oddCalls = [
  `/pages?cursor=${'A'.repeat(14_000)}`,
  '/pages?limit=99999999999999999999',
  '/pages?limit=-1',
  `/pages?title=${'x'.repeat(14_000)}`,
  `/spaces?keys=${'A,'.repeat(7_000)}`,
  `/pages?${'space-id=1&'.repeat(1_000)}`,
  '/pages/99999999999999999999999',
  '/pages/%00',
  '/spaces/1/pages?limit=250',
]

const wikiApi = kindsThat(
  { shape: 'wiki api', maxAnswerBytes },
  {
    'large pages as storage format and as HTML': async ({ page, credentials }) => {
      const id = await page('For other clients', 'A *word*, `code`.\n\n- x\n\n'.repeat(8_000))
      const headers = [credentials.host]
      return ['storage', 'view', 'atlas_doc_format'].flatMap((form) =>
        Array(5).fill({ path: `${api}/pages/${id}?body-format=${form}`, headers }),
      )
    },
    'odd cursors and limits': ({ credentials }) =>
      oddCalls.map((path) => ({ path: api + path, headers: [credentials.host] })),
    'strangers at the wiki API': () =>
      Array(60).fill({ path: `${api}/pages`, body: 'x'.repeat(1_000_000), statuses: [401] }),
  },
)

function writers(
  target: Target,
  { count, size, ...rest }: { count: number; size: number } & Partial<HostileRequest>,
  fields: object = {},
): HostileRequest[] {
  const paragraph = 'Some *words* of a paragraph, and [a link](/there).\n\n'
  const content = paragraph.repeat((size * kib) / paragraph.length)
  return many(count, (index) => {
    const pageTitle = `Of ${size} KiB, ${index}`
    return imports(target, target.importBody({ pageTitle, content, ...fields }), 1, rest)
  }).flat()
}

const crowds = [
  ...kindsThat(
    contract,
    {
      '64 writers of 100 KB': (target) => writers(target, { count: 256, size: 100 }),
      '256 writers of one page': (target) =>
        imports(target, target.importBody({ pageTitle: 'One page for all' }), 512),
      '512 writers of 10 KB': (target) => writers(target, { count: 1_536, size: 10 }),
    },
    { atOnce: 512 },
  ),
  ...kindsThat(longContract, {
    '200 writers of 1 MB': (target) => writers(target, { count: 200, size: 1_000 }),
    '100 dry runs of 1 MB': (target) =>
      dryRuns(target, Array(100).fill('- *item*\n'.repeat(100_000))),
    'slow senders': (target) => writers(target, { count: 400, size: 10, manner: 'in pieces' }),
    'slow senders of 1 MB': (target) =>
      writers(target, { count: 100, size: 1_000, manner: 'in pieces' }),
    'strangers with 1 MB each': (target) =>
      imports(target, 'x'.repeat(1_000 * kib), 100, { headers: [], statuses: [401] }),
  }),
  ...kindsThat(
    {},
    {
      'readers that never read': async (target) => {
        const path = await addressOf(target, 'adf', ['Large to read', '- *item*\n'.repeat(40_000)])
        return Array(60).fill({ path, manner: 'unread' })
      },
      'writers that never read': (target) =>
        writers(target, { count: 100, size: 300, manner: 'unread' }, { dryRun: true }),
      'connections that break off': (target) =>
        writers(target, { count: 400, size: 300, manner: 'broken off' }),
      '2,000 readers at once': async (target) => {
        const page = ['Read by many', 'Some words.\n\n'.repeat(200)] as const
        return Array(2_000).fill({ path: await addressOf(target, 'pages', page) })
      },
    },
    { atOnce: 500 },
  ),
]

export const contents: readonly HostileKind[] = [
  ...images,
  ...wikiApi,
  ...views,
  ...crowds,
  ...markdown,
]
