/** What becomes of records that have had their time. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstAdministrator, initializeStore } from '../src/accounts/initialize-store.ts'
import { removeOld, startHousekeeping } from '../src/server/service/housekeeping.ts'
import type { Database } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { sql } from '../src/store/sql.ts'
import { createSpace } from '../src/wiki/store/create-space.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import { addRecords } from './support/store/test-records.ts'

const now = new Date('2030-06-01T00:00:00Z')
const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const clock = (): Date => now
const keepYear = { importsMs: 365 * dayMs, auditMs: 365 * dayMs }
const noPause = async (): Promise<void> => {}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const tables = [
  'imports',
  'audit_records',
  'idempotency_keys',
  'sessions',
  'one_time_links',
  'page_reservations',
  'page_reports',
  'drafts',
]

async function count(database: Database): Promise<number[]> {
  const counts: number[] = []
  for (const table of tables) {
    const parts = [`select count(*) as n from ${table} where 1 = 1`]
    const [row] = await database.read<{ n: number }>({ parts, values: [] })
    counts.push(Number(row?.n))
  }
  return counts
}

forEachEngine((open) => {
  const openFilled = async (): Promise<Database> => {
    const database = await open()
    await initializeStore({ database, ids: idAllocator(database), clock })
    return database
  }

  test('removes what is older than it is to be kept, in small steps, and nothing else', async () => {
    const database = await openFilled()
    await database.write(addRecords, { after: 0, count: 700, atMs: now.getTime() - 400 * dayMs })
    await database.write(addRecords, { after: 1_000, count: 10, atMs: now.getTime() - 2 * dayMs })
    await database.write(addRecords, { after: 2_000, count: 5, atMs: now.getTime() - hourMs })
    let pauses = 0
    const removed = await removeOld(database, now, keepYear, async () => {
      pauses += 1
    })
    assert.deepEqual(removed, {
      idempotency_keys: 710,
      // Sessions past their creation limit are also unused for long enough.
      sessions_by_creation: 700,
      sessions_by_use: 10,
      one_time_links: 715,
      page_reservations: 715,
      page_reports: 700,
      drafts: 700,
      imports: 700,
      audit_records: 700,
    })
    assert.deepEqual(await count(database), [15, 15, 5, 5, 0, 0, 15, 15])
    assert.ok(pauses >= 15, `${pauses} pauses`)
    assert.deepEqual(await removeOld(database, now, keepYear, noPause), {})
  })

  test('keeps a record as long as a key answers with it, and what is to stay for ever', async () => {
    const database = await openFilled()
    const atMs = now.getTime() - hourMs
    await database.write(addRecords, { after: 0, count: 20, atMs })
    // Clocks differ: by this one the records are a year old, but their keys are not.
    const keep = { importsMs: 0, auditMs: Number.POSITIVE_INFINITY }
    assert.deepEqual(await removeOld(database, now, keep, noPause), {
      one_time_links: 20,
      page_reservations: 20,
    })
    const tomorrow = new Date(now.getTime() + dayMs)
    const removed = await removeOld(database, tomorrow, keep, noPause)
    assert.deepEqual([removed.idempotency_keys, removed.imports], [20, 20])
    assert.deepEqual(await count(database), [0, 20, 0, 0, 0, 0, 20, 20])
  })

  test('never removes a version of a page', async () => {
    const database = await openFilled()
    const [admin] = await database.read<{ id: number }>(
      sql`select id from users where name = ${firstAdministrator}`,
    )
    const input = { key: 'DOCS', name: 'Docs', userId: admin?.id ?? 0 }
    await createSpace({ database, ids: idAllocator(database), clock }, input)
    const later = new Date(now.getTime() + 10_000 * dayMs)
    await removeOld(database, later, { importsMs: 0, auditMs: 0 }, noPause)
    const [row] = await database.read<{ n: number }>(sql`select count(*) as n from page_versions`)
    assert.equal(row?.n, 1)
  })

  test('removes every hour, after a failure as well, until it is stopped', async () => {
    const database = await openFilled()
    await database.write(addRecords, { after: 0, count: 3, atMs: now.getTime() - 400 * dayMs })
    const waits: number[] = []
    const logged: string[] = []
    let rounds = 0
    let isAway = true
    const flaky: Database = {
      ...database,
      write: (transaction, input) =>
        isAway ? Promise.reject(new Error('away')) : database.write(transaction, input),
    }
    await new Promise<void>((resolve) => {
      const housekeeping = startHousekeeping(keepYear, {
        database: flaky,
        finishPurges: async () => {},
        packVersions: async (pause) => {
          await pause(Number.POSITIVE_INFINITY)
          return 0
        },
        clock,
        log: {
          info: (_: unknown, message?: string) => logged.push(message ?? ''),
          error: (_: unknown, message?: string) => logged.push(message ?? ''),
        } as never,
        wait: async (ms, signal) => {
          signal.throwIfAborted()
          if (ms < 1_000) return
          if (ms === Number.POSITIVE_INFINITY) return untilAborted(signal)
          waits.push(ms)
          rounds += ms === hourMs ? 1 : 0
          if (rounds === 1) isAway = false
          if (rounds === 3) {
            void housekeeping.stop().then(resolve)
            signal.throwIfAborted()
          }
        },
      })
    })
    assert.deepEqual(waits, [minuteMs, minuteMs, hourMs, hourMs, hourMs])
    assert.deepEqual(logged, ['old records not removed', 'old records removed'])
    assert.deepEqual(await count(database), [0, 0, 0, 0, 0, 0, 0, 0])
  })
})
