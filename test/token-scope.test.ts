import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { spaceAccess } from '../src/accounts/access.ts'
import { userGroups } from '../src/accounts/groups.ts'
import { getLicense, setLicense } from '../src/accounts/license.ts'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import type { NewApiTokenText } from '../src/accounts/tokens/api-tokens.ts'
import { foreseeTokenAnswer } from '../src/accounts/tokens/token-answer.ts'
import { listTokens } from '../src/accounts/tokens/tokens.ts'
import { users } from '../src/accounts/users.ts'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { send, type TestAnswer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)
  let other: Space
  let narrow: string
  let wide: string
  before(async () => {
    other = await server.createSpace('OTHER')
    const mia = await server.createUser('mia')
    await server.grant(mia, server.space, 'write')
    await server.grant(mia, other, 'write')
    const input = { owner: 'mia' }
    narrow = (await server.createToken('narrow', { ...input, spaces: ['docs'] })).token
    wide = (await server.createToken('wide', input)).token
  })

  const ask = (
    token: string,
    fields: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => server.post(fields, { authorization: `Bearer ${token}`, ...headers })
  const inOther = (): Record<string, unknown> => ({
    spaceId: other.key,
    parentId: other.homepageId,
    pageTitle: randomUUID(),
  })
  const reserve = (token: string, space: Pick<Space, 'key' | 'homepageId'>): Promise<TestAnswer> =>
    send(
      server.endpoint.replace(/webtrigger$/, 'reservations'),
      JSON.stringify({
        spaceId: space.key,
        pages: [{ ref: 'a', pageTitle: randomUUID(), parentId: space.homepageId }],
      }),
      { authorization: `Bearer ${token}` },
    )
  const wordsOf = ({ status, json }: TestAnswer): string =>
    JSON.stringify({ status, ...json, requestId: '' })
  const hasPage = async (title: unknown): Promise<boolean> => {
    const parts = ['select 1 as one from pages where title = ', '']
    return (await server.database.read({ parts, values: [String(title)] })).length > 0
  }

  test('a token imports into its spaces, and the others are not there for it', async () => {
    assert.equal((await ask(narrow, { pageTitle: 'in its space' })).status, 201)
    const unknown = await ask(narrow, { spaceId: 'NOWHERE' })
    assert.equal(unknown.status, 404)
    for (const spaceId of [other.id, other.key, 'other']) {
      for (const more of [{}, { dryRun: true }, { overwrite: true }]) {
        const fields: Record<string, unknown> = { ...inOther(), spaceId, ...more }
        const refused = await ask(narrow, fields)
        assert.equal(wordsOf(refused), wordsOf(unknown))
        assert.equal(await hasPage(fields.pageTitle), false)
        // Control: the token for all spaces may do it.
        assert.ok((await ask(wide, fields)).status < 300)
      }
    }
  })

  test('a token reserves in its spaces only', async () => {
    assert.equal((await reserve(narrow, server.space)).status, 200)
    const unknown = await reserve(narrow, { ...other, key: 'NOWHERE' })
    assert.equal(unknown.status, 404)
    assert.equal(wordsOf(await reserve(narrow, other)), wordsOf(unknown))
    assert.equal((await reserve(wide, other)).status, 200)
  })

  test('a page or a reservation of another space is not there under its id either', async () => {
    const page = (await ask(wide, inOther())).json.page
    const reserved = (await reserve(wide, other)).json.pages[0]
    const unknown = await ask(narrow, { pageId: '999999999', overwrite: true })
    for (const pageId of [page.id, reserved.id]) {
      for (const place of [inOther(), {}]) {
        const fields = { ...place, pageId, overwrite: true }
        assert.equal(wordsOf(await ask(narrow, fields)), wordsOf(unknown))
      }
      assert.ok((await ask(wide, { ...inOther(), pageId, overwrite: true })).status < 300)
    }
  })

  test('no answer that another token was given is given again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const fields = inOther()
    assert.equal((await ask(wide, fields, headers)).status, 201)
    const refused = await ask(narrow, fields, headers)
    assert.deepEqual([refused.status, refused.headers.get('idempotency-replayed')], [404, null])
    const again = await ask(wide, fields, headers)
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true'])
  })

  test('who loses access to a space loses it for their tokens', async () => {
    const ben = await server.createUser('ben')
    await server.grant(ben, other, 'write')
    const { token } = await server.createToken('of-ben', { owner: 'ben', spaces: [other.id] })
    assert.equal((await ask(token, inOther())).status, 201)
    await server.grant(ben, other, 'read')
    const unknown = await ask(token, { spaceId: 'NOWHERE' })
    assert.equal(wordsOf(await ask(token, inOther())), wordsOf(unknown))
  })

  test('a token that may only create makes what it reserved, and is answered again', async () => {
    const { token } = await server.createToken('create-only', { isCreateOnly: true })
    const reserved = (await reserve(token, server.space)).json.pages[0]
    const fields = { pageTitle: 'made once', overwrite: true, pageId: reserved.id }
    const key = { 'idempotency-key': randomUUID() }
    assert.equal((await ask(token, fields, key)).status, 201)
    assert.equal((await ask(token, fields, key)).headers.get('idempotency-replayed'), 'true')
  })

  test('of many tokens that create one page at once, none overwrites it', async () => {
    const { token } = await server.createToken('create-at-once', { isCreateOnly: true })
    const title = 'at once'
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        ask(token, { pageTitle: title, overwrite: true, content: `number ${index}` }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 400, 400, 400, 400, 400])
  })

  test('a token is made for spaces only that its owner may write to', async () => {
    const create = (spaces: readonly string[]): Promise<unknown> =>
      server.createToken(randomUUID(), { owner: 'reader', spaces })
    const reader = await server.createUser('reader')
    await server.grant(reader, server.space, 'write')
    await server.grant(reader, other, 'read')
    await create(['DOCS', 'docs', server.space.id])
    const hostile = ['NOWHERE', '999999', '', "' or 1=1 --", '\0', '\ud800', 'x'.repeat(10_000)]
    for (const space of [other.key, other.id, ...hostile]) {
      await assert.rejects(create(['DOCS', space]), (error: Error & { key: string }) => {
        assert.equal(error.key, 'bad-request')
        assert.match(error.message, /is no space that reader may write to/)
        return true
      })
    }
    await assert.rejects(create([]), { field: 'spaces' })
    await assert.rejects(create(Array.from({ length: 51 }, () => 'DOCS')), { field: 'spaces' })
  })

  test('every answer to a token that is accepted says when it expires', async () => {
    const { token, expiresAt } = await server.createToken('said', { lifetimeMs: 3_600_000 })
    const says = (answer: TestAnswer, status: number): void => {
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('Markport-Token-Expires'), expiresAt.toISOString())
    }
    assert.match(expiresAt.toISOString(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/)
    says(await ask(token, { pageTitle: 'said' }), 201)
    says(await ask(token, { pageTitle: 'said' }), 400)
    says(await ask(token, { pageTitle: 'said', overwrite: true }), 200)
    says(await ask(token, { pageTitle: 'said', dryRun: true, overwrite: true }), 200)
    says(await ask(token, { spaceId: 'NOWHERE' }), 404)
    says(await ask(token, { content: 'x'.repeat(9 * 1024 * 1024) }), 413)
    says(await reserve(token, server.space), 200)
    says(await reserve(token, { ...server.space, key: 'NOWHERE' }), 404)
    const refused = await ask(`${token}x`, {})
    assert.equal(refused.headers.has('Markport-Token-Expires'), false)
  })

  test('the state of a token says what its next request is answered, whatever changed', async () => {
    const { database, ids, clock } = server
    const groups = userGroups({ database, ids, clock })
    const people = users({ database, ids, clock }, passwords())
    const access = spaceAccess({ database, ids, clock })
    const lee = await server.createUser('lee')
    const spaceId = Number(server.space.id)
    await server.grant(lee, server.space, 'write')
    const narrow = await server.createToken('foreseen', { owner: 'lee', spaces: ['docs'] })
    const wide = await server.createToken('foreseen-wide', { owner: 'lee' })
    const crew = await groups.create('crew', 'test')
    const both = async ({ id, token }: NewApiTokenText): Promise<unknown[]> => {
      const [listed] = await listTokens(database, { id })
      assert.ok(listed)
      const { state, refusal } = foreseeTokenAnswer(listed, await getLicense(database), clock())
      const { status } = await ask(token, { pageTitle: randomUUID() })
      return [state, refusal?.status ?? 201, status]
    }
    const setTo = (status: string) =>
      setLicense({ database, ids, clock }, { status, trialEnds: null, setBy: 'test' })
    const refused = ['refused', 404, 404]
    const passes = ['active', 201, 201]
    for (const [change, expected] of [
      [() => access.revoke(lee.id, spaceId, 'test'), refused],
      [() => access.grant(lee.id, spaceId, 'read', 'test'), refused],
      [() => access.grant(lee.id, spaceId, 'write', 'test'), passes],
      [() => setTo('renewal-pending'), ['refused', 402, 402]],
      [() => setTo('active'), passes],
      [() => people.disable('lee', 'test'), ['refused', 401, 401]],
      [() => people.enable('lee', 'test'), passes],
      [() => access.revoke(lee.id, spaceId, 'test'), refused],
      [() => groups.grant(0, spaceId, 'read', 'test'), refused],
      [() => groups.grant(0, spaceId, 'write', 'test'), passes],
      [() => groups.revoke(0, spaceId, 'test'), refused],
      [() => groups.grant(crew.id, spaceId, 'write', 'test'), refused],
      [() => groups.add(crew.id, 'LEE', 'test'), passes],
      [() => groups.remove(crew.id, 'lee', 'test'), refused],
      [() => groups.add(crew.id, 'lee', 'test'), passes],
      [() => groups.delete(crew.id, 'test'), refused],
    ] as const) {
      await change()
      for (const token of [narrow, wide]) {
        assert.deepEqual(await both(token), expected, String(change))
      }
    }
  })
})
