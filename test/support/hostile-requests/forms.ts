/** Forms: long, of many fields and parts, broken, and from people who never signed in. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const mib = 1024 * 1024
const urlencoded = 'Content-Type: application/x-www-form-urlencoded'
const fromPage = 'Sec-Fetch-Site: same-origin'
const boundary = 'hostile'

function strange(body: string, headers = [urlencoded]): HostileRequest {
  return { path: '/import', headers: [fromPage, ...headers], body }
}

const refused = { statuses: [303, 400, 401, 403, 413], maxAnswerBytes: 64 * 1024 }

async function written(
  target: Target,
  body: (csrf: string) => string | Uint8Array,
  contentType = urlencoded,
): Promise<HostileRequest[]> {
  const { cookie, csrf } = await target.writer()
  const headers = [fromPage, cookie, contentType]
  return Array(3).fill({ path: '/import/preview', headers, body: body(csrf) })
}

const multipart = `Content-Type: multipart/form-data; boundary=${boundary}`
const part = (name: string, text: string, header = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${header}\r\n${text}\r\n`
const end = `--${boundary}--\r\n`

function nestedParts(depth: number): string {
  let text = 'x'
  for (let level = 0; level < depth; level += 1) {
    text = `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level - 1}\r\n\r\n${text}\r\n--b${level}--\r\n`
  }
  return text
}

export const forms: readonly HostileKind[] = [
  {
    name: 'ampersands from a stranger',
    requests: () => Array(4).fill(strange('a&'.repeat(mib / 2))),
    holds: refused,
  },
  {
    name: '8 MiB of ampersands from a stranger',
    requests: () => [strange('a&'.repeat(4 * mib - 100))],
    holds: refused,
  },
  {
    name: 'a form of pointed brackets from a stranger',
    requests: () => Array(3).fill(strange(`content=${'<'.repeat(8 * mib - 100)}`)),
    holds: refused,
  },
  {
    name: 'a form of quotes from a stranger',
    requests: () => Array(3).fill(strange(`pageTitle=${'"'.repeat(8 * mib - 100)}`)),
    holds: refused,
  },
  {
    name: 'a form for a preview from a stranger',
    requests: () => Array(4).fill({ ...strange('a&'.repeat(mib / 2)), path: '/import/preview' }),
    holds: refused,
  },
  {
    name: 'multipart from a stranger',
    requests: () => Array(4).fill(strange(part('a', 'x').repeat(20_000) + end, [multipart])),
    holds: refused,
  },
  {
    name: 'ampersands of the writer',
    requests: (target) => written(target, (csrf) => `csrf=${csrf}&${'a&'.repeat(mib / 2)}`),
    holds: {},
  },
  {
    name: 'many different fields',
    requests: (target) =>
      written(target, (csrf) => {
        const fields = Array.from({ length: 200_000 }, (_, index) => `f${index}=v`)
        return [`csrf=${csrf}`, ...fields].join('&')
      }),
    holds: {},
  },
  {
    name: 'percent signs',
    requests: (target) => written(target, (csrf) => `csrf=${csrf}&content=${'%'.repeat(2 * mib)}`),
    holds: {},
  },
  {
    name: 'equals signs',
    requests: (target) => written(target, (csrf) => `csrf=${csrf}&${'='.repeat(2 * mib)}`),
    holds: {},
  },
  {
    name: 'a preview of pointed brackets',
    requests: (target) => written(target, (csrf) => `csrf=${csrf}&content=${'<'.repeat(mib)}`),
    holds: { maxAnswerBytes: 10_000_000 },
  },
  {
    name: 'thousands of parts',
    requests: (target) =>
      written(
        target,
        (csrf) => part('csrf', csrf) + part('a', 'x').repeat(50_000) + end,
        multipart,
      ),
    holds: {},
  },
  {
    name: 'parts with headers of 500 KB',
    requests: (target) =>
      written(
        target,
        (csrf) => part('csrf', csrf) + part('a', 'x', `X: ${'x'.repeat(500_000)}\r\n`) + end,
        multipart,
      ),
    holds: {},
  },
  {
    name: 'parts with thousands of headers',
    requests: (target) =>
      written(
        target,
        (csrf) => part('csrf', csrf) + part('a', 'x', 'X: y\r\n'.repeat(200_000)) + end,
        multipart,
      ),
    holds: {},
  },
  {
    name: 'parts within parts',
    requests: (target) =>
      written(target, () => nestedParts(400), 'Content-Type: multipart/form-data; boundary=b399'),
    holds: {},
  },
  {
    name: 'parts without an end',
    requests: (target) =>
      written(target, (csrf) => part('csrf', csrf) + part('content', 'x'.repeat(mib)), multipart),
    holds: {},
  },
  {
    name: 'lines that are almost the boundary',
    requests: (target) =>
      written(
        target,
        (csrf) => part('csrf', csrf) + part('content', `\r\n--${boundary}X`.repeat(200_000)) + end,
        multipart,
      ),
    holds: {},
  },
  {
    name: 'odd boundaries',
    requests: async (target) => {
      const lines = [
        '',
        '-'.repeat(70),
        'x'.repeat(10_000),
        '"',
        '"a b"',
        '\u00e9',
        'a; boundary=b',
      ]
      const requests: HostileRequest[] = []
      for (const line of lines) {
        const contentType = `${multipart.slice(0, -boundary.length)}${line}`
        requests.push(...(await written(target, () => `--${line}\r\n`.repeat(1_000), contentType)))
      }
      return requests
    },
    holds: {},
  },
  {
    name: 'sign-in forms larger than any',
    requests: async (target) => {
      const { cookie, csrf } = await target.visitor('/sign-in')
      const body = `csrf=${csrf}&${'a&'.repeat(mib)}`
      const headers = [fromPage, cookie, urlencoded]
      return Array(20).fill({ path: '/sign-in', headers, body })
    },
    holds: refused,
  },
]
