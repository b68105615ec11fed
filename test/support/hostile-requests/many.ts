/** Many at once: writers, slow senders, readers that do not read, connections that break off. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const contract = { shape: 'contract' } as const
const kib = 1024

function writers(
  target: Target,
  { count, bytes, ...rest }: { count: number; bytes: number } & Partial<HostileRequest>,
): HostileRequest[] {
  const paragraph = 'Some *words* of a paragraph, and [a link](/there).\n\n'
  const content = paragraph.repeat(Math.ceil(bytes / paragraph.length))
  return Array.from({ length: count }, (_, index) => ({
    path: target.endpointPath,
    headers: [target.credentials.api],
    body: target.importBody({ pageTitle: `Of ${bytes} bytes, ${index}`, content }),
    ...rest,
  }))
}

export const many: readonly HostileKind[] = [
  {
    name: '512 writers of 10 KB',
    requests: (target) => writers(target, { count: 1_536, bytes: 10 * kib }),
    atOnce: 512,
    holds: contract,
  },
  {
    name: '200 writers of 1 MB',
    requests: (target) => writers(target, { count: 200, bytes: 1_000 * kib }),
    holds: contract,
  },
  {
    name: '64 writers of 100 KB',
    requests: (target) => writers(target, { count: 256, bytes: 100 * kib }),
    atOnce: 64,
    holds: contract,
  },
  {
    name: '256 writers of one page',
    requests: (target) =>
      Array(512).fill({
        path: target.endpointPath,
        headers: [target.credentials.api],
        body: target.importBody({ pageTitle: 'One page for all' }),
      }),
    atOnce: 256,
    holds: contract,
  },
  {
    name: '100 dry runs of 1 MB',
    requests: (target) =>
      Array(100).fill({
        path: target.endpointPath,
        headers: [target.credentials.api],
        body: target.importBody({ content: '- *item*\n'.repeat(100_000), dryRun: true }),
      }),
    holds: { ...contract, maxAnswerBytes: 10_000_000 },
  },
  {
    name: 'slow senders',
    requests: (target) => writers(target, { count: 400, bytes: 10 * kib, manner: 'in pieces' }),
    holds: contract,
  },
  {
    name: 'slow senders of 1 MB',
    requests: (target) => writers(target, { count: 100, bytes: 1_000 * kib, manner: 'in pieces' }),
    holds: contract,
  },
  {
    name: 'readers that never read',
    requests: async (target) => {
      const id = await target.page('Large to read', '- *item*\n'.repeat(40_000))
      const path = `/wiki/spaces/${target.space.key}/adf/${id}`
      return Array(60).fill({ path, manner: 'unread' })
    },
    holds: {},
  },
  {
    name: 'writers that never read',
    requests: (target) =>
      writers(target, { count: 100, bytes: 300 * kib, manner: 'unread' }).map((request) => ({
        ...request,
        body: (request.body as string).replace(
          '"overwrite":true',
          '"overwrite":true,"dryRun":true',
        ),
      })),
    holds: {},
  },
  {
    name: 'connections that break off',
    requests: (target) => writers(target, { count: 400, bytes: 300 * kib, manner: 'broken off' }),
    atOnce: 100,
    holds: {},
  },
  {
    name: '2,000 readers at once',
    requests: async (target) => {
      const id = await target.page('Read by many', 'Some words.\n\n'.repeat(200))
      return Array(2_000).fill({ path: `/wiki/spaces/${target.space.key}/pages/${id}` })
    },
    atOnce: 500,
    holds: {},
  },
  {
    name: 'strangers with 1 MB each',
    requests: (target) =>
      Array(100).fill({ path: target.endpointPath, body: 'x'.repeat(1_000 * kib) }),
    holds: { ...contract, statuses: [401] },
  },
]
