/** Bodies of imports: deep, wide, odd and broken JSON. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const mib = 1024 * 1024
const large = 7 * mib
const contract = { shape: 'contract' } as const
const refused = { ...contract, statuses: [400, 413], maxAnswerBytes: 16 * 1024 }

function imports(target: Target, body: string | Uint8Array, times = 4): HostileRequest[] {
  const { endpointPath: path, credentials } = target
  return Array(times).fill({ path, headers: [credentials.api], body })
}

function extended(target: Target, more: string): string {
  return `${target.importBody().slice(0, -1)},${more}}`
}

function members(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(',')
}

export const json: readonly HostileKind[] = [
  {
    name: 'unknown fields by the hundred thousand',
    requests: (target) =>
      imports(
        target,
        extended(
          target,
          members(700_000, (index) => `"u${index}":0`),
        ),
        2,
      ),
    holds: refused,
  },
  {
    name: 'a hundred and one unknown fields',
    requests: (target) =>
      imports(
        target,
        extended(
          target,
          members(101, (index) => `"u${index}":0`),
        ),
      ),
    holds: refused,
  },
  {
    name: 'unknown fields with long names',
    requests: (target) =>
      imports(
        target,
        extended(
          target,
          members(90, (index) => `"${'n'.repeat(70_000)}${index}":0`),
        ),
      ),
    holds: contract,
  },
  {
    name: 'arrays in arrays',
    requests: (target) => imports(target, '['.repeat(large)),
    holds: refused,
  },
  {
    name: 'closed arrays in arrays',
    requests: (target) => imports(target, '['.repeat(large / 2) + ']'.repeat(large / 2)),
    holds: refused,
  },
  {
    name: 'objects in objects',
    requests: (target) =>
      imports(target, extended(target, `"u":${'{"a":'.repeat(mib)}0${'}'.repeat(mib)}`)),
    holds: refused,
  },
  {
    name: 'an array of millions',
    requests: (target) => imports(target, extended(target, `"u":[${'0,'.repeat(3 * mib)}0]`)),
    holds: contract,
  },
  {
    name: 'an array of millions of arrays',
    requests: (target) => imports(target, extended(target, `"u":[${'[],'.repeat(2 * mib)}0]`)),
    holds: contract,
  },
  {
    name: 'one field many times',
    requests: (target) =>
      imports(
        target,
        extended(
          target,
          members(500_000, () => '"content":"x"'),
        ),
      ),
    holds: contract,
  },
  {
    name: 'prototypes',
    requests: (target) =>
      imports(target, extended(target, '"__proto__":{"a":1},"constructor":{"prototype":1}')),
    holds: contract,
  },
  {
    name: 'numbers of a million digits',
    requests: (target) => imports(target, extended(target, `"u":${'9'.repeat(6 * mib)}`)),
    holds: contract,
  },
  {
    name: 'numbers beyond all bounds',
    requests: (target) =>
      imports(target, extended(target, `"u":[${members(300_000, () => '1e999999,-0.0')}]`)),
    holds: contract,
  },
  {
    name: 'escapes',
    requests: (target) =>
      imports(target, extended(target, `"content":"${'\\u0041'.repeat(1_000_000)}"`)),
    holds: contract,
  },
  {
    name: 'escaped zeroes',
    requests: (target) =>
      imports(target, extended(target, `"content":"${'\\u0000'.repeat(1_000_000)}"`)),
    holds: contract,
  },
  {
    name: 'half characters',
    requests: (target) =>
      imports(
        target,
        extended(target, `"pageTitle":"\\ud800","content":"${'\\ud800'.repeat(99)}"`),
      ),
    holds: refused,
  },
  {
    name: 'a title of control characters',
    requests: (target) => {
      const titles = ['\u009b31mred', '\u202egnp.exe', '\u001b]0;title\u0007', 'a\r\n::add-mask::b']
      return titles.flatMap((pageTitle) => imports(target, target.importBody({ pageTitle }), 1))
    },
    holds: { ...contract, lacks: /[\u001b\u009b\u202e]/ },
  },
  {
    name: 'a title of megabytes',
    requests: (target) => imports(target, target.importBody({ pageTitle: 'x'.repeat(large) })),
    holds: refused,
  },
  {
    name: 'labels by the million',
    requests: (target) =>
      imports(target, target.importBody({ labels: Array(1_000_000).fill('a') })),
    holds: refused,
  },
  {
    name: 'a byte order mark',
    requests: (target) => imports(target, `\ufeff${target.importBody()}`),
    holds: contract,
  },
  {
    name: 'bytes that are no UTF-8',
    requests: (target) => imports(target, Buffer.alloc(large, 0xff)),
    holds: refused,
  },
  {
    name: 'junk after the object',
    requests: (target) => imports(target, target.importBody() + '}'.repeat(large)),
    holds: refused,
  },
  {
    name: 'nothing but spaces',
    requests: (target) => imports(target, ' '.repeat(large)),
    holds: refused,
  },
  {
    name: 'a string without an end',
    requests: (target) => imports(target, `{"content":"${'\\\\'.repeat(large / 2)}`),
    holds: refused,
  },
  {
    name: 'text for a hundred thousand warnings',
    requests: (target) =>
      imports(
        target,
        target.importBody({
          content: '<video src="a.mp4"></video>\n\n'.repeat(30_000),
          dryRun: true,
        }),
      ),
    holds: { ...contract, maxAnswerBytes: 10_000_000 },
  },
  {
    name: 'a body larger than any',
    requests: (target) => imports(target, 'x'.repeat(9 * mib), 10),
    holds: { ...refused, statuses: [413] },
  },
]
