/** Many at once: one page per title, and versions without gaps, from one process and from two. @module */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { readAs } from '../src/store/read-as.ts'
import { sql } from '../src/store/sql.ts'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import {
  joinedBase,
  readTexts,
  type TextsRow,
  textColumns,
} from '../src/wiki/store/pack-versions.ts'
import { assertEach } from './support/base/assert-each.ts'
import { untilNotBusy } from './support/base/wait-until.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { connectSpace } from './support/delivery/wiki-server.ts'
import { stopOwnCluster } from './support/postgres/test-postgres.ts'
import { type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { startService } from './support/service/service-process.ts'
import { send, serveStore, type TestAnswer, validImport } from './support/service/test-server.ts'
import { createTestStore, type EngineName } from './support/store/test-engines.ts'

const sites = ['cloud', 'data-center'] as const

/** PostgreSQL serves several processes; SQLite one. */
const processes: readonly [EngineName, hasAnother: boolean][] = [
  ['sqlite', false],
  ['postgres', true],
]

for (const [engine, hasAnother] of processes) {
  describe(`${engine}, ${hasAnother ? 'two processes' : 'one process'}`, () => {
    let store: PreparedStore
    let remove: () => Promise<void>
    let endpoints: readonly string[]
    let stops: readonly (() => Promise<unknown>)[]
    const connected: { site: ConfluenceSimulator; space: Space }[] = []

    before(async () => {
      const place = await createTestStore(engine)
      remove = place.remove
      store = await prepareStore(place.options)
      for (const kind of sites) {
        const site = await startConfluence(kind)
        const space = await store.createSpace(kind.replace('-', '').toUpperCase())
        const clock = (): Date => new Date()
        await connectSpace({ database: store.database, clock }, space, site)
        connected.push({ site, space })
      }
      const own = await serveStore(place.options)
      endpoints = [own.endpoint]
      stops = [own.stop]
      if (!hasAnother) return
      const another = await startService(place.options)
      endpoints = [own.endpoint, another.endpoint]
      stops = [own.stop, () => another.end('SIGTERM')]
    })
    after(async () => {
      await Promise.all(stops.map((stop) => stop()))
      for (const { site } of connected) await site.stop()
      await store.database.close()
      await remove()
      if (engine === 'postgres') await stopOwnCluster()
    })

    const postAll = (bodies: readonly Record<string, unknown>[]): Promise<TestAnswer[]> =>
      Promise.all(
        bodies.map((fields, index) => {
          const endpoint = endpoints[index % endpoints.length] as string
          const body = JSON.stringify({ ...validImport(store), ...fields })
          const headers = {
            authorization: `Bearer ${store.token}`,
            // With the same key, an import of unknown outcome is answered by what became of it.
            'idempotency-key': randomUUID(),
          }
          return untilNotBusy(() => send(endpoint, body, headers))
        }),
      )

    test('makes one page of 30 identical creates', async () => {
      const pageTitle = 'Wanted by many'
      const answers = await postAll(Array.from({ length: 30 }, () => ({ pageTitle })))
      const keys = answers.map(({ status, json }) => `${status} ${json.key}`)
      assert.deepEqual(tally(keys), { '201 created': 1, '400 already-exists': 29 })
      const versions = await store.database.read<{ number: number }>(sql`
        select v.number from pages p join page_versions v
          on v.space_id = p.space_id and v.page_id = p.id
        where p.title = ${pageTitle}`)
      assertEach(versions, ({ number }) => number, [1])
    })

    for (const [at, kind] of sites.entries()) {
      const placeOf = ({ site, space }: (typeof connected)[number]): Record<string, unknown> => ({
        spaceId: space.id,
        parentId: site.homepageId,
      })

      test(`makes one page of 10 identical creates in a space connected to ${kind}`, async () => {
        const to = connected[at] as (typeof connected)[number]
        const pageTitle = 'Wanted by many'
        const fields = { ...placeOf(to), pageTitle }
        const answers = await postAll(Array.from({ length: 10 }, () => fields))
        const keys = answers.map(({ status, json }) => `${status} ${json.key}`)
        assert.deepEqual(tally(keys), { '201 created': 1, '400 already-exists': 9 })
        const [made, ...others] = to.site.pages().filter(({ title }) => title === pageTitle)
        assert.deepEqual([made?.versions.length, others.length], [1, 0])
      })

      test(`tells who comes again of the page that ${kind} made when they had gone`, async () => {
        const to = connected[at] as (typeof connected)[number]
        const body = JSON.stringify({ ...validImport(store), ...placeOf(to), pageTitle: 'Left' })
        const [first, last] = [endpoints[0] as string, endpoints.at(-1) as string]
        const leaving = new AbortController()
        const gone = Promise.withResolvers<void>()
        to.site.watch = async ({ when, method }) => {
          if (when !== 'before' || method !== 'POST') return undefined
          leaving.abort()
          await gone.promise
          return undefined
        }
        const headers = { authorization: `Bearer ${store.token}` }
        const keyed = { ...headers, 'idempotency-key': `left-${kind}` }
        const left = fetch(first, {
          method: 'POST',
          body,
          headers: keyed,
          signal: leaving.signal,
        })
        await assert.rejects(left, { name: 'AbortError' })
        const other = JSON.stringify(validImport(store))
        assert.equal((await send(first, other, headers)).status < 500, true)
        gone.resolve()
        const again = await send(last, body, keyed)
        assert.deepEqual([again.status, again.json.key], [201, 'created'])
        to.site.watch = () => undefined
        const more = await send(first, body, headers)
        assert.deepEqual([more.status, more.json.key], [400, 'already-exists'])
      })
    }

    test('keeps 50 overwrites as whole versions without gaps', async () => {
      const pageTitle = 'Overwritten by many'
      const bodies = Array.from({ length: 50 }, (_, index) => ({
        pageTitle,
        overwrite: true,
        content: `${index}: ${String(index).repeat(500)} end of ${index} größer 日本😀`,
      }))
      const answers = await postAll(bodies)
      const keys = answers.map(({ status, json }) => `${status} ${json.key}`)
      assert.deepEqual(tally(keys), { '201 created': 1, '200 updated': 49 })
      // Housekeeping may have packed some of them by now.
      const rows = await readAs<TextsRow>(
        store.database,
        sql`select ${textColumns} from pages p
          join page_versions v on v.space_id = p.space_id and v.page_id = p.id ${joinedBase}
          where p.title = ${pageTitle} order by v.number`,
      )
      const versions = await Promise.all(
        rows.map(async (row) => ({ number: row.stored.number, ...(await readTexts(row)) })),
      )
      assertEach(
        versions,
        ({ number }) => number,
        bodies.map((_, index) => index + 1),
      )
      assert.deepEqual(
        versions.map(({ markdown }) => markdown).sort(),
        bodies.map(({ content }) => content).sort(),
      )
      for (const { markdown, adf } of versions) assert.ok(adf.includes(markdown), markdown)
      for (const [index, { json }] of answers.entries()) {
        assert.equal(versions[json.page.version - 1]?.markdown, bodies[index]?.content)
      }
    })

    const makePages = async (name: string, count: number): Promise<string[]> => {
      const titles = Array.from({ length: count }, (_, index) => `${name} ${index}`)
      const made = await postAll(titles.map((pageTitle) => ({ pageTitle })))
      return made.map(({ json }) => json.page.id)
    }

    test('makes no circle of pages that are moved below each other', async () => {
      const ids = await makePages('Moved', 8)
      const moves = Array.from({ length: 40 }, (_, index) => ({
        pageId: ids[index % 8],
        pageTitle: `Moved ${index % 8}`,
        parentId: ids[(index * 5 + Math.floor(index / 8) + 1) % 8],
        overwrite: true,
      }))
      const answers = await postAll(moves)
      const keys = new Set(answers.map(({ json }) => json.key))
      assert.deepEqual([...keys].sort(), ['bad-request', 'unchanged'])
      const rows = await store.database.read<{ id: number }>(sql`
        with recursive below (id) as (
          select id from pages where parent_id = 0
          union
          select p.id from below join pages p on p.parent_id = below.id
        )
        select id from below`)
      const reached = new Set(rows.map(({ id }) => String(id)))
      assert.deepEqual(
        ids.filter((id) => !reached.has(id)),
        [],
      )
    })

    test('gives one of 20 pages the title that all are renamed to', async () => {
      const ids = await makePages('Renamed', 20)
      const pageTitle = 'Wanted by all'
      const answers = await postAll(ids.map((pageId) => ({ pageId, pageTitle, overwrite: true })))
      const keys = answers.map(({ status, json }) => `${status} ${json.key}`)
      assert.deepEqual(tally(keys), { '200 updated': 1, '400 already-exists': 19 })
      const renamed = await store.database.read(
        sql`select id from pages where title = ${pageTitle}`,
      )
      assert.equal(renamed.length, 1)
    })
  })
}

function tally(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts
}
