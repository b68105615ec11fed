import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { passwords } from '../src/accounts/passwords/passwords.ts'
import { readerOfAll } from '../src/accounts/reader.ts'
import { users } from '../src/accounts/users.ts'
import { idAllocator } from '../src/store/ids.ts'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { sql } from '../src/store/sql.ts'
import { findPageHere, listVersions } from '../src/wiki/pages/find-page.ts'
import { checkVersions, packVersions } from '../src/wiki/store/pack-versions.ts'
import { finishPurges } from '../src/wiki/store/purging/let-go.ts'
import { type Purges, purgesOf } from '../src/wiki/store/purging/purges.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { signedIn } from './support/browser/web-client.ts'
import { openBench, settle } from './support/delivery/delivery-bench.ts'
import { userPassword } from './support/prepared-store.ts'
import { noisePng } from './support/samples/images.ts'
import { send, startTestServer, type TestServer } from './support/service/test-server.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { findInStore, runScript } from './support/store/store-contents.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'
import { vacuumStore } from './support/store/vacuum.ts'

const purgedBy = 'test'
const noPause = async (): Promise<void> => {}

function secretWords(): { next(): string; all: string[] } {
  const all: string[] = []
  return {
    all,
    next() {
      const word = `s${randomBytes(10).toString('hex')}`
      all.push(word)
      return word
    },
  }
}

function secretImage({ next, all }: ReturnType<typeof secretWords>): string {
  const image = Buffer.concat([noisePng(3, 3), Buffer.from(next())])
  all.push(createHash('sha256').update(image).digest('hex'))
  return `data:image/png;base64,${image.toString('base64')}`
}

