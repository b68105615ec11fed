/** What the settings say needs somebody: counts in their sidebar. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { settleWebhook } from '../src/wiki/import/changes/webhooks/webhook-changes.ts'
import { webhooks } from '../src/wiki/import/changes/webhooks/webhooks.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { signedIn, type WebClient } from './support/browser/web-client.ts'
import { connectSample } from './support/delivery/sample-connection.ts'
import { dayMs } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const hourMs = dayMs / 24

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  let boss: WebClient
  let writer: WebClient

  before(async () => {
    // Counts are per day, which must not end in between.
    server.stopClock()
    await server.createUser('boss', { isAdministrator: true })
    await server.grant(await server.createUser('mia'), server.space, 'write')
    boss = await signedIn(server, 'boss')
    writer = await signedIn(server, 'mia')
  })

  /** The header's menu comes before the sidebar. */
  const linkOf = async (visitor: WebClient, path: string): Promise<string | undefined> => {
    const links = (await visitor.get('/account')).elements('a')
    return links.findLast(({ attrs }) => attrs.href === path)?.text
  }

  test('the tokens that need somebody are counted', async () => {
    await server.createToken('of-mia', { owner: 'mia', lifetimeMs: hourMs })
    await server.createToken('of-boss', { owner: 'boss', lifetimeMs: hourMs })
    assert.equal(await linkOf(boss, '/manage/tokens'), 'Tokens')
    server.advanceClock(0.8 * hourMs)
    assert.equal(await linkOf(boss, '/manage/tokens'), 'Tokens2 end soon or are refused')
    assert.equal(await linkOf(writer, '/manage/tokens'), 'Tokens1 end soon or are refused')
    server.advanceClock(0.4 * hourMs)
    assert.equal(await linkOf(boss, '/manage/tokens'), 'Tokens', 'they have done their work')
  })

  test('imports that failed, troubled connections and the license are counted', async () => {
    assert.equal(await linkOf(boss, '/manage/imports'), 'Import log')
    await server.post({ parentId: '999' })
    // Refusals are recorded after their answer.
    const counted = async (): Promise<boolean> =>
      (await linkOf(boss, '/manage/imports')) === 'Import log1 failed today'
    await waitUntil('the import is counted', counted)
    assert.equal(await linkOf(writer, '/manage/imports'), 'Import log', 'it was not theirs')
    assert.match((await boss.get('/manage/imports')).html, /Error: /)

    assert.equal(await linkOf(boss, '/manage/connections'), undefined, 'no space is connected')
    await connectSample(server, 'WORK')
    assert.match((await linkOf(boss, '/manage/connections')) ?? '', /^Connections[12] on their way/)
    assert.equal(await linkOf(writer, '/manage/connections'), undefined)

    assert.equal(await linkOf(boss, '/manage/license'), undefined, 'it is active')
    const health = (await boss.get('/manage/health')).elements('main')[0]
    assert.match(health?.text ?? '', /License\s*Its state is active/)
    assert.doesNotMatch(health?.text ?? '', /Webhook/)
    const shown = (await boss.get('/manage/license')).elements('a')
    assert.equal(shown.findLast(({ attrs }) => attrs.href === '/manage/license')?.text, 'License')
    await boss.submit('/manage/license', { status: 'inactive' })
    assert.equal(await linkOf(boss, '/manage/license'), 'License1 lets no token import')
  })

  test('webhooks that are not told are among what is wrong', async () => {
    const { database, ids, clock } = server
    const health = async (): Promise<string> =>
      (await boss.get('/manage/health')).elements('main')[0]?.text ?? ''
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const url = 'https://receiver.example/hidden'
    const added = { space: '*', url, secret }
    const { id } = await webhooks({ database, ids, clock }).add(added, 'boss')
    assert.match(await health(), /OK\s*Webhooks\s*1 webhook told of changes\./)
    const later = clock().getTime() + dayMs
    const settled = { now: 1, done: [], failed: [], failures: 1, waitUntil: later, stop: undefined }
    const failure = { id: Number(id), holder: '', problem: 'status 500', ...settled }
    await database.write(settleWebhook, failure)
    const told = await health()
    assert.match(told, /Check\s*Webhooks.*receiver\.example is tried again.*webhook retry/s)
    assert.doesNotMatch(told, /hidden/)
  })
})
