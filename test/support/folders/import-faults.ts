/** Imports a folder through faults and kills, then compares what the client says with what the store holds. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RememberedPage, readSource } from '../../../src/folder/client/sources.ts'
import type { FolderEvent, PageResult } from '../../../src/folder/folder-events.ts'
import type { FolderOptions } from '../../../src/folder/folder-options.ts'
import type { Database } from '../../../src/store/database.ts'
import { sql } from '../../../src/store/sql.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import {
  joinedBase,
  readTexts,
  type TextsRow,
  textColumns,
} from '../../../src/wiki/store/packing/pack-versions.ts'
import { seededRandom } from '../base/seeded-random.ts'
import { waitUntil } from '../base/wait-until.ts'
import { type Fault, startFaultyProxy } from '../network/faulty-proxy.ts'
import { prepareStore } from '../prepared-store.ts'
import { type ServiceProcess, startService } from '../service/service-process.ts'
import { docsFolder } from './docs-folder.ts'

export interface ImportFaultsReport {
  rounds: number
  runs: number
  clientKills: number
  serviceKills: number
  pages: number
  faults: Readonly<Record<Fault, number>>
  wrong: string[]
}

const client = fileURLToPath(new URL('import-client.ts', import.meta.url))
const faultShare = 0.3
const maxRuns = 12
const mostEvents = 24
const mostRequests = 20

export async function runImportFaults(options: {
  readonly rounds: number
  readonly dataDirectory: string
  readonly seed?: number
}): Promise<ImportFaultsReport> {
  const { rounds, dataDirectory, seed = Math.floor(Math.random() * 1e9) } = options
  const random = seededRandom(seed)
  const store = await prepareStore({ dataDirectory })
  const proxy = await startFaultyProxy(random)
  const report: ImportFaultsReport = {
    rounds: 0,
    runs: 0,
    clientKills: 0,
    serviceKills: 0,
    pages: 0,
    faults: proxy.counts,
    wrong: [],
  }
  let service = await startService({ dataDirectory })
  try {
    for (let round = 0; round < rounds; round += 1) {
      const isOlder = round % 2 === 1
      const space = await store.createSpace(`F${round}`)
      const folder = docsFolder(roundFiles(random))
      const settings = {
        endpoint: proxy.endpoint,
        token: store.token,
        spaceId: space.key,
        parentId: space.homepageId,
        paths: [folder.path],
        workingFolder: folder.path,
        firstDelayMs: 5,
        timeoutMs: 60_000,
      }
      let last: FolderEvent[] = []
      for (let run = 0; ; run += 1) {
        proxy.aim(service.endpoint, run < maxRuns - 2 ? faultShare : 0, isOlder)
        report.runs += 1
        const killsClient = run < 3 && random() < 0.5
        const killsService = run === 0 && round % 3 === 2
        const running = runClient(
          settings,
          killsClient ? Math.floor(random() * mostEvents) : undefined,
        )
        if (killsService) {
          await Promise.race([proxy.requests(1 + Math.floor(random() * mostRequests)), running])
          await service.end('SIGKILL')
          report.serviceKills += 1
          service = await startAgain(dataDirectory, service.url)
        }
        const events = await running
        if (killsClient) report.clientKills += 1
        last = events
        if (isWhole(events)) break
        if (run >= maxRuns) {
          report.wrong.push(
            `seed ${seed}, round ${round}: never whole: ${JSON.stringify(events.at(-1))}`,
          )
          break
        }
      }
      report.pages += last.filter(({ type }) => type === 'page').length
      for (const fault of await examine(store.database, space, last)) {
        report.wrong.push(`seed ${seed}, round ${round}: ${fault}`)
      }
      const remembered = await readRemembered(service.endpoint, settings)
      // A service without sources is told of none.
      const made = isOlder ? [] : await readPages(store.database, space)
      for (const fault of memoryFaults(remembered, made)) {
        report.wrong.push(`seed ${seed}, round ${round}: ${fault}`)
      }
      folder.remove()
      report.rounds += 1
    }
  } finally {
    await service.end('SIGTERM')
    await proxy.stop()
    await store.database.close()
  }
  return report
}

/** The same port keeps the addresses of pages. */
async function startAgain(dataDirectory: string, url: string): Promise<ServiceProcess> {
  const args = ['--listen', new URL(url).host]
  let service: ServiceProcess | undefined
  // Another connection may have got the port meanwhile.
  await waitUntil('the service starts again', async () => {
    service = await startService({ dataDirectory }, { args })
    return true
  })
  return service as ServiceProcess
}

