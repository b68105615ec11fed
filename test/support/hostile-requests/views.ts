/** Reading: pages that cost much to show, differences, sources, searches and trees. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const maxAnswerBytes = 10_000_000
const pages = { statuses: [200, 503], maxAnswerBytes }

const codeLine = 'const value = await fetch("https://example.org/" + id) // why: \'because\'\n'
const code = (language: string): string => `\`\`\`${language}\n${codeLine.repeat(660)}\`\`\`\n\n`
const formula =
  '$$\n\\int_0^1 \\frac{\\sqrt{x^2+1}}{\\sum_{k=1}^{n} k!} \\mathbf{A}_{ij} dx\n$$\n\n'
const wideRow = `|${' cell **bold** |'.repeat(20)}\n`
const rows = (count: number): string =>
  `${wideRow}|${'---|'.repeat(20)}\n${wideRow.repeat(count - 1)}`
const numbered = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

interface View {
  readonly title: string
  readonly markdown: string | (() => string)
  readonly path?: string
  readonly times?: number
}

async function views(target: Target, view: View): Promise<HostileRequest[]> {
  const { title, markdown, path = 'pages', times = 40 } = view
  const id = await target.page(title, typeof markdown === 'string' ? markdown : markdown())
  return Array(times).fill({ path: `/wiki/spaces/${target.space.key}/${path}/${id}` })
}

async function differences(
  target: Target,
  title: string,
  [before, after]: readonly [string, string],
): Promise<HostileRequest[]> {
  await target.page(title, before)
  const id = await target.page(title, after)
  const path = `/wiki/spaces/${target.space.key}/compare/${id}?from=1&to=2`
  return Array(20).fill({ path })
}

const searches = [
  '"'.repeat(2_000),
  'a* '.repeat(2_000),
  'NEAR(a b, 9) AND NOT (OR) {x}: -y ^z',
  '\u0000\u0001',
  '('.repeat(3_000),
  'x'.repeat(7_000),
  Array.from({ length: 1_500 }, (_, index) => `w${index}`).join(' '),
  '%_\\',
  '\u202e\ufeff\ud83d\ude00'.repeat(300),
  'e\u0301'.repeat(2_000),
]

export const viewing: readonly HostileKind[] = [
  {
    name: 'a page of four long code blocks',
    requests: (target) =>
      views(target, {
        title: 'Code',
        markdown: ['ts', 'python', 'cpp', 'xml'].map(code).join(''),
      }),
    perSecond: 10,
    holds: pages,
  },
  {
    name: 'a page of forty formulas',
    requests: (target) => views(target, { title: 'Formulas', markdown: formula.repeat(40) }),
    perSecond: 10,
    holds: pages,
  },
  {
    name: 'a page of two thousand formulas',
    requests: (target) =>
      views(target, { title: 'More formulas', markdown: formula.repeat(2_000) }),
    perSecond: 20,
    holds: pages,
  },
  {
    name: 'a page of diagrams',
    requests: (target) =>
      views(target, {
        title: 'Diagrams',
        markdown: () =>
          numbered(
            300,
            (index) => `\`\`\`mermaid\ngraph TD\n${'A-->B\n'.repeat(99)}C${index}\n\`\`\`\n\n`,
          ),
      }),
    perSecond: 10,
    holds: pages,
  },
  {
    name: 'a page of a huge table',
    requests: (target) => views(target, { title: 'Table', markdown: rows(1_000) }),
    perSecond: 10,
    holds: pages,
  },
  {
    name: 'a page of 10,000 headings',
    requests: (target) =>
      views(target, {
        title: 'Headings',
        markdown: () => numbered(10_000, (index) => `## H ${index}\n\n`),
      }),
    perSecond: 10,
    holds: pages,
  },
  {
    name: 'the largest pages',
    requests: (target) =>
      views(target, {
        title: 'Largest',
        markdown: 'A *word* and `code`.\n\n'.repeat(16_000),
        times: 100,
      }),
    perSecond: 50,
    holds: pages,
  },
  {
    name: 'one page of many different ones',
    requests: async (target) => {
      const ids = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          target.page(
            `One of many ${index}`,
            `${index}\n\n${code('ts').repeat(2)}${formula.repeat(20)}`,
          ),
        ),
      )
      return ids.map((id) => ({ path: `/wiki/spaces/${target.space.key}/pages/${id}` }))
    },
    holds: pages,
  },
  {
    name: 'differences between versions that share nothing',
    requests: (target) =>
      differences(target, 'Changed wholly', [
        numbered(8_000, (index) => `word${index} and more ${index * 7}\n\n`),
        numbered(8_000, (index) => `other${index * 3} text ${index}\n\n`),
      ]),
    holds: pages,
  },
  {
    name: 'differences between versions in another order',
    requests: (target) =>
      differences(target, 'Changed in order', [
        numbered(8_000, (index) => `${index}\n\n`),
        numbered(8_000, (index) => `${7_999 - index}\n\n`),
      ]),
    holds: pages,
  },
  {
    name: 'differences within one long paragraph',
    requests: (target) =>
      differences(target, 'Changed in words', [
        numbered(60_000, (index) => `a${index % 977} `),
        numbered(60_000, (index) => `a${(index * 31) % 977} `),
      ]),
    holds: pages,
  },
  {
    name: 'the Markdown of the largest page',
    requests: (target) =>
      views(target, { title: 'Source', markdown: '<&"> '.repeat(190_000), path: 'markdown' }),
    perSecond: 20,
    holds: pages,
  },
  {
    name: 'the ADF of the largest page',
    requests: (target) =>
      views(target, { title: 'Model', markdown: 'A *b*.\n\n'.repeat(15_000), path: 'adf' }),
    perSecond: 20,
    holds: pages,
  },
  {
    name: 'histories of versions that are not there',
    requests: async (target) => {
      const [one] = await views(target, {
        title: 'History',
        markdown: 'x',
        path: 'history',
        times: 1,
      })
      const numbers = ['-1', '0', '99999999999999999999', '1e3', 'a'.repeat(5_000), '%00']
      return numbers.flatMap((number) => [
        { path: `${one?.path}/${number}` },
        { path: `${one?.path}?before=${number}` },
      ])
    },
    holds: { statuses: [200, 400, 404], maxAnswerBytes },
  },
  {
    name: 'searches for odd words',
    requests: () =>
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? '/search' : '/search/suggest'))
        .flatMap((path) => searches.map((words) => `${path}?q=${encodeURIComponent(words)}`))
        .map((path) => ({ path: path.slice(0, 15_000) })),
    atOnce: 20,
    holds: { statuses: [200, 400, 414], maxAnswerBytes },
  },
  {
    name: 'searches from far pages',
    requests: () =>
      Array.from({ length: 200 }, (_, index) => ({
        path: `/search?q=a&page=${index}&label=${index}`,
      })),
    atOnce: 40,
    holds: { statuses: [200], maxAnswerBytes },
  },
  {
    name: 'a tree with thousands of branches opened',
    requests: async (target) => {
      const [one] = await views(target, { title: 'Tree', markdown: 'x', times: 1 })
      const opened = Array.from({ length: 1_700 }, (_, index) => `open=${index}`).join('&')
      return Array(100).fill({ path: `${one?.path}?${opened}` })
    },
    atOnce: 20,
    holds: pages,
  },
  {
    name: 'attachments that are not there',
    requests: (target) =>
      Array.from({ length: 500 }, (_, index) => ({
        path: `/wiki/spaces/${target.space.key}/attachments/${'a'.repeat(60)}${index}`,
      })),
    atOnce: 100,
    holds: { statuses: [404] },
  },
]
