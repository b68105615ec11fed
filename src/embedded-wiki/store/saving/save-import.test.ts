import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forEachEngine } from '../../../../test/support/store/test-engines.ts'
import { firstAdministrator, initializeStore } from '../../../auth/initialize-store.ts'
import { passwords } from '../../../auth/passwords/passwords.ts'
import { users } from '../../../auth/users.ts'
import { type Database, query, type Row, type Transaction } from '../../../database/database.ts'
import { dialects, postgresDialect } from '../../../database/dialects.ts'
import { type IdAllocator, idAllocator } from '../../../database/ids.ts'
import { sql } from '../../../database/sql.ts'
import type { Space } from '../../../importing/target-wiki.ts'
import { createSpace } from '../create-space.ts'
import { move } from '../move-page.ts'
import { type SaveImportInput, type SaveImportResult, saveImport } from './save-import.ts'
import { saveImportInSteps } from './save-import-in-steps.ts'

const clock = (): Date => new Date()

forEachEngine((open) => {
  let database: Database
  let ids: IdAllocator
  let space: Space
  let userId: number

  before(async () => {
    database = await open()
    ids = idAllocator(database)
    await initializeStore(database, ids, clock)
    const keeper = users(database, ids, clock, passwords())
    userId = (await keeper.findByName(firstAdministrator))?.id ?? 0
    space = await createSpace(database, ids, clock, { key: 'DOCS', name: 'Docs', userId })
  })

  const inputOf = async (
    title: string,
    word: string,
    others: Partial<SaveImportInput & { key: string }> = {},
  ): Promise<SaveImportInput> => {
    const { key, ...rest } = others
    const [importId, newPageId] = [await ids.nextId(), await ids.nextId()]
    const bytes = Buffer.from(word)
    return {
      entry: {
        importId,
        spaceSent: space.id,
        parentId: space.homepageId,
        title,
        userId,
        apiTokenId: 0,
        requestId: title,
        run: '',
        via: 'import',
        tokenName: 'robot',
        warnings: '[]',
        startedAt: Date.now(),
        now: Date.now(),
        idempotency: key === undefined ? null : { key, requestHash: word },
      },
      space: { spaceIdOrKey: 'docs', writer: { userId } },
      parentId: Number(space.homepageId),
      titleKey: title,
      newPageId,
      markdown: bytes,
      adf: bytes,
      indexed: { text: bytes, headings: '', words: wordsOf(title, word) },
      attachments: [],
      digest: word,
      labels: null,
      position: null,
      navigationTitle: null,
      sourceUrl: null,
      overwrite: true,
      ...rest,
    }
  }
  const wordsOf = (title: string, word: string): Buffer =>
    Buffer.from(dialects[database.engine].search.wordsOf({ title, headings: '', text: word }))
  const find = async (word: string): Promise<number[]> => {
    const asked = {
      words: [[[{ text: word, isPrefix: false }]]],
      spaceIds: undefined,
      label: undefined,
    }
    const { search } = dialects[database.engine]
    const rows = await database.read<{ id: number }>(
      search.find({ ...asked, condition: sql`1 = 1`, most: { text: 9 } }),
    )
    return rows.map(({ id }) => id)
  }
  const count = async (table: 'imports' | 'idempotency_keys'): Promise<number> => {
    const rows = await database.read(
      table === 'imports' ? sql`select id from imports` : sql`select key from idempotency_keys`,
    )
    return rows.length
  }

  for (const save of [saveImport, saveImportInSteps]) {
    const wordOf = (start: string): string => start + save.name.toLowerCase()

    test(`${save.name} keeps UTF-8 as text`, async () => {
      const word = 'grüße日本😀'
      const { newPageId, ...input } = await inputOf(`Bytes ${save.name}`, word)
      await database.write(save, { ...input, newPageId })
      const [row] = await database.read(sql`
      select v.adf, v.markdown, t.body, v.adf || v.markdown as joined from page_versions v
      join page_texts t on t.space_id = v.space_id and t.page_id = v.page_id
      where v.page_id = ${newPageId}`)
      assert.deepEqual(Object.values(row ?? {}), [word, word, word, word + word])
      if (database.engine === 'sqlite') {
        const [types] = await database.read(sql`
        select typeof(adf) as adf, typeof(markdown) as markdown from page_versions
        where page_id = ${newPageId}`)
        assert.deepEqual({ ...types }, { adf: 'text', markdown: 'text' })
      }
    })

    test(`${save.name} indexes the last of several versions that were written at once, wherever its page went`, async () => {
      const inputs = await Promise.all([
        inputOf(`At once ${save.name}`, wordOf('firstword')),
        inputOf(`At once ${save.name}`, wordOf('lastword')),
        inputOf(`New parent ${save.name}`, wordOf('parentword')),
      ])
      const [first, last, parent] = inputs as [SaveImportInput, SaveImportInput, SaveImportInput]
      const actor = { name: 'test', address: '' }
      const place = { spaceId: Number(space.id), pageId: first.newPageId }
      const stamp = { auditId: await ids.nextId(), atMs: 0, actor }
      await database.write(save, parent)
      if (database.engine === 'sqlite') {
        await Promise.all([
          database.write(save, first),
          database.write(save, last),
          database.write(move, { ...stamp, ...place, parentId: parent.newPageId, position: null }),
        ])
      } else {
        await database.write(save, first)
        await database.write(save, last)
      }
      assert.deepEqual(await find(wordOf('firstword')), [])
      assert.deepEqual(await find(wordOf('lastword')), [first.newPageId])
    })

    test(`${save.name} leaves nothing where there is no such place`, async () => {
      const before = await count('imports')
      const keys = await count('idempotency_keys')
      const places = [
        { space: { spaceIdOrKey: 'NONE', writer: { userId } } },
        { space: { spaceIdOrKey: 'DOCS', writer: { userId: userId + 1 } } },
        { space: { spaceIdOrKey: 'DOCS', writer: { userId, spaceIds: [1] } } },
        { parentId: 7 },
      ]
      for (const place of places) {
        const input = await inputOf('Nowhere', wordOf('nowhere'), {
          ...place,
          key: wordOf('nowhere'),
        })
        assert.deepEqual(await database.write(save, input), { outcome: 'not-found' })
      }
      assert.equal(await count('imports'), before)
      assert.equal(await count('idempotency_keys'), keys)
      assert.deepEqual(await find(wordOf('nowhere')), [])
    })

    test(`${save.name} keeps the key of what it did, and gives back that of what it refused`, async () => {
      const made = await database.write(
        save,
        await inputOf(`Keyed ${save.name}`, 'one', { key: `a ${save.name}` }),
      )
      assert.equal(made.outcome, 'created')
      const again = await inputOf(`Keyed ${save.name}`, 'two', { key: `a ${save.name}` })
      assert.deepEqual(await database.write(save, again), { outcome: 'repeated' })
      const refused = await inputOf(`Keyed ${save.name}`, 'two', {
        key: `b ${save.name}`,
        overwrite: false,
      })
      assert.deepEqual(await database.write(save, refused), { outcome: 'already-exists' })
      const righted = await database.write(
        save,
        await inputOf(`Keyed ${save.name}`, 'two', { key: `b ${save.name}` }),
      )
      assert.equal(righted.outcome, 'updated')
    })
  }

  test('does all or nothing when access comes or goes between its statements', async () => {
    // SQLite has one writer, so nothing can come between.
    if (database.engine === 'sqlite') return
    const writerId = await ids.nextId()
    await database.write(addUser, writerId)
    const place = { space: { spaceIdOrKey: 'DOCS', writer: { userId: writerId } } }
    const steps = saveImport.statements(await inputOf('', '', { key: '' }), postgresDialect)
    const told = new Set<string>()
    const check = async (change: 'comes' | 'goes', index: number, kind: number): Promise<void> => {
      const title = `${change} ${index} ${kind}`
      const others = { ...place, overwrite: kind < 2, ...(kind % 2 === 0 && { key: title }) }
      await database.write(saveImport, await inputOf(title, 'old'))
      const input = await inputOf(title, 'new', others)
      const { outcome } = await database.write(saveWhile, { input, index, change })
      told.add(outcome)
      const found = await database.read(sql`
        select p.version, v.markdown, i.result from pages p
        left join page_versions v
          on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
        left join imports i on i.id = ${input.entry.importId}
        where p.title = ${title}`)
      const [version, markdown] = outcome === 'updated' ? [2, 'new'] : [1, 'old']
      const result = outcome === 'not-found' ? null : outcome
      assert.deepEqual(found, [{ version, markdown, result }], `${title}: ${outcome}`)
    }
    for (const index of steps.keys()) {
      for (const kind of [0, 1, 2, 3]) {
        await check('comes', index, kind)
        await check('goes', index, kind)
      }
    }
    assert.deepEqual([...told].sort(), ['already-exists', 'not-found', 'updated'])
  })
})

const addUser: Transaction<number, void> = function* (id) {
  yield* query(sql`
    insert into users (id, name, name_key, email, is_administrator, created_at)
    values (${id}, 'writer', 'writer', '', 0, 0)`)
}

const saveWhile: Transaction<
  { input: SaveImportInput; index: number; change: 'comes' | 'goes' },
  SaveImportResult
> = function* ({ input, index, change }, dialect) {
  const { userId } = input.space.writer
  const give = sql`insert into space_access (space_id, user_id, access)
    select id, ${userId}, 'write' from spaces where key = 'DOCS'`
  const take = sql`delete from space_access where user_id = ${userId}`
  yield* query(take)
  if (change === 'goes') yield* query(give)
  const rows: Row[][] = []
  for (const [at, statement] of saveImport.statements(input, dialect).entries()) {
    rows.push(yield* query<Row>(statement))
    if (at === index) yield* query(change === 'goes' ? take : give)
  }
  return saveImport.result(input, rows)
}
