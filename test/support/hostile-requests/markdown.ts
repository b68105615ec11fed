/** Markdown that costs more than its size. @module */
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

function listed(target: Target, size: number): HostileRequest[] {
  return dryRuns(
    target,
    Object.values(hostileFamilies).map((family) => family(size)),
  )
}

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

const steep: readonly (readonly string[])[] = [
  // Bare addresses beside tags: 64 KiB take a gigabyte of memory.
  ['x></www.<'],
  ['br></www.<'],
  ['www.<b>'],
  ['|www.a', '0</b>1. '],
  ['www.$', ']({'],
  ['[www.'],
  ['ttp://![h'],
  ['[', '}!http://'],
  ['http://*'],
  ['_http://'],
  ['&http://'],
  ['(0http://'],
  ['a_'],
  ['&ap;', 'ww'],
  ['-1&mp;'],
]

const searched = steep.flatMap((units) => {
  const unit = units.join('')
  return found(`found: ${units.map((one) => JSON.stringify(one)).join(' ')}`, (size) =>
    unit.repeat(Math.ceil(size / unit.length)),
  )
})

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
