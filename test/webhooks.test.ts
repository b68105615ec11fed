import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { initializeStore } from '../src/accounts/initialize-store.ts'
import { openLog } from '../src/contract/base/log.ts'
import type { Database } from '../src/store/database.ts'
import { type IdAllocator, idAllocator } from '../src/store/ids.ts'
import { sql } from '../src/store/sql.ts'
import { retryWaits, webhookTeller } from '../src/wiki/import/changes/webhooks/deliver-webhooks.ts'
import {
  listWebhooks,
  type Webhook,
  type Webhooks,
  webhooks,
} from '../src/wiki/import/changes/webhooks/webhooks.ts'
import { createSpace } from '../src/wiki/store/create-space.ts'
import { waitUntil } from './support/base/wait-until.ts'
import {
  type Answer,
  isSigned,
  type Message,
  newSecret,
  type Receiver,
  startReceiver,
  status,
  taken,
} from './support/network/webhook-receiver.ts'
import { createTestPage, updateTestPage } from './support/store/save-test-page.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((open) => {
  describe('webhooks', () => {
    let database: Database
    let ids: IdAllocator
    let keeper: Webhooks
    let teller: ReturnType<typeof webhookTeller>
    let place: { spaceId: string; parentId: string; userId: number }
    let aheadMs = 0
    const logged: string[] = []
    const stopping = new AbortController()
    const clock = (): Date => new Date(Date.now() + aheadMs)
    const log = openLog('error', { write: (line) => void logged.push(line) })
    const newTeller = (signal = stopping.signal) =>
      webhookTeller({ database, ids, clock, log, signal, publicUrl: () => 'https://wiki.example' })

    before(async () => {
      database = await open()
      ids = idAllocator(database)
      await initializeStore({ database, ids, clock })
      const [user] = await database.read<{ id: number }>(sql`select id from users`)
      const userId = user?.id ?? 0
      const space = await createSpace(
        { database, ids, clock },
        { key: 'DOCS', name: 'Docs', userId },
      )
      place = { spaceId: space.id, parentId: space.homepageId, userId }
      keeper = webhooks({ database, ids, clock })
      teller = newTeller()
    })
    after(() => {
      assert.deepEqual(logged, [])
    })

    let pages = 0
    const create = (): Promise<string> => {
      pages += 1
      return createTestPage(database, ids, { ...place, title: `Page ${pages}`, adf })
    }
    const update = async (pageId: string): Promise<void> => {
      const saved = await updateTestPage(database, ids, { ...place, title: pageId, pageId, adf })
      assert.equal(saved.outcome, 'updated')
    }
    const tell = async (by = teller): Promise<void> => {
      await by.sweep()
      await by.ended()
    }
    const add = async (url: string, secret = newSecret(), space = 'DOCS'): Promise<Webhook> =>
      keeper.add({ space, url, secret }, 'test')
    const find = async ({ id }: Webhook): Promise<Webhook> =>
      (await listWebhooks(database)).find((one) => one.id === id) as Webhook
    const versionsOf = (messages: readonly Message[], pageId: string): unknown[] =>
      messages
        .filter(({ json: { data, type } }) => data.pageId === pageId && type !== 'page.renamed')
        .map(({ json: { data } }) => data.version?.number)
    const withReceiver = async (work: (receiver: Receiver) => Promise<void>): Promise<void> => {
      const receiver = await startReceiver()
      try {
        await work(receiver)
      } finally {
        for (const { id } of await listWebhooks(database)) await keeper.delete(id, 'test')
        await receiver.close()
      }
    }

    test('are sent into a private network only where that was allowed', async () => {
      for (const host of [
        '10.0.0.1',
        '192.168.7.7',
        '[fd00::1]',
        '[::ffff:10.0.0.1]',
        '100.64.0.1',
      ]) {
        await assert.rejects(add(`https://${host}/`), /--allow-private/, host)
      }
      const secret = newSecret()
      const fields = { space: 'DOCS', url: 'https://10.255.255.254/', secret }
      const { id } = await keeper.add({ ...fields, allowsPrivate: true }, 'test')
      const again = await add(fields.url)
      assert.deepEqual([again.id, again.allowsPrivate], [id, true])
      const closed = await keeper.add({ ...fields, allowsPrivate: false }, 'test')
      assert.deepEqual([closed.id, closed.allowsPrivate], [id, false])
      await create()
      await tell()
      assert.equal((await find(closed)).problem, 'PRIVATE-ADDRESS')
      await keeper.delete(id, 'test')
    })

    test('are told of changes in signed messages without words, of their space or of all', () =>
      withReceiver(async (receiver) => {
        const [old, secret] = [newSecret(), newSecret()]
        const webhook = await add(receiver.url, `${secret.slice('whsec_'.length)}\n${old}\n`)
        await withReceiverOfAll(receiver.url, async () => {
          const pageId = await create()
          await tell()
          assert.equal(receiver.messages.length, 2)
          const message = receiver.messages.find(({ path }) => !path.endsWith('&all')) as Message
          assert.equal(message.json.type, 'page.created')
          assert.equal(message.json.data.pageId, pageId)
          assert.equal(message.headers['webhook-id'], message.json.data.id)
          assert.ok(await isSigned(message, secret))
          assert.ok(await isSigned(message, old))
          assert.ok(!(await isSigned(message, newSecret())))
          assert.ok(!(await isSigned({ ...message, body: `${message.body} ` }, secret)))
          assert.ok(!message.body.includes('content of the page'))
        })
        const { state, waiting, deliveredAt } = await find(webhook)
        assert.deepEqual({ state, waiting }, { state: 'active', waiting: 0 })
        assert.ok(deliveredAt !== null)
      }))
    const withReceiverOfAll = async (url: string, work: () => Promise<void>): Promise<void> => {
      await add(`${url}&all`, newSecret(), '*')
      await work()
    }

    test('that fail are told again, by the same ids, each page in its order', () =>
      withReceiver(async (receiver) => {
        const webhook = await add(receiver.url)
        const [first, second] = [await create(), await create()]
        await update(first)
        const failures: Answer[] = [
          status(500),
          (_, response) => void response.destroy(),
          status(302, { location: `${receiver.url}&followed` }),
          (_, response) => void response.writeHead(200).end('x'.repeat(1_000_000)),
        ]
        const got: Message[] = []
        receiver.answer = (message, response) => {
          const fails = message.json.data.pageId === first ? failures.shift() : undefined
          if (fails !== undefined) return fails(message, response)
          got.push(message)
          return taken(message, response)
        }
        await tell()
        assert.deepEqual(versionsOf(got, second), [1])
        assert.deepEqual(versionsOf(got, first), [])
        assert.equal((await find(webhook)).problem, 'HTTP 500')
        const problems: (string | null)[] = []
        for (const waitMs of retryWaits.slice(0, 4)) {
          const sent = receiver.messages.length
          await tell()
          assert.equal(receiver.messages.length, sent)
          aheadMs += waitMs * 1.1 + 1
          await tell()
          problems.push((await find(webhook)).problem)
        }
        assert.deepEqual(problems, ['ECONNRESET', 'HTTP 302', 'TOO-LARGE', null])
        assert.deepEqual(versionsOf(got, first), [1, 2])
        const tried = receiver.messages.filter(({ json: { data } }) => data.version?.number === 1)
        const ofFirst = tried.filter(({ json: { data } }) => data.pageId === first)
        assert.equal(ofFirst.length, 5)
        assert.equal(new Set(ofFirst.map(({ headers }) => headers['webhook-id'])).size, 1)
        assert.ok(!receiver.messages.some(({ json }) => json === undefined))
      }))

    test('that fail for too long are stopped, told of by the list, and revived', () =>
      withReceiver(async (receiver) => {
        const webhook = await add(receiver.url)
        const pageId = await create()
        receiver.answer = status(503)
        for (const waitMs of [0, ...retryWaits]) {
          aheadMs += waitMs * 1.1 + 1
          await tell()
        }
        assert.equal(receiver.messages.length, retryWaits.length + 1)
        assert.equal((await find(webhook)).state, 'stopped')
        receiver.answer = taken
        await update(pageId)
        aheadMs += 2 * (retryWaits.at(-1) ?? 0)
        await tell()
        assert.equal(receiver.messages.length, retryWaits.length + 1)
        const stops = await database.read<{ subject: string }>(
          sql`select subject from audit_records where action = 'webhook-stop'`,
        )
        assert.deepEqual(
          stops.map(({ subject }) => subject),
          [new URL(receiver.url).host],
        )
        assert.equal((await keeper.retry(webhook.id, 'test')).state, 'active')
        await tell()
        assert.deepEqual(versionsOf(receiver.messages.slice(-3), pageId), [1, 2])
        assert.equal((await find(webhook)).waiting, 0)
      }))

    test('that are gone are stopped at once, and those that ask for time get it', () =>
      withReceiver(async (receiver) => {
        const webhook = await add(receiver.url)
        await create()
        receiver.answer = status(429, { 'retry-after': '3600' })
        await tell()
        aheadMs += 3_500_000
        await tell()
        assert.equal(receiver.messages.length, 1)
        aheadMs += 200_000
        receiver.answer = status(410)
        await tell()
        assert.equal(receiver.messages.length, 2)
        assert.equal((await find(webhook)).state, 'stopped')
      }))

    test('that hang keep no other waiting, and are taken over once their lease has lapsed', () =>
      withReceiver(async (receiver) => {
        const held: ServerResponse[] = []
        const hanging = await add(`${receiver.url}&hangs`)
        const pageId = await create()
        receiver.answer = (_, response) => void held.push(response)
        const stopHere = new AbortController()
        const slow = newTeller(stopHere.signal)
        await slow.sweep()
        await waitUntil('a message is held', () => held.length === 1)
        receiver.answer = taken
        const other = await add(receiver.url)
        await update(pageId)
        await slow.sweep()
        await waitUntil('the other is told', async () => (await find(other)).waiting === 0)
        assert.ok((await find(hanging)).waiting > 0)
        const sent = receiver.messages.length
        await tell()
        assert.equal(receiver.messages.length, sent)
        aheadMs += 61_000
        await tell()
        assert.deepEqual(versionsOf(receiver.messages.slice(sent), pageId), [1, 2])
        held[0]?.writeHead(500).end()
        await slow.ended()
        assert.equal((await find(hanging)).problem, null)
      }))

    test('are told by several processes at once, each message in its order', () =>
      withReceiver(async (receiver) => {
        await add(receiver.url)
        const all = await Promise.all(Array.from({ length: 12 }, create))
        await Promise.all(all.map((id) => update(id).then(() => update(id))))
        const tellers = [newTeller(), newTeller(), newTeller()]
        await waitUntil('all is told', async () => {
          await Promise.all(tellers.map((one) => tell(one)))
          return (await listWebhooks(database)).every(({ waiting }) => waiting === 0)
        })
        for (const id of all) assert.deepEqual(versionsOf(receiver.messages, id), [1, 2, 3])
      }))

    test('are refused addresses and secrets that would not do', async () => {
      const refused = async (url: string, reason: RegExp, secret = newSecret()): Promise<void> => {
        await assert.rejects(add(url, secret), reason)
      }
      for (const url of [
        'http://receiver.example/',
        'ftp://127.0.0.1/',
        'https://user:pass@a.example/',
        'x',
        ...[
          'https://a.example/#x',
          `https://a.example/?${'x'.repeat(2_000)}`,
          'file:///etc/passwd',
        ],
      ]) {
        await refused(url, /must begin with https/)
      }
      for (const secret of ['', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_!', 'words']) {
        await refused('https://a.example/', /must hold whsec_/, secret)
      }
      await refused('https://a.example/', /must hold/, Array(3).fill(newSecret()).join('\n'))
      await assert.rejects(add('https://a.example/', newSecret(), 'NONE'), /no space NONE/)
      assert.deepEqual(await listWebhooks(database), [])
    })
  })
})

const adf = JSON.stringify({
  version: 1,
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'content of the page' }] }],
})
