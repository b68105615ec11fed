/** Signing in: floods, passwords that are none, and who is locked out by them. @module */
import { userPassword } from '../prepared-store.ts'
import type { HostileKind, HostileRequest } from './kind.ts'
import { type Browser, type Target, writerName } from './target.ts'

const fromPage = 'Sec-Fetch-Site: same-origin'
const urlencoded = 'Content-Type: application/x-www-form-urlencoded'

async function tries(
  target: Target,
  { names, password, from }: { names: readonly string[]; password: string; from: string },
): Promise<HostileRequest[]> {
  const browser = await target.visitor('/sign-in')
  return names.map((name) => ({ ...form(browser, name, password), from }))
}

function form(browser: Browser, name: string, password: string): HostileRequest {
  const { cookie, csrf } = browser
  return {
    path: '/sign-in',
    headers: [fromPage, urlencoded, cookie],
    body: String(new URLSearchParams({ csrf, name, password, next: '/' })),
  }
}

const wrong = [400, 401, 403, 429, 503]

export const signIn: readonly HostileKind[] = [
  {
    name: 'wrong passwords for many names',
    requests: (target) => {
      const names = Array.from({ length: 400 }, (_, index) => `name${index}`)
      return tries(target, { names, password: 'wrong password', from: '127.0.0.2' })
    },
    holds: { statuses: wrong },
  },
  {
    name: 'wrong passwords from many addresses',
    requests: async (target) => {
      const sets = Array.from({ length: 50 }, (_, index) => {
        const names = Array(8).fill(writerName)
        return tries(target, { names, password: 'wrong', from: `127.0.1.${index + 1}` })
      })
      return (await Promise.all(sets)).flat()
    },
    holds: { statuses: wrong },
  },
  {
    name: 'the right password after forty wrong ones from elsewhere',
    requests: async (target) => {
      const names = Array(40).fill(writerName)
      const bad = await tries(target, { names, password: 'wrong password', from: '127.0.0.3' })
      return [...bad, { ...form(await target.writer(), writerName, userPassword), statuses: [303] }]
    },
    atOnce: 1,
    holds: { statuses: wrong, logs: /"msg":"[^"]*(sign|password)/i },
  },
  {
    name: 'passwords of megabytes',
    requests: (target) =>
      tries(target, {
        names: Array(30).fill('someone'),
        password: 'p'.repeat(2_000_000),
        from: '127.0.0.4',
      }),
    holds: { statuses: [...wrong, 413] },
  },
  {
    name: 'a password of one letter twelve times',
    requests: async (target) => {
      const path = `/choose-password/${target.credentials.linkCode}`
      const { cookie, csrf } = await target.visitor(path)
      const password = 'aaaaaaaaaaaa'
      const body = String(new URLSearchParams({ csrf, password, repeated: password }))
      return [{ path, headers: [fromPage, urlencoded, cookie], body }]
    },
    holds: { statuses: [400] },
  },
  {
    name: 'a flood of one-time links that are none',
    requests: () =>
      Array.from({ length: 500 }, (_, index) => ({
        path: `/choose-password/${'x'.repeat(40)}${index}`,
      })),
    atOnce: 100,
    holds: { statuses: [404, 429, 503] },
  },
  {
    name: 'metrics for strangers, where readers are users',
    serve: ['--readers', 'users'],
    requests: () => Array(20).fill({ path: '/metrics' }),
    holds: { statuses: [401, 403, 404] },
  },
]
