/** Several services on one PostgreSQL under load and faults: nothing acknowledged is lost or done twice. @module */
import type { Row } from '../../../src/store/database.ts'
import { asObjects } from '../../../src/store/read-as.ts'
import {
  readTexts,
  type TextsRow,
  textColumns,
  type VersionTexts,
} from '../../../src/wiki/store/pack-versions.ts'
import { endWithUs } from '../base/processes.ts'
import { waitUntil } from '../base/wait-until.ts'
import type { Fault } from '../postgres/postgres-faults.ts'
import { askPostgres } from '../postgres/postgres-node.ts'
import { prepareStore } from '../prepared-store.ts'
import { type ServiceProcess, startService } from '../service/service-process.ts'
import {
  type Acknowledged,
  type ImportLoad,
  type LoadTarget,
  startImportLoad,
  type Wrong,
} from './import-load.ts'

export interface FailoverOptions {
  readonly storeUrl: string
  readonly primaryStoreUrl: () => string
  readonly settle: () => Promise<void>
  readonly faults: Iterable<readonly [kind: string, fault: Fault]>
  readonly pauseMs: () => number
  readonly random: () => number
  readonly hungAfterMs: number
  readonly isEnough?: (report: FailoverReport) => boolean
}

export interface FailoverReport extends StoreEvidence {
  readonly faults: Readonly<Record<string, number>>
  readonly acknowledged: number
  readonly read: number
  readonly refused: number
  readonly wrong: readonly Wrong[]
  readonly longestPauseMs: number
  readonly longestAnswerMs: number
}

const clients = 6

export async function runFailover(options: FailoverOptions): Promise<FailoverReport> {
  const prepared = await prepareStore({ databaseUrl: options.storeUrl })
  await prepared.database.close()
  const names = ['service 0', 'service 1', 'service 2']
  const keepers = await Promise.all(names.map((name) => keepService(options.storeUrl, name)))
  const targets = keepers.map(({ target }) => target)
  const load = startImportLoad({ ...options, targets, store: prepared, clients })
  const wrong: Wrong[] = []
  const counts: Record<string, number> = {}
  const look = async (): Promise<FailoverReport> => {
    const evidence = await examineStore(options.primaryStoreUrl(), load.record.acknowledged)
    return reportOf(load, keepers, counts, wrong, evidence)
  }
  try {
    await untilAllServe(load)
    for (const [kind, fault] of options.faults) {
      counts[kind] = (counts[kind] ?? 0) + 1
      await fault(options.pauseMs)
      await options.settle()
      await untilAllServe(load).catch((error) => {
        wrong.push({ kind: 'not-back', text: `after ${kind}: ${error.message}` })
      })
      if (options.isEnough?.(await look())) break
    }
    await load.stop()
    return await look()
  } finally {
    await load.stop()
    for (const keeper of keepers) await keeper.end()
  }
}

async function untilAllServe({ record }: ImportLoad): Promise<void> {
  const now = performance.now()
  await waitUntil('an import by each service', () => record.sentAt.every((at) => at >= now))
}

function reportOf(
  { record }: ImportLoad,
  keepers: readonly ServiceKeeper[],
  faults: Readonly<Record<string, number>>,
  wrong: readonly Wrong[],
  evidence: StoreEvidence,
): FailoverReport {
  return {
    faults: { ...faults },
    acknowledged: record.acknowledged.length,
    ...evidence,
    read: record.read,
    refused: record.refused,
    wrong: [...keepers.flatMap(({ deaths }) => deaths), ...wrong, ...record.wrong],
    longestPauseMs: Math.round(record.longestPauseMs),
    longestAnswerMs: Math.round(record.longestAnswerMs),
  }
}

export function describeFaults({ lost, duplicated, ambiguous, wrong }: FailoverReport): string[] {
  return [
    ...lost.map((text) => `lost: ${text}`),
    ...duplicated.map((text) => `duplicated: ${text}`),
    ...ambiguous.map((text) => `ambiguous: ${text}`),
    ...wrong.map(({ kind, text }) => `${kind}: ${text}`),
  ]
}

