/** The wiki's own API: huge, deep and odd pages, and lists. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const api = { shape: 'wiki api', maxAnswerBytes: 10_000_000 } as const
const root = '/wiki/api/v2'

/** The same new page a few times at once; all but the first are there already. */
function pages(
  target: Target,
  value: string,
  { representation = 'atlas_doc_format', times = 3 } = {},
): HostileRequest[] {
  const body = JSON.stringify({
    spaceId: target.space.id,
    title: `Of ${representation}, ${value.length}`,
    body: { representation, value },
  })
  const headers = [target.credentials.host, 'Content-Type: application/json']
  return Array(times).fill({ path: `${root}/pages`, headers, body })
}

function reads(target: Target, paths: readonly string[]): HostileRequest[] {
  return paths.map((path) => ({ path: root + path, headers: [target.credentials.host] }))
}

const doc = (content: string): string => `{"type":"doc","version":1,"content":[${content}]}`
const paragraph = '{"type":"paragraph","content":[{"type":"text","text":"a"}]}'
const nested = (depth: number): string =>
  doc(`${'{"type":"blockquote","content":['.repeat(depth)}${paragraph}${']}'.repeat(depth)}`)
const marks = `[${Array(20_000).fill('{"type":"strong"}').join(',')}]`

export const wikiApi: readonly HostileKind[] = [
  {
    name: 'ADF of 80,000 paragraphs',
    requests: (target) => pages(target, doc(Array(80_000).fill(paragraph).join(','))),
    holds: api,
  },
  {
    name: 'ADF of deep quotes',
    requests: (target) => pages(target, nested(40_000)),
    holds: { ...api, statuses: [400, 413] },
  },
  {
    name: 'ADF of unknown nodes',
    requests: (target) => pages(target, doc(Array(100_000).fill('{"type":"nonsense"}').join(','))),
    holds: { ...api, statuses: [400, 413] },
  },
  {
    name: 'ADF of one text with marks by the thousand',
    requests: (target) =>
      pages(
        target,
        doc(`{"type":"paragraph","content":[{"type":"text","text":"a","marks":${marks}}]}`),
      ),
    holds: api,
  },
  {
    name: 'ADF of attributes by the thousand',
    requests: (target) => {
      const attrs = Array.from({ length: 200_000 }, (_, index) => `"a${index}":1`).join(',')
      return pages(target, doc(`{"type":"heading","attrs":{"level":1,${attrs}},"content":[]}`))
    },
    holds: api,
  },
  {
    name: 'ADF that is no JSON',
    requests: (target) => pages(target, '['.repeat(4_000_000)),
    holds: { ...api, statuses: [400, 413] },
  },
  {
    name: 'JSON in JSON, deeply',
    requests: (target) => {
      const { host } = target.credentials
      const body = `{"a":${'['.repeat(3_000_000)}`
      return Array(3).fill({ path: `${root}/pages`, headers: [host], body })
    },
    holds: { ...api, statuses: [400, 413] },
  },
  {
    name: 'storage format, wide and deep',
    requests: (target) => [
      ...pages(target, '<p>a</p>'.repeat(500_000), { representation: 'storage' }),
      ...pages(target, '<div>'.repeat(500_000), { representation: 'storage' }),
      ...pages(target, '<ac:structured-macro>'.repeat(100_000), { representation: 'storage' }),
      ...pages(target, '&'.repeat(3_000_000), { representation: 'storage' }),
    ],
    holds: api,
  },
  {
    name: 'HTML as a body',
    requests: (target) => pages(target, '<p>'.repeat(900_000), { representation: 'view' }),
    holds: api,
  },
  {
    name: 'large pages as storage format and as HTML',
    requests: async (target) => {
      const id = await target.page(
        'For other clients',
        'A *word*, `code`.\n\n- x\n\n'.repeat(8_000),
      )
      const forms = ['storage', 'view', 'atlas_doc_format']
      return Array(5)
        .fill(
          reads(
            target,
            forms.map((form) => `/pages/${id}?body-format=${form}`),
          ),
        )
        .flat()
    },
    holds: api,
  },
  {
    name: 'odd cursors and limits',
    requests: (target) =>
      reads(target, [
        `/pages?cursor=${'A'.repeat(14_000)}`,
        '/pages?limit=99999999999999999999',
        '/pages?limit=-1',
        `/pages?title=${'x'.repeat(14_000)}`,
        `/spaces?keys=${'A,'.repeat(7_000)}`,
        `/pages?${'id=1&'.repeat(3_000)}`,
        '/pages/99999999999999999999999',
        '/pages/%00',
        '/spaces/1/pages?depth=root&sort=-title&limit=250',
      ]),
    holds: api,
  },
  {
    name: 'strangers at the wiki API',
    requests: () =>
      Array(60).fill({ path: `${root}/pages`, body: 'x'.repeat(1_000_000), statuses: [401] }),
    holds: api,
  },
]
