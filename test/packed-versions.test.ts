import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readerOfAll } from '../src/accounts/reader.ts'
import type { Database } from '../src/store/database.ts'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { sql } from '../src/store/sql.ts'
import { findPageHere } from '../src/wiki/pages/find-page.ts'
import { checkVersions, packVersions } from '../src/wiki/store/pack-versions.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'
import { damageVersion } from './support/store/test-transactions.ts'

interface VersionRow {
  readonly page_id: number
  readonly number: number
  readonly adf: string
  readonly markdown: string | null
  readonly base: number | null
  readonly bytes: number | null
}

const noPause = async (): Promise<void> => {}
const text = 'A sentence of the handbook that nobody ever changes. '.repeat(40)

forEachEngine((_open, engine) => {
  let server: TestServer
  let options: DatabaseOptions
  let remove: () => Promise<void>
  let pages = 0

  before(async () => {
    const store = await createTestStore(engine)
    remove = store.remove
    options = store.options
    server = await startTestServer(store.options)
  })
  after(async () => {
    await server.stop()
    await remove()
  })

  const save = (pageTitle: string, content: string): Promise<string> =>
    server.save({ pageTitle, content, overwrite: true })
  const freshTitle = (): string => {
    pages += 1
    return `Page ${pages}`
  }
  const rowsOf = (pageId: string): Promise<VersionRow[]> =>
    server.database.read<VersionRow>(sql`
      select page_id, number, adf, markdown, base, octet_length(packed) as bytes
      from page_versions where page_id = ${Number(pageId)} order by number`)
  const pack = (database: Database = server.database): Promise<number> =>
    packVersions(database, noPause)
  const packedUpTo = async (pageId: string): Promise<number | undefined> => {
    const [page] = await server.database.read<{ packed_version: number }>(
      sql`select packed_version from pages where id = ${Number(pageId)}`,
    )
    return page?.packed_version
  }
  const assertSame = async (rows: readonly VersionRow[]): Promise<void> => {
    for (const { page_id, number: version, adf, markdown } of rows) {
      const page = await findPageHere(readerOfAll(server.database), String(page_id), { version })
      const found = { number: page?.version.number, adf: page?.adf, markdown: page?.markdown }
      assert.deepEqual(found, { number: version, adf, markdown: markdown ?? undefined })
    }
  }
  const damagedOf = async (ids: readonly string[]): Promise<string[]> => {
    const { damaged } = await checkVersions(server.database)
    return damaged.filter((text) => ids.some((id) => text.includes(` page ${id}:`)))
  }
  const saveVersions = async (count: number): Promise<string> => {
    const title = freshTitle()
    let id = ''
    for (let number = 1; number <= count; number += 1) {
      id = await save(title, `# Ünïcode 🙂\n\n${text}\n\nword ${number}\n\n${text}`)
    }
    return id
  }

  test('a page of many versions takes little room, and shows each as it was', async () => {
    const id = await saveVersions(34)
    await save(`Page ${pages}`, `${text} the last but one`)
    await save(`Page ${pages}`, `${text} at last`)
    const saved = await rowsOf(id)
    assert.equal(await pack(), 35)
    assert.equal(await pack(), 0)
    const packed = await rowsOf(id)
    await assertSame(saved)
    assert.deepEqual(packed.at(-1), saved.at(-1))
    const whole = packed.filter(({ base, bytes }) => bytes !== null && base === null)
    assert.deepEqual(
      whole.map(({ number }) => number),
      [1, 33],
    )
    assert.ok(packed.slice(0, -1).every(({ adf, markdown }) => adf === '' && !markdown))
    assert.ok(packed.slice(1, 32).every(({ base, bytes }) => base === 1 && Number(bytes) < 256))
    assert.deepEqual(await checkVersions(server.database), { versions: 35, damaged: [] })

    const place = `${server.url}/wiki/spaces/DOCS`
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`${place}/${path}`)
      assert.equal(response.status, 200, path)
      return response.text()
    }
    assert.match(await get(`history/${id}/1`), /word 1</)
    assert.match(await get(`markdown/${id}?version=33`), /word 33/)
    assert.match(await get(`markdown/${id}?version=2`), /word 2/)
    assert.match(await get(`compare/${id}?from=1&to=36`), /at last/)
  })

  test('only old versions are packed, of all pages, those in the trash as well', async () => {
    const single = await save(freshTitle(), 'one version')
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1) ids.push(await saveVersions(2))
    const large = await saveVersions(1)
    await save(`Page ${pages}`, `${'more and more words '.repeat(10_000)}`)
    await save(`Page ${pages}`, `${'more and more words '.repeat(10_000)} end`)
    await trashPage(server, ids[0] ?? '', 'test')
    const saved = (await Promise.all([...ids, large, single].map(rowsOf))).flat()
    assert.equal(await pack(), 22)
    await assertSame(saved)
    assert.equal(await packedUpTo(single), 0)
    assert.equal(await packedUpTo(large), 2)
  })

  test('one page that cannot be packed keeps no other from it, and is told of', async () => {
    const bad = await saveVersions(2)
    const ids: string[] = []
    for (let count = 0; count < 17; count += 1) ids.push(await saveVersions(2))
    const failing: Database = {
      ...server.database,
      async write(transaction, input, options) {
        if ((input as { pageId?: number }).pageId === Number(bad)) throw new Error('broken')
        return server.database.write(transaction, input, options)
      },
    }
    const fails = pack(failing)
    await assert.rejects(fails, { message: 'broken' })
    assert.equal(await packedUpTo(bad), 0)
    assert.equal(await packedUpTo(ids.at(-1) ?? ''), 1)
    assert.equal(await pack(), 1)
    assert.equal(await packedUpTo(bad), 1)
  })

  test('a version that is damaged is told of, and all others are read', async () => {
    const id = await saveVersions(12)
    const saved = await rowsOf(id)
    await pack()
    await server.database.write(damageVersion, { pageId: Number(id), number: 10 })
    await assertSame(saved.filter(({ number }) => number !== 10))
    await assert.rejects(findPageHere(readerOfAll(server.database), id, { version: 10 }), {
      key: 'internal-error',
      message: `Version 10 of page ${id} is damaged in the store. Other versions can be read; a backup may have this one.`,
    })
    const place = `${server.url}/wiki/spaces/DOCS`
    const answer = await fetch(`${place}/history/${id}/10`)
    assert.equal(answer.status, 500)
    assert.match(await answer.text(), /Version 10 of page \d+ is damaged in the store/)
    for (const path of [`pages/${id}`, `history/${id}`, `history/${id}/11`]) {
      assert.equal((await fetch(`${place}/${path}`)).status, 200, path)
    }
    const { damaged } = await checkVersions(server.database)
    assert.match(damaged[0] ?? '', new RegExp(`^version 10 of page ${id}: `))
    assert.equal(damaged.length, 1)
    // Versions packed against a damaged one are damaged too.
    await server.database.write(damageVersion, { pageId: Number(id), number: 1 })
    assert.equal((await damagedOf([id])).length, 10)
    await assert.rejects(findPageHere(readerOfAll(server.database), id, { version: 5 }), {
      key: 'internal-error',
    })
    await save(`Page ${pages}`, `${text} goes on`)
    assert.equal(await pack(), 1)
    assert.equal((await rowsOf(id))[11]?.base, null)
  })

  test('a process that is killed while it packs leaves each version as it was', async () => {
    const ids = await Promise.all([saveVersions(24), saveVersions(24)])
    const saved = (await Promise.all(ids.map(rowsOf))).flat()
    const program = fileURLToPath(new URL('support/store/pack-process.ts', import.meta.url))
    const child = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    // Kill the process somewhere within its next step.
    child.stdout.once('data', () => child.kill('SIGKILL'))
    await ended
    await assertSame(saved)
    assert.deepEqual(await damagedOf(ids), [])
    const packed = await Promise.all(ids.map(packedUpTo))
    assert.ok(
      packed.some((version) => version !== 0),
      'something was packed before the kill',
    )
    await pack()
    await assertSame(saved)
    assert.deepEqual(await Promise.all(ids.map(packedUpTo)), [23, 23])
  })

  test('random edits read back, while others pack, fail, and stop in the middle', async () => {
    const random = seededRandom(engine.length)
    const expected: VersionRow[] = []
    let isImporting = true
    const words = (count: number): string =>
      Array.from({ length: count }, () => random().toString(36).slice(2, 8)).join(' ')
    const edit = (content: string): string => {
      const at = Math.floor(random() * content.length)
      const kind = random()
      if (kind < 0.1) return words(1 + Math.floor(random() * 400))
      if (kind < 0.2) return content.slice(0, at) || 'x'
      if (kind < 0.3) return `${content}\n\n${content.slice(0, 2_000)}`
      return `${content.slice(0, at)}${words(3)}${content.slice(at)}`.toWellFormed()
    }
    const write = async (): Promise<void> => {
      const title = freshTitle()
      let content = words(300)
      for (let count = 0; count < 12; count += 1) {
        const id = await save(title, content)
        const newest = (await rowsOf(id)).at(-1) as VersionRow
        assert.equal(newest.bytes, null)
        expected.push(newest)
        content = edit(content)
      }
    }
    /** Its writes fail before or after they are done. */
    const unsteady: Database = {
      ...server.database,
      async write(transaction, input, options) {
        if (random() < 0.2) throw new Error('before')
        const result = await server.database.write(transaction, input, options)
        if (random() < 0.2) throw new Error('after')
        return result
      },
    }
    const keepPacking = async (): Promise<void> => {
      while (isImporting) {
        const stopped = packVersions(unsteady, async () => {
          if (random() < 0.3) throw new Error('stopped')
          await new Promise((resolve) => setImmediate(resolve))
        })
        await stopped.catch(() => {})
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const packing = [keepPacking(), keepPacking()]
    await Promise.all([write(), write(), write()])
    isImporting = false
    await Promise.all(packing)
    await assertSame(expected)
    await pack()
    await assertSame(expected)
    assert.equal(expected.length, 36)
  })
})
