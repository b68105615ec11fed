/** The head of a request: huge, many, odd and contradictory headers, methods and framings. @module */
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const refused = { statuses: [400, 401, 403, 404, 405, 408, 413, 415, 417, 421, 431, 501] }
const kib = 1024

function reads(headers: readonly string[], times = 20, path = '/'): HostileRequest[] {
  return Array(times).fill({ path, headers })
}

function imports(target: Target, headers: readonly string[], times = 20): HostileRequest[] {
  const { endpointPath: path, credentials } = target
  const own = headers.some((line) => /^authorization:/i.test(line)) ? [] : [credentials.api]
  return Array(times).fill({ path, headers: [...own, ...headers], body: target.importBody() })
}

function raw(text: string, times = 1): HostileRequest[] {
  return Array(times).fill({ path: '', raw: text })
}

function chunked(target: Target, body: string): string {
  const head = [`POST ${target.endpointPath} HTTP/1.1`, 'Host: localhost', 'Connection: close']
  head.push(target.credentials.api, 'Transfer-Encoding: chunked')
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function inChunks(text: string): string {
  return `${Array.from(text, (character) => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`
}

export const headers: readonly HostileKind[] = [
  {
    name: 'a header of 40 KB',
    requests: () => reads([`X: ${'x'.repeat(40_000)}`]),
    holds: refused,
  },
  {
    name: 'a header of 8 MB',
    requests: () => reads([`X: ${'x'.repeat(8_000_000)}`], 4),
    holds: refused,
  },
  {
    name: 'headers by the thousand',
    requests: () => reads(Array.from({ length: 1_500 }, (_, index) => `X${index}: y`)),
    holds: {},
  },
  {
    name: 'cookies by the thousand',
    requests: () => reads([`Cookie: ${'a=b; '.repeat(3_000)}`], 100),
    holds: {},
  },
  {
    name: 'one cookie of many signs',
    requests: () => reads([`Cookie: session=${'%25'.repeat(5_000)}`], 100),
    holds: {},
  },
  {
    name: 'a token of 15 KB',
    requests: (target) => imports(target, [`Authorization: Bearer ${'a.'.repeat(7_500)}`], 100),
    holds: { shape: 'contract', statuses: [401] },
  },
  {
    name: 'a token with a head of its own making',
    requests: (target) => {
      const head = { alg: 'HS256', typ: 'markport+jwt', kid: 'x'.repeat(6 * kib), crit: ['a'] }
      const encoded = Buffer.from(JSON.stringify(head)).toString('base64url')
      return imports(target, [`Authorization: Bearer ${encoded}.e30.${'a'.repeat(43)}`], 100)
    },
    holds: { shape: 'contract', statuses: [401, 403] },
  },
  {
    name: 'an idempotency key of 15 KB',
    requests: (target) => imports(target, [`Idempotency-Key: ${'k'.repeat(15_000)}`]),
    holds: { shape: 'contract', statuses: [400] },
  },
  {
    name: 'one idempotency key, at once',
    requests: (target) => imports(target, ['Idempotency-Key: the-same'], 200),
    holds: { shape: 'contract' },
  },
  {
    name: 'expectations',
    requests: (target) => [
      ...imports(target, ['Expect: 100-continue']),
      ...imports(target, ['Expect: nonsense']),
    ],
    holds: {},
  },
  {
    name: 'ranges by the thousand',
    requests: () => reads([`Range: bytes=${'0-1,'.repeat(3_000)}0-1`], 100),
    holds: {},
  },
  {
    name: 'conditions by the thousand',
    requests: () => reads([`If-None-Match: ${'"a", '.repeat(2_500)}"a"`], 100),
    holds: {},
  },
  {
    name: 'languages and encodings by the thousand',
    requests: () =>
      reads(
        [`Accept-Language: ${'a;q=0.1,'.repeat(900)}`, `Accept-Encoding: ${'a,'.repeat(3_000)}`],
        100,
      ),
    holds: {},
  },
  {
    name: 'two Host headers',
    requests: (target) => reads([`Host: ${target.origin.host}`, 'Host: evil.example']),
    holds: { statuses: [400, 421] },
  },
  {
    name: 'the Host of another site',
    requests: (target) => reads([`Host: evil.example:${target.origin.port}`]),
    holds: { shape: 'contract', statuses: [421] },
  },
  {
    name: 'the Host of a proxy that nobody told of',
    requests: () => reads(['Host: wiki.example.org', 'X-Forwarded-For: 203.0.113.9']),
    holds: { shape: 'contract', statuses: [421] },
  },
  {
    name: 'an import to the Host of another site',
    requests: (target) => imports(target, ['Host: evil.example'], 2),
    holds: { shape: 'contract', statuses: [421] },
  },
  {
    name: 'other methods',
    requests: (target) =>
      ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET'].map((method) => ({
        method,
        path: target.endpointPath,
      })),
    holds: refused,
  },
  {
    name: 'paths of 15 KB',
    requests: () => [
      ...reads([], 50, `/${'a/'.repeat(7_000)}`),
      ...reads([], 50, `/${'%2e%2e%2f'.repeat(1_500)}`),
      ...reads([], 50, `/wiki/spaces/${'%F0%9F%98%80'.repeat(1_000)}`),
    ],
    holds: {},
  },
  {
    name: 'what is no HTTP',
    requests: () => [
      ...raw('SSH-2.0-OpenSSH_9.9\r\n\r\n', 20),
      ...raw('\u0016\u0003\u0001\u0002\u0000'.repeat(100), 20),
      ...raw('GET /\r\n\r\n', 20),
      ...raw('\0'.repeat(100_000), 20),
    ],
    holds: refused,
  },
  {
    name: 'five hundred requests in a row on one connection',
    requests: () => [
      ...raw(
        `${'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500)}GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
        4,
      ).map((request) => ({ ...request, statuses: [200, 421] })),
    ],
    holds: { maxAnswerBytes: 10_000_000 },
  },
  {
    name: 'a body in chunks of one byte',
    requests: (target) =>
      raw(chunked(target, inChunks(target.importBody({ content: 'x'.repeat(100_000) }))), 4),
    holds: { shape: 'contract' },
  },
  {
    name: 'chunks with long extensions',
    requests: (target) => raw(chunked(target, `1;${'x'.repeat(200_000)}\r\n{\r\n0\r\n\r\n`), 10),
    holds: { ...refused, shape: 'contract' },
  },
  {
    name: 'trailers by the thousand',
    requests: (target) => {
      const body = target.importBody()
      const size = Buffer.byteLength(body).toString(16)
      return raw(chunked(target, `${size}\r\n${body}\r\n0\r\n${'X: y\r\n'.repeat(5_000)}\r\n`), 10)
    },
    holds: {},
  },
  {
    name: 'refusals to clients that write before they read',
    requests: (target) => {
      const body = 'x'.repeat(4 * 1024 * kib)
      const { endpointPath: path, credentials } = target
      const manner = 'writing first' as const
      const refusals: HostileRequest[] = [
        { path, body, manner, statuses: [401] },
        {
          path,
          body: 'x'.repeat(9 * 1024 * kib),
          headers: [credentials.api],
          manner,
          statuses: [413],
        },
        {
          path,
          body,
          headers: [`${credentials.api.slice(0, -4)}AAAA`],
          manner,
          statuses: [401, 403],
        },
      ]
      return Array(6).fill(refusals).flat()
    },
    holds: { shape: 'contract' },
  },
]
