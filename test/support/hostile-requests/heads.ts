/** The head of a request: huge, many, odd and contradictory headers, methods, framings, and passwords. @module */
import { userPassword } from '../prepared-store.ts'
import {
  contract,
  type HostileKind,
  type HostileRequest,
  imports,
  kindsThat,
  many,
} from './hostile-kind.ts'
import { type Target, writerName } from './target.ts'

const refused = { statuses: [400, 401, 403, 404, 405, 408, 413, 415, 417, 421, 431, 501] }
const kib = 1024

function reads(headers: readonly string[], times = 20, path = '/'): HostileRequest[] {
  return Array(times).fill({ path, headers })
}

function importsWith(target: Target, headers: readonly string[], times = 20): HostileRequest[] {
  const own = headers.some((line) => /^authorization:/i.test(line)) ? [] : [target.credentials.api]
  return imports(target, target.importBody(), times, { headers: [...own, ...headers] })
}

function raw(text: string, times: number): HostileRequest[] {
  return Array(times).fill({ path: '', raw: text })
}

function chunked(target: Target, body: string, times: number): HostileRequest[] {
  const head = [`POST ${target.endpointPath} HTTP/1.1`, 'Host: localhost', 'Connection: close']
  head.push(target.credentials.api, 'Transfer-Encoding: chunked')
  return raw(`${head.join('\r\n')}\r\n\r\n${body}`, times)
}

function inChunks(text: string): string {
  return `${Array.from(text, (character) => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`
}

function foreignHead(): string {
  const head = { alg: 'HS256', typ: 'markport+jwt', kid: 'x'.repeat(6 * kib), crit: ['a'] }
  return `${Buffer.from(JSON.stringify(head)).toString('base64url')}.e30.${'a'.repeat(43)}`
}

const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

const framed = [
  ...kindsThat(refused, {
    'a header of 40 KB': () => reads([`X: ${'x'.repeat(40_000)}`]),
    'a header of 8 MB': () => reads([`X: ${'x'.repeat(8_000_000)}`], 4),
    'what is no HTTP': () => [
      ...raw('SSH-2.0-OpenSSH_9.9\r\n\r\n', 20),
      ...raw('\u0016\u0003\u0001\u0002\u0000'.repeat(100), 20),
      ...raw('GET /\r\n\r\n', 20),
      ...raw('\0'.repeat(100_000), 20),
    ],
  }),
  ...kindsThat(
    {},
    {
      'headers by the thousand': () => reads(many(1_500, (index) => `X${index}: y`)),
      'cookies by the thousand': () => reads([`Cookie: ${'a=b; '.repeat(3_000)}`], 100),
      'one cookie of many signs': () => reads([`Cookie: session=${'%25'.repeat(5_000)}`], 100),
      expectations: (target) => [
        ...importsWith(target, ['Expect: 100-continue']),
        ...importsWith(target, ['Expect: nonsense']),
      ],
      'ranges by the thousand': () => reads([`Range: bytes=${'0-1,'.repeat(3_000)}0-1`], 100),
      'conditions by the thousand': () =>
        reads([`If-None-Match: ${'"a", '.repeat(2_500)}"a"`], 100),
      'languages and encodings by the thousand': () => {
        const languages = `Accept-Language: ${'a;q=0.1,'.repeat(900)}`
        return reads([languages, `Accept-Encoding: ${'a,'.repeat(3_000)}`], 100)
      },
      'paths of 15 KB': () => [
        ...reads([], 50, `/${'a/'.repeat(7_000)}`),
        ...reads([], 50, `/${'%2e%2e%2f'.repeat(1_500)}`),
        ...reads([], 50, `/wiki/spaces/${'%F0%9F%98%80'.repeat(1_000)}`),
      ],
      'trailers by the thousand': (target) => {
        const body = target.importBody()
        const size = Buffer.byteLength(body).toString(16)
        return chunked(target, `${size}\r\n${body}\r\n0\r\n${'X: y\r\n'.repeat(5_000)}\r\n`, 10)
      },
    },
  ),
  ...kindsThat(contract, {
    'one idempotency key, at once': (t) => importsWith(t, ['Idempotency-Key: the-same'], 200),
    'a body in chunks of one byte': (t) =>
      chunked(t, inChunks(t.importBody({ content: 'x'.repeat(100_000) })), 4),
    'refusals to clients that write before they read': ({ endpointPath: path, credentials }) => {
      const body = 'x'.repeat(4 * 1024 * kib)
      const { api } = credentials
      const rest = { path, manner: 'writing first' } as const
      const refusals: HostileRequest[] = [
        { ...rest, body, statuses: [401] },
        { ...rest, body: 'x'.repeat(9 * 1024 * kib), headers: [api], statuses: [413] },
        { ...rest, body, headers: [`${api.slice(0, -4)}AAAA`], statuses: [401, 403] },
      ]
      return Array(6).fill(refusals).flat()
    },
  }),
  ...kindsThat(
    { ...refused, ...contract },
    {
      'a token of 15 KB': (t) =>
        importsWith(t, [`Authorization: Bearer ${'a.'.repeat(7_500)}`], 100),
      'a token with a head of its own making': (t) =>
        importsWith(t, [`Authorization: Bearer ${foreignHead()}`], 100),
      'an idempotency key of 15 KB': (t) =>
        importsWith(t, [`Idempotency-Key: ${'k'.repeat(15_000)}`]),
      'chunks with long extensions': (t) =>
        chunked(t, `1;${'x'.repeat(200_000)}\r\n{\r\n0\r\n\r\n`, 10),
    },
  ),
  ...kindsThat(
    { statuses: [200, 421], maxAnswerBytes: 10_000_000 },
    {
      'five hundred requests in a row on one connection': () =>
        raw(`${`${get}\r\n`.repeat(500)}${get}Connection: close\r\n\r\n`, 4),
    },
  ),
]

