/** The wiki's own API: large pages and odd lists. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const api = { shape: 'wiki api', maxAnswerBytes: 10_000_000 } as const
const root = '/wiki/api/v2'

function reads(target: Target, paths: readonly string[]): HostileRequest[] {
  return paths.map((path) => ({ path: root + path, headers: [target.credentials.host] }))
}

export const wikiApi: readonly HostileKind[] = [
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
        `/pages?${'space-id=1&'.repeat(1_500)}`,
        '/pages/99999999999999999999999',
        '/pages/%00',
        '/spaces/1/pages?limit=250',
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
