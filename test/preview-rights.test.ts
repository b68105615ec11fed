import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { deleteToken } from '../src/accounts/tokens/tokens.ts'
import { sql } from '../src/store/sql.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { png } from './support/samples/images.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { send, type TestAnswer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const people = {
  stranger: { sees: 303, finishes: 403 },
  elsewhere: { sees: 404, finishes: 404 },
  reader: { sees: 200, finishes: 404 },
  writer: { sees: 200, finishes: 303 },
  administrator: { sees: 200, finishes: 303 },
} as const
type Person = keyof typeof people

const steps = ['begin', 'new', 'over', 'reserve', 'show', 'end'] as const
type Step = (typeof steps)[number]
type Row = Readonly<Record<Step, number>>

const all = (status: number): Row => ({
  begin: status,
  new: status,
  over: status,
  reserve: status,
  show: status,
  end: status,
})
const makes: Row = { ...all(200), new: 201 }
const tokens: Readonly<Record<string, { readonly own: Row; readonly others: Row }>> = {
  import: { own: makes, others: { ...all(412), begin: 200, end: 200 } },
  'create-only': {
    own: { ...makes, over: 400 },
    others: { ...all(412), over: 400, begin: 200, end: 200 },
  },
  'preview-only': {
    own: makes,
    others: { ...all(412), begin: 403, end: 403 },
  },
  'of a reader': nothing(404),
  'for another space': nothing(404),
  expired: nothing(403),
  revoked: nothing(401),
  'host, reading': nothing(401),
  'host, of the space': nothing(401),
}

function nothing(status: number) {
  return { own: all(status), others: all(status) }
}

forEachEngine((_, engine) => {
  const server = freshServer(engine, { readers: 'users' })
  let setup: string
  let image = png
  const texts: Record<string, string> = {}
  const visitors = {} as Record<Person, WebClient>

  before(async () => {
    const { space, createUser, createToken } = server
    const other = await server.createSpace('OTHER')
    await server.grant(await createUser('elsewhere'), other, 'read')
    await server.grant(await createUser('reader'), space, 'read')
    await server.grant(await createUser('writer'), space, 'write')
    await createUser('administrator', { isAdministrator: true })
    for (const person of Object.keys(people) as Person[]) {
      visitors[person] = webClient(server.url)
      if (person === 'stranger') continue
      await visitors[person].signIn(person, userPassword)
      await visitors[person].get('/account')
    }
    setup = await server.save({ pageTitle: 'Setup' })
    const owner = { owner: 'writer' }
    const expired = await createToken('expired', { ...owner, lifetimeMs: 1_000 })
    server.advanceClock(1_001)
    const revoked = await createToken('revoked', owner)
    await deleteToken(server, revoked.id, 'test')
    const host = async (name: string, spaces?: readonly string[]) =>
      (await server.createHostToken(name, { owner: 'writer', spaces })).token
    Object.assign(texts, {
      import: (await createToken('import', owner)).token,
      'create-only': (await createToken('create', { ...owner, isCreateOnly: true })).token,
      'preview-only': (await createToken('preview', { ...owner, isPreviewOnly: true })).token,
      'of a reader': (await createToken('of-reader', { owner: 'reader' })).token,
      'for another space': (await createToken('other', { owner: 'admin', spaces: ['OTHER'] }))
        .token,
      expired: expired.token,
      revoked: revoked.token,
      'host, reading': await host('host-read'),
      'host, of the space': await host('host-space', ['DOCS']),
    })
  })

  const bodies: Readonly<Record<Step, () => object>> = {
    begin: () => ({}),
    new: () => ({
      parentId: server.space.homepageId,
      pageTitle: randomUUID(),
      content: 'New.',
    }),
    over: () => ({
      parentId: server.space.homepageId,
      pageTitle: 'Setup',
      overwrite: true,
      content: `${randomUUID()} ![dot](data:image/png;base64,${image.toString('base64')})`,
    }),
    reserve: () => ({
      pages: [{ ref: 'a', pageTitle: randomUUID(), parentId: server.space.homepageId }],
    }),
    show: () => ({}),
    end: () => ({}),
  }
  const ask = (text: string, name: string, step: Step, run: string): Promise<TestAnswer> => {
    const last = { new: 'webtrigger', over: 'webtrigger', reserve: 'reservations' }
    const address = `previews/${name}/${last[step as keyof typeof last] ?? step}`
    const body = JSON.stringify({ spaceId: 'DOCS', ...bodies[step]() })
    const headers = { authorization: `Bearer ${text}`, 'markport-run': run }
    return send(server.endpoint.replace(/webtrigger$/, address), body, headers)
  }
  const make = async (name: string): Promise<string> => {
    const run = randomUUID()
    for (const step of ['begin', 'over', 'new', 'show'] as const) {
      const { status, json } = await ask(server.token, name, step, run)
      assert.ok(status < 300, JSON.stringify(json))
    }
    return run
  }
  const state = async (name: string): Promise<string> => {
    const { database } = server
    return JSON.stringify([
      await database.read(sql`select * from previews where name = ${name}`),
      await database.read(sql`select * from preview_pages where name = ${name} order by page_id`),
      await database.read(sql`select version from pages where id = ${Number(setup)}`),
    ])
  }

  for (const [person, { sees, finishes }] of Object.entries(people)) {
    test(`by the web pages, of a preview: ${person}`, async () => {
      const name = `for-${person}`
      const client = visitors[person as Person]
      // The space lacks this image.
      image = Buffer.concat([png, randomBytes(4)])
      await make(name)
      const sha256 = createHash('sha256').update(image).digest('hex')
      const at = `/wiki/previews/${name}`
      for (const path of [
        '',
        `/pages/${setup}`,
        `/changes/${setup}`,
        `/attachments/${sha256}`,
        `/children/${server.space.homepageId}`,
      ]) {
        const { status, headers } = await client.get(at + path)
        assert.equal(status, sees, path)
        assert.doesNotMatch(headers.get('cache-control') ?? '', /public/)
      }
      const shown = await visitors.administrator.get(at)
      const asked = Object.fromEntries(
        shown.elements('input').map(({ attrs }) => [attrs.name ?? '', attrs.value ?? '']),
      )
      const before = await state(name)
      if (person !== 'stranger') await client.get('/account')
      assert.equal((await client.submit(`${at}/end`, asked)).status, finishes)
      assert.equal((await state(name)) === before, finishes !== 303)
    })
  }

  for (const [token, { own, others }] of Object.entries(tokens)) {
    test(`by a token, of a preview: ${token}`, async () => {
      const text = texts[token] ?? ''
      const [name, run] = [randomUUID(), randomUUID()]
      const came: Partial<Record<Step, number>> = {}
      for (const step of steps) came[step] = (await ask(text, name, step, run)).status
      assert.deepEqual(came, own)
      const made = { making: randomUUID(), shown: randomUUID() }
      await ask(server.token, made.making, 'begin', 'theirs')
      const runs = { making: 'theirs', shown: await make(made.shown) }
      for (const stage of ['making', 'shown'] as const) {
        const before = await state(made[stage])
        for (const step of ['new', 'over', 'reserve', 'show', 'begin', 'end'] as const) {
          const { status, json } = await ask(text, made[stage], step, runs[stage])
          assert.equal(status, others[step], `${stage}, ${step}: ${JSON.stringify(json)}`)
          if (status >= 300) assert.equal(await state(made[stage]), before, step)
        }
      }
    })
  }
})