export function summarize(report: FailoverReport): object {
  const wrong: Record<string, number> = {}
  for (const { kind } of report.wrong) wrong[kind] = (wrong[kind] ?? 0) + 1
  const { lost, duplicated, ambiguous } = report
  return {
    ...report,
    lost: lost.length,
    duplicated: duplicated.length,
    ambiguous: ambiguous.length,
    wrong,
  }
}

interface ServiceKeeper {
  readonly target: LoadTarget
  readonly deaths: Wrong[]
  end(): Promise<void>
}

async function keepService(databaseUrl: string, name: string): Promise<ServiceKeeper> {
  const deaths: Wrong[] = []
  let isEnding = false
  let service = await startService({ databaseUrl })
  const listen = new URL(service.url).host
  const watch = async (running: ServiceProcess): Promise<void> => {
    const forget = endWithUs(running.pid, 'SIGKILL')
    const { code, signal } = await running.ended
    forget()
    if (isEnding) return
    const text = `${name} ended with ${code ?? signal}: ${running.errorText().slice(-600)}`
    deaths.push({ kind: 'process-ended', text })
    await waitUntil('a new service', async () => {
      service = await startService({ databaseUrl }, { args: ['--listen', listen] })
      return true
    })
    await watch(service)
  }
  let watching = watch(service)
  watching = watching.catch((error) => {
    deaths.push({ kind: 'not-back', text: `${name}: ${error.message}` })
  })
  return {
    target: service,
    deaths,
    async end() {
      isEnding = true
      await service.end('SIGTERM')
      await watching
    },
  }
}

interface StoreEvidence {
  readonly lost: string[]
  readonly duplicated: string[]
  readonly ambiguous: string[]
}

/** `url` is the database on the server that counts. */
async function examineStore(
  url: string,
  acknowledged: readonly Acknowledged[],
): Promise<StoreEvidence> {
  // The list is copied first: later acknowledgements may be missing in the query's snapshot.
  const known = [...acknowledged]
  const rows = (await askPostgres(
    url,
    `select ${textColumns.parts.join('')}
    from page_versions v left join page_versions base
      on base.space_id = v.space_id and base.page_id = v.page_id and base.number = v.base
    where v.page_id not in (select homepage_id from spaces) order by v.page_id, v.number`,
  )) as Row[]
  const versions = await Promise.all(
    asObjects<TextsRow>(rows).map(async (row) => ({ ...row.stored, ...(await readTexts(row)) })),
  )
  const places = (await askPostgres(
    url,
    `select space_id, parent_id, title from pages where status = 'current'`,
  )) as StoredPlace[]
  const byNumber = new Map(versions.map((row) => [`${row.pageId}/${row.number}`, row.markdown]))
  return {
    lost: known
      .filter(({ pageId, version, markdown }) => byNumber.get(`${pageId}/${version}`) !== markdown)
      .map(({ pageId, version, title }) => `${title}: page ${pageId} version ${version}`),
    duplicated: [
      ...repeated(places.map((place) => JSON.stringify(Object.values(place)))),
      ...repeatedWrites(known, versions),
    ],
    ambiguous: ambiguousIds(known),
  }
}

interface StoredPlace {
  readonly space_id: string
  readonly parent_id: string
  readonly title: string
}

function repeated(keys: readonly string[]): string[] {
  const seen = new Set<string>()
  return keys.filter((key) => seen.has(key) || !seen.add(key))
}

/** No two requests have the same text, so a text in two versions means that a key was ignored. */
function repeatedWrites(
  acknowledged: readonly Acknowledged[],
  versions: readonly VersionTexts[],
): string[] {
  const keys = new Map(acknowledged.map(({ markdown, key }) => [markdown, key]))
  return repeated(versions.map(({ markdown }) => String(markdown))).flatMap((markdown) => {
    const key = keys.get(markdown)
    return key === undefined ? [] : [`${key} was carried out twice`]
  })
}

function ambiguousIds(acknowledged: readonly Acknowledged[]): string[] {
  const titles = new Map<string, string>()
  return acknowledged.flatMap(({ pageId, title }) => {
    const first = titles.get(pageId)
    if (first === undefined) titles.set(pageId, title)
    return first === undefined || first === title ? [] : [`${pageId} is "${first}" and "${title}"`]
  })
}