forEachEngine((_, engine) => {
  describe('purging', () => {
    interface Place extends TestServer {
      readonly options: DatabaseOptions
      readonly purges: Purges
      settle(): Promise<void>
    }
    const onServer = async (work: (server: Place) => Promise<void>): Promise<void> => {
      const { options, remove } = await createTestStore(engine)
      const server = await startTestServer(options, { readers: 'users' })
      const { database } = server
      const purges = purgesOf(server)
      const settle = async (): Promise<void> => {
        await finishPurges(database)
        await vacuumStore(options)
      }
      try {
        await work({ ...server, options, purges, settle })
      } finally {
        await server.stop()
        await remove()
      }
    }
    const save = (
      server: TestServer,
      fields: object,
      headers: Record<string, string> = {},
    ): Promise<string> => server.save({ overwrite: true, ...fields }, headers)
    const fill = async (server: Place, place: object = {}): Promise<[string, string[]]> => {
      const words = secretWords()
      const { next } = words
      const pageTitle = next()
      const content = [
        `# ${next()}\n\n[${next()}](https://${next()}.example/${next()})`,
        `![${next()}](${secretImage(words)})`,
        `\`\`\`${next()}\n${next()}\n\`\`\``,
        `<${next()}>${next()}</blink> ![${next()}](./${next()}.png)`,
      ].join('\n\n')
      const id = await save(
        server,
        { pageTitle, content, labels: [next()], ...place },
        { 'idempotency-key': next() },
      )
      const refused = await server.post({ pageTitle, content: next(), ...place })
      assert.equal(refused.status, 400)
      const reservation = await send(
        server.endpoint.replace(/webtrigger$/, 'reservations'),
        JSON.stringify({
          spaceId: server.space.key,
          ...place,
          pages: [{ ref: 'one', parentId: id, pageTitle: next() }],
        }),
        { authorization: `Bearer ${server.token}` },
      )
      assert.equal(reservation.status, 200, JSON.stringify(reservation.json))
      return [id, words.all]
    }
    const left = (server: Place, words: readonly string[]): Promise<string[]> =>
      findInStore(server.options, words)
    const look = async (server: TestServer, id: string, key = 'DOCS'): Promise<void> => {
      await server.createUser('reader', { isAdministrator: true })
      const client = await signedIn(server, 'reader')
      assert.equal((await client.get(`/wiki/spaces/${key}/pages/${id}`)).status, 200)
    }
    const countRows = async (server: Place, table: 'attachments' | 'pages'): Promise<number> => {
      const from = table === 'pages' ? sql`pages` : sql`attachments`
      const [row] = await server.database.read<{ rows: number | string }>(
        sql`select count(*) as rows from ${from}`,
      )
      return Number(row?.rows)
    }

    test('a page leaves nothing in the files, and the trash alone leaves all', async () => {
      await onServer(async (server) => {
        const [id, words] = await fill(server)
        const kept = secretWords()
        const shared = secretImage(kept)
        await save(server, { pageTitle: kept.next(), content: `${kept.next()} ![x](${shared})` })
        await save(server, { pageTitle: 'Below', parentId: id, content: `![x](${shared})` })
        await look(server, id)
        await trashPage(server, id, purgedBy)
        await server.settle()
        const inTrash = await left(server, words)
        assert.ok(inTrash.length > words.length / 2, `${inTrash.length} of ${words.length}`)
        await assert.rejects(
          server.purges.page(id, { withPagesBelow: false, purgedBy }),
          /One page stands below/,
        )
        assert.equal(await server.purges.page(id, { withPagesBelow: true, purgedBy }), 2)
        await finishPurges(server.database)
        const beforeVacuum = await left(server, words)
        await server.settle()
        assert.deepEqual(await left(server, words), [])
        assert.ok(beforeVacuum.length > 0, 'freed room still holds words before')
        assert.deepEqual((await left(server, kept.all)).sort(), [...kept.all].sort())
        assert.equal(await countRows(server, 'attachments'), 1)
        assert.equal((await server.post({ pageId: id, overwrite: true })).status, 404)
      })
    })

    test('an old version leaves nothing, and its neighbours are read as before', async () => {
      await onServer(async (server) => {
        const words = secretWords()
        const common = 'A sentence that nobody ever changes. '.repeat(60)
        const versions: string[] = []
        let id = ''
        for (let number = 1; number <= 6; number += 1) {
          const secret =
            number === 3 ? `${words.next()} ![${words.next()}](${secretImage(words)})` : ''
          versions.push(`${common}\n\nnumber ${number} ${secret}`)
          id = await save(server, { pageTitle: 'Versions', content: versions.at(-1) })
        }
        await packVersions(server.database, noPause)
        const purge = (number: number) =>
          server.purges.version({ pageId: Number(id), number }, purgedBy)
        const find = (version: number) =>
          findPageHere(readerOfAll(server.database), id, { version })
        assert.equal(await countRows(server, 'attachments'), 1)
        assert.notDeepEqual(await left(server, words.all), [], 'the files hold them before')
        await purge(3)
        await assert.rejects(purge(3), /no page .* with a version 3/)
        await assert.rejects(purge(6), /is what the page shows/)
        await assert.rejects(purge(7), /no page/)
        assert.equal(await find(3), undefined)
        for (const number of [1, 2, 4, 5, 6]) {
          assert.equal((await find(number))?.markdown, versions[number - 1], `version ${number}`)
        }
        assert.deepEqual((await checkVersions(server.database)).damaged, [])
        const page = { id, spaceId: server.space.id }
        const listed = await listVersions(readerOfAll(server.database), page, { limit: 10 })
        assert.deepEqual(
          listed.filter(({ isPurged }) => isPurged).map(({ number }) => number),
          [3],
        )
        await purge(1)
        assert.equal((await findPageHere(readerOfAll(server.database), id))?.markdown, versions[5])
        await server.settle()
        assert.equal(await countRows(server, 'attachments'), 0)
        assert.deepEqual(await left(server, words.all), [])
      })
    })

    test('a space and its trash leave nothing, and imports that come meanwhile neither', async () => {
      await onServer(async (server) => {
        const { database, purges } = server
        const [id, words] = await fill(server)
        await trashPage(server, id, purgedBy)
        assert.notDeepEqual(await left(server, words), [], 'the files hold them before')
        await runScript(server.options, 'analyze')
        assert.equal(await purges.trash(server.space.id, purgedBy), 1)
        await server.settle()
        assert.deepEqual(await left(server, words), [])
        const other = await server.createSpace('OTHER')
        const place = { spaceId: other.id, parentId: other.homepageId }
        const [, more] = await fill(server, place)
        assert.notDeepEqual(await left(server, more), [], 'the files hold them before')
        const late = secretWords()
        const imports = Array.from({ length: 40 }, async (_, index) => {
          const pageTitle = late.next()
          const fields = { ...place, pageTitle, content: late.next(), overwrite: index % 2 === 0 }
          return (await server.post(fields, { 'idempotency-key': late.next() })).status
        })
        const deleted = purges.space(other.id, purgedBy).then(() => finishPurges(database))
        const statuses = await Promise.all(imports)
        await deleted
        assert.ok(
          statuses.every((status) => status === 201 || status === 404),
          statuses.join(' '),
        )
        assert.equal((await server.post(place)).status, 404)
        await server.settle()
        // The import log keeps its entries.
        const log = JSON.stringify(
          await database.read(sql`select page_title, warnings, body from imports`),
        )
        const unrecorded = [...more, ...late.all].filter((word) => !log.includes(word))
        assert.deepEqual(await left(server, unrecorded), [])
        await server.createSpace('OTHER')
      })
    })

    test('pages purged while others write leave no row behind', async () => {
      await onServer(async (server) => {
        const { database, purges } = server
        const parent = await save(server, { pageTitle: 'Parent' })
        const writing = Array.from({ length: 60 }, async (_, index) => {
          const parentId = index % 3 === 0 ? server.space.homepageId : parent
          const fields = { parentId, pageTitle: `Page ${index % 15}`, content: `word ${index}` }
          return (await server.post({ ...fields, overwrite: true })).status
        })
        const purging = purges
          .page(parent, { withPagesBelow: true, purgedBy })
          .then(() => finishPurges(database))
        const statuses = await Promise.all(writing)
        await purging
        assert.ok(statuses.every((status) => [200, 201, 404].includes(status)))
        const orphans = await database.read(sql`
          select v.page_id from page_versions v
            left join pages p on p.space_id = v.space_id and p.id = v.page_id where p.id is null
          union all select t.page_id from page_texts t
            left join pages p on p.space_id = t.space_id and p.id = t.page_id where p.id is null
          union all select p.id from pages p left join pages above on above.id = p.parent_id
            where p.parent_id <> 0 and above.id is null
          union all select id from pages where status = 'trashed'`)
        assert.deepEqual(orphans, [])
        const found = await findPageHere(readerOfAll(database), parent)
        assert.equal(found, undefined)
      })
    })

    test('what is recorded of a page in Confluence leaves nothing', async () => {
      const bench = await openBench('cloud', { engine })
      const { database, store, site } = bench
      const [first, words] = [secretWords(), secretWords()]
      const pageTitle = 'There'
      const content = (of: typeof words): string => `${of.next()} ![x](${secretImage(of)})`
      const leftHere = async (of: typeof words): Promise<string[]> => {
        await vacuumStore(store)
        return findInStore(store, of.all)
      }
      const clock = (): Date => new Date()
      const purges = purgesOf({ database, ids: idAllocator(database), clock })
      await bench.save({ pageTitle: first.next(), content: content(first) })
      const id = site.pages().find(({ title }) => title === first.all[0])?.id ?? ''
      // A site may answer with an empty body.
      await runScript(store, "update remote_versions set stored = ''")
      const update = { pageTitle, pageId: id, overwrite: true, content: content(words) }
      assert.equal(await bench.outcome(update), 'updated')
      const [firstTitle = '', firstText = '', , firstDigest = ''] = first.all
      assert.deepEqual((await leftHere(first)).sort(), [firstTitle, firstDigest].sort())
      assert.ok(!(await leftHere(first)).includes(firstText))
      const [text = '', , digest = ''] = words.all
      assert.deepEqual((await leftHere(words)).sort(), [text, digest].sort())
      site.watch = ({ when, method }) =>
        when === 'before' && method === 'PUT' ? 'close' : undefined
      const other = { ...update, content: content(words) }
      assert.equal(await bench.outcome(other), 'under-way')
      const purge = () => purges.page(id, { withPagesBelow: false, purgedBy })
      await assert.rejects(purge(), /is on its way to Confluence/)
      site.watch = () => undefined
      await settle(bench)
      assert.equal(await purge(), 1)
      assert.deepEqual(await leftHere(words), [])
      assert.deepEqual(await leftHere(first), [])
      await assert.rejects(purge(), /There is no page/)
      assert.equal(site.page(id).status, 'current')
      assert.equal(await bench.outcome({ pageTitle, overwrite: true, content: 'new' }), 'updated')
    })

    test('a user leaves a page with an author that has no name', async () => {
      await onServer(async (server) => {
        const { database } = server
        const words = secretWords()
        const keeper = users({ database, ids: server.ids, clock: server.clock }, passwords())
        const email = `${words.next()}@example.org`
        const made = await keeper.create({
          name: 'leaver',
          email,
          isAdministrator: true,
          createdBy: purgedBy,
          password: userPassword,
        })
        const { token } = await server.createToken('token', { owner: 'leaver' })
        const headers = { authorization: `Bearer ${token}` }
        const id = await save(server, { pageTitle: 'Kept' }, headers)
        assert.deepEqual(await left(server, words.all), words.all)
        await keeper.delete('Leaver', purgedBy)
        assert.equal((await server.post({ pageTitle: 'Kept' }, headers)).status, 401)
        assert.equal(
          (await findPageHere(readerOfAll(database), id))?.version.authorName,
          'a deleted user',
        )
        assert.equal(await keeper.findById(made.id), undefined)
        assert.ok((await keeper.list()).every(({ name }) => name === 'admin'))
        await assert.rejects(keeper.delete('admin', purgedBy), /last administrator/)
        await server.settle()
        assert.deepEqual(await left(server, words.all), [])
        await server.createUser('leaver')
      })
    })
  })
})

test('a purge that was ended is finished by whoever comes next', async () => {
  const { options, remove } = await createTestStore('sqlite')
  const server = await startTestServer(options)
  try {
    const answer = await server.post({ pageTitle: 'Ended' })
    const purges = purgesOf(server)
    await purges.page(answer.json.page.id, { withPagesBelow: false, purgedBy })
    const another = await openTestDatabase(options)
    const stop = new Error('ended')
    await assert.rejects(
      finishPurges(another, () => Promise.reject(stop)),
      stop,
    )
    await finishPurges(another)
    const rows = await another.read(sql`select id from pages where trashed_with = 0`)
    assert.deepEqual(rows, [])
    await another.close()
  } finally {
    await server.stop()
    await remove()
  }
})
