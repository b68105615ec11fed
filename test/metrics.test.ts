/** Who may read the figures, and where they are. @module */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ServeOptions } from '../src/server/service/serve-options.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { callCli } from './support/service/run-cli.ts'
import { startService } from './support/service/service-process.ts'

const token = 'a-token-for-the-metrics'
const figures = /^markport_http_requests_total/m

async function serverWith(t: TestContext, options: Partial<ServeOptions>) {
  const server = await startFreshServer('sqlite', options)
  t.after(() => server.stop())
  const ask = async (
    authorization?: string,
    url = `${server.url}/metrics`,
  ): Promise<{ status: number; text: string; scheme: string | null }> => {
    const response = await fetch(url, authorization ? { headers: { authorization } } : {})
    const scheme = response.headers.get('www-authenticate')
    return { status: response.status, text: await response.text(), scheme }
  }
  return { server, ask }
}

test('are open on a loopback address where anyone may read', async (t) => {
  const { server, ask } = await serverWith(t, { readers: 'anyone' })
  await fetch(server.url)
  const { status, text } = await ask()
  assert.equal(status, 200)
  assert.match(text, figures)
})

test('count requests by the pattern of their address, and imports by their outcome', async (t) => {
  const { server, ask } = await serverWith(t, { readers: 'anyone' })
  const page = `${server.url}/wiki/spaces/${server.space.key}/pages/${await server.save()}`
  await server.post()
  await server.post({}, { authorization: 'Bearer none' })
  for (const address of [page, page, `${server.url}/nothing`]) await (await fetch(address)).text()
  const { text } = await ask()
  const webtrigger = '/wiki/apps/:appId/:envId/webtrigger'
  for (const [route, method, status, count] of [
    [webtrigger, 'POST', 201, 1],
    [webtrigger, 'POST', 400, 1],
    [webtrigger, 'POST', 401, 1],
    ['/wiki/spaces/:key/pages/:id', 'GET', 200, 2],
    ['/*', 'GET', 404, 1],
  ]) {
    const labels = `{route="${route}",method="${method}",status="${status}"}`
    assert.ok(text.includes(`markport_http_requests_total${labels} ${count}\n`), labels)
  }
  for (const key of ['ok', 'already-exists', 'unauthorized']) {
    assert.ok(text.includes(`markport_imports_total{key="${key}"} 1\n`), key)
  }
  assert.match(text, /^markport_import_seconds_count 3$/m)
})

for (const [where, options] of [
  ['where only users read', { readers: 'users' }],
  ['behind a proxy', { readers: 'anyone', isBehindProxy: true }],
] as const) {
  test(`are not there ${where}, token or not`, async (t) => {
    const { server, ask } = await serverWith(t, options)
    const nothing = await fetch(`${server.url}/nothing-at-all`)
    for (const authorization of [undefined, `Bearer ${token}`, `Bearer ${server.token}`]) {
      const { status, text } = await ask(authorization)
      assert.equal(status, nothing.status)
      assert.doesNotMatch(text, figures)
    }
    assert.equal(nothing.status, 404)
  })
}

for (const readers of ['users', 'anyone'] as const) {
  test(`are for whoever brings the token, with readers ${readers}`, async (t) => {
    const { server, ask } = await serverWith(t, { readers, metricsToken: token })
    const wrong = [
      undefined,
      '',
      token,
      'Bearer ',
      `Bearer ${token.slice(1)}`,
      `Bearer ${token}x`,
      `Basic ${token}`,
      `Bearer ${server.token}`,
    ]
    for (const authorization of wrong) {
      const { status, text, scheme } = await ask(authorization)
      assert.deepEqual([status, scheme], [401, 'Bearer realm="metrics"'], authorization)
      assert.doesNotMatch(text, figures)
    }
    assert.match((await ask(`Bearer ${token}`)).text, /markport_http_requests_in_progress/)
  })
}

test('the command takes the token, and refuses what cannot be one', async (t) => {
  const folder = temporaryFolder()
  const file = join(folder, 'metrics-token')
  writeFileSync(file, `${token}\n`)
  const service = await startService(
    { dataDirectory: join(folder, 'data') },
    { args: ['--readers', 'users', '--metrics-token-file', file] },
  )
  t.after(() => service.end('SIGTERM'))
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${service.url}/metrics`, { headers })).status
  assert.equal(await status({}), 401)
  assert.equal(await status({ authorization: `Bearer ${token}` }), 200)

  const place = ['--data', join(folder, 'other'), '--listen', '127.0.0.1:0']
  for (const [args, env, code, message] of [
    [[], { MARKPORT_METRICS_TOKEN: 'short' }, 2, /token of the metrics must be 16 or more/],
    [
      ['--metrics-token-file', join(folder, 'none')],
      {},
      2,
      /--metrics-token-file: .* is not there/,
    ],
  ] as const) {
    const run = await callCli(['serve', ...place, ...args], { env })
    assert.equal(run.code, code, run.stderr)
    assert.match(run.stderr, message)
    assert.equal(run.stdout, '')
  }
})