const fromPage = 'Sec-Fetch-Site: same-origin'
const urlencoded = 'Content-Type: application/x-www-form-urlencoded'
const wrong = [400, 401, 403, 429, 503]

function tries(names: readonly string[], password: string, from: string): HostileRequest[] {
  return names.map((name) => ({ ...signInForm(name, password), from }))
}

function signInForm(name: string, password: string): HostileRequest {
  const body = String(new URLSearchParams({ name, password, next: '/' }))
  return { path: '/sign-in', headers: [fromPage, urlencoded], body }
}

const signIn = [
  ...kindsThat(
    { statuses: wrong },
    {
      'wrong passwords for many names': () => {
        const names = many(400, (index) => `name${index}`)
        return tries(names, 'wrong password', '127.0.0.2')
      },
      'wrong passwords from many addresses': () => {
        const names = Array(8).fill(writerName)
        return many(50, (index) => tries(names, 'wrong', `127.0.1.${index + 1}`)).flat()
      },
    },
  ),
  ...kindsThat(
    { statuses: wrong, logs: /"msg":"[^"]*(sign|password)/i },
    {
      'the right password after forty wrong ones from elsewhere': () => {
        const bad = tries(Array(40).fill(writerName), 'wrong password', '127.0.0.3')
        const right = signInForm(writerName, userPassword)
        return [...bad, { ...right, statuses: [303] }]
      },
    },
    { atOnce: 1 },
  ),
  ...kindsThat(
    { statuses: [...wrong, 413] },
    {
      'passwords of megabytes': () =>
        tries(Array(30).fill('someone'), 'p'.repeat(2_000_000), '127.0.0.4'),
    },
  ),
  ...kindsThat(
    { statuses: [404, 429, 503] },
    {
      'a flood of one-time links that are none': () =>
        many(500, (index) => ({ path: `/choose-password/${'x'.repeat(40)}${index}` })),
    },
    { atOnce: 100 },
  ),
  ...kindsThat(
    { statuses: [401, 403, 404] },
    {
      'metrics for strangers, where readers are users': () => Array(20).fill({ path: '/metrics' }),
    },
    { serve: ['--readers', 'users'] },
  ),
]

export const heads: readonly HostileKind[] = [...framed, ...signIn]
