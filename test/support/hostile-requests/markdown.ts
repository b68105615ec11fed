/** Markdown that costs more than its size. @module */
import { documentOf } from '../family-search/families.ts'
import { foundFamilies } from '../family-search/found-families.ts'
import { hostileFamilies } from '../samples/hostile-families.ts'
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const kib = 1024
const answers = { shape: 'contract', maxAnswerBytes: 10_000_000 } as const

function dryRuns(target: Target, documents: readonly string[]): HostileRequest[] {
  return documents.map((content) => ({
    path: target.endpointPath,
    headers: [target.credentials.api],
    body: target.importBody({ content: content.slice(0, 1_000 * kib), dryRun: true }),
  }))
}

/** Every listed family at one size. */
function listed(target: Target, size: number): HostileRequest[] {
  return dryRuns(
    target,
    Object.values(hostileFamilies).map((family) => family(size)),
  )
}

/** One that was found: many small ones, which are quick to send, and a few as large as can be. */
function found(name: string, family: (size: number) => string): HostileKind[] {
  return [
    {
      name: `${name}, 15 KiB`,
      requests: (target) => dryRuns(target, Array(12).fill(family(15 * kib))),
      holds: answers,
    },
    {
      name: `${name}, 900 KiB`,
      requests: (target) => dryRuns(target, Array(3).fill(family(900 * kib))),
      holds: answers,
    },
  ]
}

const searched = foundFamilies.flatMap((family) =>
  found(`found: ${family.units.map((unit) => JSON.stringify(unit)).join(' ')}`, (size) =>
    documentOf(family, size),
  ),
)

export const markdown: readonly HostileKind[] = [
  {
    name: 'all listed families of Markdown, 15 KiB',
    requests: (target) => listed(target, 15 * kib),
    atOnce: 16,
    holds: answers,
  },
  {
    name: 'all listed families of Markdown, 200 KiB',
    requests: (target) => listed(target, 200 * kib),
    atOnce: 8,
    holds: answers,
  },
  {
    name: 'all listed families of Markdown, 1,000 KiB',
    requests: (target) => listed(target, 1_000 * kib),
    atOnce: 4,
    holds: answers,
  },
  ...searched,
]
