/**
 * Several services on one store of PostgreSQL, under load, while one fault after the other befalls
 * its servers: nothing acknowledged is lost, nothing is done twice, nobody waits without an answer.
 * @module
 */
import {
  readTexts,
  type TextsRow,
  type VersionTexts,
} from '../../../src/embedded-wiki/store/packing/pack-version.ts'
import { endWithUs } from '../base/end-with-us.ts'
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
  /** Where the services find the store. */
  readonly storeUrl: string
  /** Straight address of the store on the server that counts at the moment. */
  readonly primaryStoreUrl: () => string
  /** Waits until the servers are whole again after a fault. */
  readonly settle: () => Promise<void>
  /** What happens, one after the other; ends the campaign when it ends. */
  readonly faults: Iterable<readonly [kind: string, fault: Fault]>
  readonly pauseMs: () => number
  readonly random: () => number
  readonly hungAfterMs: number
  /** How many services share the store. */
  readonly services?: number
  /** Told after each fault what was seen so far; says whether that is enough. */
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

/**
 * Run the campaign.
 * @param options The store, its faults, and what counts as hung.
 */
export async function runFailover(options: FailoverOptions): Promise<FailoverReport> {
  const prepared = await prepareStore({ databaseUrl: options.storeUrl })
  await prepared.database.close()
  const names = Array.from({ length: options.services ?? 3 }, (_, index) => `service ${index}`)
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

/** Wait until each service acknowledges an import that was sent from now on. */
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

/** Put all that is wrong in words. */
export function describeFaults({ lost, duplicated, ambiguous, wrong }: FailoverReport): string[] {
  return [
    ...lost.map((text) => `lost: ${text}`),
    ...duplicated.map((text) => `duplicated: ${text}`),
    ...ambiguous.map((text) => `ambiguous: ${text}`),
    ...wrong.map(({ kind, text }) => `${kind}: ${text}`),
  ]
}

/** Put counts in the place of texts. */
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
  /** Each end of the process that nobody asked for. */
  readonly deaths: Wrong[]
  end(): Promise<void>
}

/** Run a service, and another one in its place should it end: a death is noted, the rest goes on. */
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
  /** Acknowledged versions that the store does not hold as they were sent. */
  readonly lost: string[]
  /** Two pages at one place, or two versions for one Idempotency-Key. */
  readonly duplicated: string[]
  /** Ids that were said to be of two pages. */
  readonly ambiguous: string[]
}

/**
 * Examine a store.
 * @param url Its database, at the server that counts.
 */
async function examineStore(
  url: string,
  acknowledged: readonly Acknowledged[],
): Promise<StoreEvidence> {
  // A snapshot: what is acknowledged after the query has begun need not be in its answer.
  const known = [...acknowledged]
  const rows = (await askPostgres(
    url,
    `select v.page_id, v.number, v.adf, v.markdown, v.packed, v.base, base.packed as base_packed
    from page_versions v left join page_versions base
      on base.space_id = v.space_id and base.page_id = v.page_id and base.number = v.base
    where v.markdown is not null order by v.page_id, v.number`,
  )) as unknown as TextsRow[]
  const versions = await Promise.all(
    rows.map(async (row) => ({ ...row, ...(await readTexts(row)) })),
  )
  const places = (await askPostgres(
    url,
    `select space_id, parent_id, title from pages where status = 'current'`,
  )) as StoredPlace[]
  const byNumber = new Map(versions.map((row) => [`${row.page_id}/${row.number}`, row.markdown]))
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

/** No two requests have one text, so that a text stands in two versions if its key did not hold. */
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
