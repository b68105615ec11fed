/** Guessing passwords on the web pages: whom it stops, whom it does not, and what trace it leaves. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditRecords } from '../src/accounts/audit.ts'
import { guessBounds } from '../src/accounts/passwords/password-check.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { serveStore, startTestServer } from './support/service/test-server.ts'
import { createTestStore } from './support/store/test-engines.ts'

test('wrong passwords keep out their own network, and nobody elsewhere', async () => {
  const server = await startFreshServer('sqlite', { isBehindProxy: true })
  await server.createUser('ann')
  const stranger = webClient(server.url)
  const attempt = async (visitor: WebClient, password: string, from: string) => {
    await visitor.get('/sign-in?password=chosen')
    const fields = { name: 'ann', password }
    return visitor.submit('/sign-in', fields, { 'x-forwarded-for': `1.1.1.1, ${from}` })
  }
  for (let index = 0; index < guessBounds.perNameAndNetwork; index += 1) {
    const address = `2001:db8:0:1:${index}::1`
    assert.equal((await attempt(stranger, 'wrong', address)).status, 400)
  }
  const refused = await attempt(stranger, userPassword, '2001:db8:0:1::ffff')
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 60 && seconds <= 90, String(seconds))
  assert.match(refused.html, /role="alert">Too many wrong passwords for this user name from your/)
  assert.equal((await attempt(webClient(server.url), userPassword, '10.0.0.1')).status, 303)
  await server.stop()
})

test('counts on after a restart, and lets in whoever chooses a password by a link', async () => {
  const store = await createTestStore('sqlite')
  const first = await startTestServer(store.options)
  const link = await first.createLink(await first.createUser('ann'))
  for (let index = 0; index < guessBounds.perNameAndNetwork; index += 1) {
    assert.equal((await webClient(first.url).signIn('ann', 'wrong')).status, 400)
  }
  await first.stop()
  const server = await serveStore(store.options)
  const visitor = webClient(server.url)
  assert.equal((await visitor.signIn('ann', userPassword)).status, 429)
  const password = 'another long password'
  await visitor.get(link)
  await visitor.submit(link, { password, repeated: password })
  assert.equal((await visitor.signIn('ann', password)).status, 303)
  await server.stop()
  await store.remove()
})

test('failed sign-ins leave a line in the log, without what was typed', async () => {
  const lines: string[] = []
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options, {}, lines)
  await server.createUser('ann')
  await server.createUser('bob')
  const typed = 'my password in the wrong field'
  for (let index = 0; index < 10; index += 1) await webClient(server.url).signIn('ANN', typed)
  await webClient(server.url).signIn(typed, 'wrong')
  await webClient(server.url).signIn('bob', userPassword)
  const failed = lines.filter((line) => line.includes('"sign-in failed"'))
  assert.equal(failed.length, 11)
  const { level, user, network } = JSON.parse(failed[9] ?? '')
  assert.deepEqual([level, user, network], ['warn', 'ann', '127.0.0.1'])
  assert.equal(JSON.parse(failed[10] ?? '').user, null)
  const records = await listAuditRecords(server.database, { limit: 4 })
  const everything = JSON.stringify(records) + lines.join('')
  assert.equal(everything.includes(typed), false)
  await server.stop()
  await store.remove()
})

test('checks a few passwords at a time, and asks the others to come again', async () => {
  const server = await startFreshServer('sqlite')
  const visitors = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const visitor = webClient(server.url)
      await visitor.get('/sign-in')
      return visitor
    }),
  )
  const answers = await Promise.all(
    visitors.map((visitor, index) =>
      visitor.submit('/sign-in', { name: `x${index}`, password: 'wrong' }),
    ),
  )
  assert.ok(answers.some(({ html }) => html.includes('Too many people are signing in at once')))
  for (const { status, headers } of answers) {
    assert.ok(status === 400 || status === 503 || status === 429)
    if (status !== 400) assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  await server.stop()
})
