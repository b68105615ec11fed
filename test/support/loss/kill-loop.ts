/** Kills a process that takes imports, again and again, and looks for what was lost. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import { waitUntil } from '../base/wait-until.ts'
import { prepareStore } from '../prepared-store.ts'
import { startService } from '../service/service-process.ts'
import { type Acknowledged, startImportLoad } from './import-load.ts'

export interface KillLoopOptions {
  readonly rounds: number
  readonly dataDirectory: string
}

export interface KillLoopReport {
  rounds: number
  acknowledged: number
  lost: string[]
  corrupt: string[]
  slowestStartMs: number
}

/** Without acknowledged imports there is nothing to lose. */
const leastAcknowledged = 10

export async function runKillLoop(options: KillLoopOptions): Promise<KillLoopReport> {
  const { rounds, dataDirectory } = options
  const store = await prepareStore({ dataDirectory })
  await store.database.close()
  const report: KillLoopReport = {
    rounds: 0,
    acknowledged: 0,
    lost: [],
    corrupt: [],
    slowestStartMs: 0,
  }
  for (let round = 0; round < rounds; round += 1) {
    const service = await startService({ dataDirectory })
    report.slowestStartMs = Math.max(report.slowestStartMs, service.startedInMs)
    const load = startImportLoad({
      targets: [service],
      store,
      clients: 16,
      name: `${round}-`,
      restMs: 0,
      random: Math.random,
    })
    const { acknowledged, wrong } = load.record
    try {
      const wanted = leastAcknowledged * (1 + Math.random())
      const areEnough = (): boolean => acknowledged.length >= wanted
      await waitUntil('some imports are acknowledged', areEnough, { pauseMs: 1 })
      await wait(Math.random() * 20)
    } finally {
      await service.end('SIGKILL')
      await load.stop(0)
    }
    // A kill shows as no answer; any other is the service's fault.
    const refusal = wrong.find(({ kind }) => kind === 'refusal')
    if (refusal !== undefined) throw new Error(refusal.text)
    await examine(dataDirectory, acknowledged, report)
    report.rounds += 1
    report.acknowledged += acknowledged.length
  }
  return report
}

async function examine(
  dataDirectory: string,
  acknowledged: readonly Acknowledged[],
  report: KillLoopReport,
): Promise<void> {
  const database = await openDatabase({ dataDirectory })
  try {
    for (const { pageId, version, markdown } of acknowledged) {
      const [row] = await database.read<{ markdown: string; adf: string }>(sql`
        select markdown, adf from page_versions
        where page_id = ${Number(pageId)} and number = ${version}`)
      if (row?.markdown !== markdown || JSON.parse(row.adf).type !== 'doc') {
        report.lost.push(`page ${pageId} version ${version}`)
      }
    }
    report.corrupt.push(...(await structureFaults(database)))
  } finally {
    await database.close()
  }
}

async function structureFaults(database: Database): Promise<string[]> {
  const integrity = await database.read<{ integrity_check: string }>(sql`pragma integrity_check`)
  const orphans = await database.read(sql`pragma foreign_key_check`)
  const pages = await database.read<{ id: number; version: number; versions: number }>(sql`
    select p.id, p.version, count(v.number) as versions from pages p
    left join page_versions v on v.space_id = p.space_id and v.page_id = p.id
    group by p.id, p.version having count(v.number) <> p.version or max(v.number) <> p.version`)
  const unrecorded = await database.read<{ page_id: number }>(sql`
    select page_id, number from page_versions where page_id not in (select homepage_id from spaces)
    except select page_id, version from imports`)
  return [
    ...integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...orphans.map((row) => `foreign key: ${JSON.stringify(row)}`),
    ...pages.map(({ id }) => `page ${id} does not match its versions`),
    ...unrecorded.map(({ page_id }) => `page ${page_id} has a version without an import record`),
  ]
}
