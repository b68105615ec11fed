/** Kills a process that takes imports, again and again, and looks for what was lost. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../src/store/database.ts'
import { openDatabase } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import { waitUntil } from '../base/wait-until.ts'
import { type PreparedStore, prepareStore } from '../prepared-store.ts'
import { type ServiceProcess, startService } from '../service/service-process.ts'

export type KillableService = Pick<ServiceProcess, 'endpoint' | 'startedInMs' | 'end'>

export interface KillLoopOptions {
  readonly rounds: number
  readonly dataDirectory: string
  readonly clients?: number
  readonly isEnough?: (report: KillLoopReport) => boolean
  readonly start?: (dataDirectory: string) => Promise<KillableService>
}

export interface KillLoopReport {
  rounds: number
  acknowledged: number
  lost: string[]
  corrupt: string[]
  slowestStartMs: number
}

interface Acknowledged {
  readonly pageId: string
  readonly version: number
  readonly markdown: string
}

/** Without acknowledged imports there is nothing to lose. */
const leastAcknowledged = 10

export async function runKillLoop(options: KillLoopOptions): Promise<KillLoopReport> {
  const { rounds, dataDirectory, clients = 16, isEnough = () => false } = options
  const start = options.start ?? ((folder) => startService({ dataDirectory: folder }))
  const store = await prepareStore({ dataDirectory })
  await store.database.close()
  const report: KillLoopReport = {
    rounds: 0,
    acknowledged: 0,
    lost: [],
    corrupt: [],
    slowestStartMs: 0,
  }
  for (let round = 0; round < rounds && !isEnough(report); round += 1) {
    const service = await start(dataDirectory)
    report.slowestStartMs = Math.max(report.slowestStartMs, service.startedInMs)
    const acknowledged: Acknowledged[] = []
    const load = Promise.all(
      Array.from({ length: clients }, (_, client) =>
        postUntilCut(service.endpoint, store, `${round}-${client}`, acknowledged),
      ),
    )
    try {
      await untilAcknowledged(acknowledged, load)
    } finally {
      await service.end('SIGKILL')
    }
    await load
    await examine(dataDirectory, acknowledged, report)
    report.rounds += 1
    report.acknowledged += acknowledged.length
  }
  return report
}

async function untilAcknowledged(
  acknowledged: readonly Acknowledged[],
  load: Promise<unknown>,
): Promise<void> {
  const wanted = leastAcknowledged * (1 + Math.random())
  let isCut = false
  const noteEnd = (): void => {
    isCut = true
  }
  load.then(noteEnd, noteEnd)
  const isOver = (): boolean => isCut || acknowledged.length >= wanted
  await waitUntil('some imports are acknowledged', isOver, { pauseMs: 1 })
  if (isCut) {
    await load
    throw new Error(`could not judge: only ${acknowledged.length} imports`)
  }
  await wait(Math.random() * 20)
}

async function postUntilCut(
  endpoint: string,
  { space, token }: PreparedStore,
  name: string,
  acknowledged: Acknowledged[],
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const isShared = index % 4 === 3
    const markdown = `# ${name}-${index}\n\n${'all of it '.repeat(200)}end of ${name}-${index}`
    const body = JSON.stringify({
      spaceId: space.id,
      parentId: space.homepageId,
      pageTitle: isShared ? 'Shared' : `${name}-${index}`,
      content: markdown,
      overwrite: isShared,
    })
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      })
      const answer = (await response.json()) as { page?: { id: string; version: number } }
      if (response.status === 503) {
        // A busy machine has no room for all at once.
        await wait(100)
        continue
      }
      if (answer.page === undefined) throw new Error(`refused: ${JSON.stringify(answer)}`)
      acknowledged.push({ pageId: answer.page.id, version: answer.page.version, markdown })
    } catch (error) {
      // A kill shows as a failed fetch; any other error is the service's fault.
      if (error instanceof TypeError || (error as Error).name === 'SyntaxError') return
      throw error
    }
  }
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