function roundFiles(random: () => number): Record<string, string> {
  const paths = ['', 'a/', 'a/c/', 'b/'].flatMap((folder) =>
    [0, 1, 2, 3, 4, 5].map(
      (index) => `${folder}${index === 0 && folder === 'a/' ? 'README' : index}.md`,
    ),
  )
  const target = (): string => paths[Math.floor(random() * paths.length)] as string
  return Object.fromEntries(
    paths.map((path, index) => {
      const links = index % 3 === 0 ? '' : `[x](/${target()}) [y](/${target()})`
      return [path, `# Page ${index}\n\ntext of ${index}\n\n${links}\n`]
    }),
  )
}

/** Kills come after a number of events or requests, because a time would not meet the work on every machine. */
async function runClient(
  settings: object,
  killAfterEvents: number | undefined,
): Promise<FolderEvent[]> {
  const child = spawn(process.execPath, [client, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const events = output.split('\n').length - 1
    // The first event is the plan: the kill must meet the work, not the start.
    if (killAfterEvents !== undefined && events > killAfterEvents) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as FolderEvent)
}

function isWhole(events: readonly FolderEvent[]): boolean {
  const end = events.at(-1)
  if (end?.type !== 'summary') return false
  return end.counts.failed + end.counts['not-sent'] === 0
}

interface StoredPage {
  readonly id: number
  readonly parent_id: number
  readonly title: string
  readonly version: number
}

interface StoredVersion {
  readonly page_id: number
  readonly number: number
  readonly markdown: string
}

async function examine(
  database: Database,
  space: Space,
  events: readonly FolderEvent[],
): Promise<string[]> {
  const pages = await readPages(database, space)
  const rows = await database.read<TextsRow>(sql`
    select ${textColumns} from page_versions v ${joinedBase}
    where v.space_id = ${Number(space.id)} and v.page_id <> ${Number(space.homepageId)}
    order by v.page_id, v.number`)
  const versions = await Promise.all(
    rows.map(async (row) => ({ ...row, markdown: (await readTexts(row)).markdown ?? '' })),
  )
  const results = events.filter((event) => event.type === 'page')
  const byId = new Map(pages.map((page) => [String(page.id), page]))
  return [
    ...differences(
      'files',
      results.map(({ page }) => page?.id),
      [...byId.keys()],
    ),
    ...results.flatMap((result) => reportFaults(result, byId)),
    ...versions.flatMap((version, index) => versionFaults(version, versions[index - 1], byId)),
  ]
}

function readPages(database: Database, space: Space): Promise<StoredPage[]> {
  return database.read<StoredPage>(sql`
    select id, parent_id, title, version from pages
    where space_id = ${Number(space.id)} and id <> ${Number(space.homepageId)}`)
}

function memoryFaults(
  remembered: readonly RememberedPage[],
  pages: readonly StoredPage[],
): string[] {
  const byId = new Map(pages.map((page) => [String(page.id), page]))
  return [
    ...differences(
      'source',
      remembered.map(({ pageId }) => pageId),
      [...byId.keys()],
    ),
    ...remembered.flatMap((entry) => {
      const page = byId.get(entry.pageId)
      const isRight = page?.title === entry.title && String(page.parent_id) === entry.parentId
      return isRight ? [] : [`the store remembers ${JSON.stringify(entry)}`]
    }),
  ]
}

function differences(
  name: string,
  said: readonly (string | undefined)[],
  held: readonly string[],
): string[] {
  const [a, b] = [said.toSorted().join(), held.toSorted().join()]
  return a === b ? [] : [`${name}: the client names ${a}, the store holds ${b}`]
}

function reportFaults(result: PageResult, byId: ReadonlyMap<string, StoredPage>): string[] {
  const { file, title, page } = result
  const stored = byId.get(page?.id ?? '')
  const isRight =
    stored?.title === title && (page?.version === undefined || page.version === stored.version)
  return isRight ? [] : [`${file}: the client says ${JSON.stringify(result)}`]
}

function versionFaults(
  { page_id, number, markdown }: StoredVersion,
  before: StoredVersion | undefined,
  byId: ReadonlyMap<string, StoredPage>,
): string[] {
  const page = byId.get(String(page_id))
  const faults: string[] = []
  if (before?.page_id === page_id && before.markdown === markdown) faults.push('is written twice')
  const isList = markdown.startsWith('- ')
  if (!markdown.includes('](') && !isList && number > 1) faults.push('has a version too many')
  if (number === page?.version && /\]\((?!http:|spaces\/)/.test(markdown))
    faults.push('has a link left')
  return faults.map((fault) => `page ${page_id} ${fault} in version ${number}`)
}

async function readRemembered(
  endpoint: string,
  {
    token,
    spaceId,
    parentId,
    paths,
  }: Pick<FolderOptions, 'token' | 'spaceId' | 'parentId' | 'paths'>,
): Promise<readonly RememberedPage[]> {
  const name = `${basename(paths[0] as string)}@${parentId}`
  return (await readSource({ endpoint, token }, spaceId, name)).pages ?? []
}
