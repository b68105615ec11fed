/** Imports into a connected space without a server: a store, a simulated site, and a process or several. @module */
import { after } from 'node:test'
import { firstAdministrator, initializeStore } from '../../../src/accounts/initialize-store.ts'
import { passwords } from '../../../src/accounts/passwords/passwords.ts'
import { type User, users } from '../../../src/accounts/users.ts'
import type { DeliveryPolicies } from '../../../src/confluence/delivery/connections/space-connections.ts'
import { dropLapsedReservations } from '../../../src/confluence/delivery/reservations/reservations.ts'
import type { AnswerArranged } from '../../../src/contract/answers.ts'
import type { Database } from '../../../src/store/database.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import { sql } from '../../../src/store/sql.ts'
import { readPrepared } from '../../../src/wiki/import/import-work.ts'
import { importLedger } from '../../../src/wiki/import/ledger/ledger.ts'
import { prepareImport } from '../../../src/wiki/import/prepare-import.ts'
import type { Saved, SavedPage, Space } from '../../../src/wiki/import/target-wiki.ts'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import { createSpace } from '../../../src/wiki/store/create-space.ts'
import { extractDocument } from '../../../src/wiki/store/saving/storable-document.ts'
import { waitUntil } from '../base/wait-until.ts'
import type { ConfluenceSimulator, SimulatorSwitches } from '../confluence/simulator.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import { endFile, releaseAfterFile } from '../run/between-files.ts'
import { openTestDatabase } from '../store/shared-writer.ts'
import { createTestStore, type EngineName } from '../store/test-engines.ts'
import { type ConnectedProcess, connectedProcess } from './connected-bench.ts'
import { changePolicies, connectSpace } from './wiki-server.ts'

const limits = { maxDepth: 90, maxMarkdownBytes: 1024 * 1024, maxAdfBytes: 5 * 1024 * 1024 }
const prepare = prepareImport(extractDocument)
/** After that another process may take over a delivery. */
export const lapseMs: number = 10 * 60_000

export interface WantedImport {
  readonly pageTitle: string
  readonly content?: string
  readonly overwrite?: boolean
  readonly labels?: readonly string[]
  readonly parentId?: string
  readonly position?: number
  readonly pageId?: string | undefined
  readonly key?: string
  readonly run?: string
  readonly withinMs?: number
  readonly by?: ConnectedProcess
  readonly hasLeft?: () => boolean
}

export interface DeliveryBench {
  readonly site: ConfluenceSimulator
  readonly database: Database
  readonly store: DatabaseOptions
  readonly space: Space
  readonly process: ConnectedProcess
  another(): ConnectedProcess & { kill(): void }
  reserve(title: string, parentId?: string): Promise<string>
  list(ids: readonly string[], by: ConnectedProcess): Promise<readonly SavedPage[] | undefined>
  /** Let go what refused imports and lapsed reservations have left. */
  dropLapsed(): Promise<void>
  save(wanted: WantedImport): Promise<Saved>
  arrange(parentIds: readonly string[]): Promise<AnswerArranged | undefined>
  outcome(wanted: WantedImport): Promise<string>
  setPolicies(policies: Partial<DeliveryPolicies>): Promise<void>
  pass(ms: number): void
  requests(): string[]
}

// Where a file runs alone, nothing else ends what it began.
after(endFile)

export async function openBench(
  kind: SiteKind,
  {
    engine = 'sqlite',
    switches = {},
    policies = {},
  }: {
    engine?: EngineName
    switches?: Partial<SimulatorSwitches>
    policies?: Partial<DeliveryPolicies>
  } = {},
): Promise<DeliveryBench> {
  let aheadMs = 0
  const clock = (): Date => new Date(Date.now() + aheadMs)
  const place = await createTestStore(engine)
  const database = await openTestDatabase(place.options)
  const site = await startConfluence(kind, switches)
  releaseAfterFile(async () => {
    await site.stop()
    await database.close()
    await place.remove()
  })
  const ids = idAllocator(database)
  await initializeStore({ database, ids, clock })
  const keeper = users({ database, ids, clock }, passwords())
  const { id: userId } = (await keeper.findByName(firstAdministrator)) as User
  const space = await createSpace({ database, ids, clock }, { key: 'DOCS', name: 'Docs', userId })
  await connectSpace({ database, clock }, space, site, policies)
  const process = connectedProcess({ database, clock, site })
  const ledger = importLedger({ database, ids, clock })
  site.requests.splice(0)
  const save = async (wanted: WantedImport): Promise<Saved> => {
    const { key, run, withinMs = 20_000, by = process, hasLeft = () => false, ...rest } = wanted
    const fields = {
      spaceId: 'DOCS',
      parentId: site.homepageId,
      overwrite: false,
      labels: undefined,
      dryRun: false,
      position: undefined,
      navigationTitle: undefined,
      pageId: undefined,
      removeTitleHeading: true,
      ...rest,
    }
    const { pageTitle: title, parentId, content = 'Hello.' } = fields
    const body = Buffer.from(
      JSON.stringify({ spaceId: 'DOCS', parentId, pageTitle: title, content }),
    )
    const call = { value: { limits, engine, isHashed: false, ownHosts: [] }, parts: [body] }
    const { document } = readPrepared(await prepare(call))
    const entry = await ledger.openEntry({
      userId,
      apiTokenId: '7',
      requestId: 'request',
      run,
      via: 'import',
      tokenName: 'robot',
      startedAt: clock(),
      spaceSent: 'DOCS',
      parentId,
      title,
      warnings: document.warnings,
      idempotency: key ? { key, requestHash: key } : undefined,
    })
    const page = { fields, document, writer: { userId } }
    return by.wiki.savePage(page, entry, { withinMs, hasLeft })
  }
  return {
    site,
    database,
    store: place.options,
    space,
    process,
    save,
    async reserve(title, parentId = site.homepageId) {
      const pages = [{ title, parent: { id: parentId } }]
      const wanted = { spaceIdOrKey: 'DOCS', pages, writer: { userId } }
      const [reserved] = (await process.wiki.reservePages?.(wanted)) ?? []
      return reserved?.id as string
    },
    list: async (ids, by) => by.wiki.findPages?.({ spaceIdOrKey: 'DOCS', ids, writer: { userId } }),
    dropLapsed: () => dropLapsedReservations(process.tools, process.tools.openSite),
    arrange: async (parentIds) =>
      process.wiki.arrangePages?.({ spaceIdOrKey: 'DOCS', parentIds, writer: { userId } }),
    another() {
      let isDead = false
      const dying = async <Result>(work: () => Promise<Result>): Promise<Result> => {
        const result = isDead ? undefined : await work()
        return isDead ? new Promise<never>(() => {}) : (result as Result)
      }
      const mortal: Database = {
        ...database,
        read: (statement) => dying(() => database.read(statement)),
        write: (...input) => dying(() => database.write(...input)),
      }
      return {
        ...connectedProcess({
          database: mortal,
          clock,
          site,
          wrap: (open) =>
            new Proxy(open, {
              get(target, name) {
                const member: unknown = Reflect.get(target, name)
                if (typeof member !== 'function') return member
                return (...input: unknown[]) =>
                  dying(() => Reflect.apply(member, target, input) as Promise<unknown>)
              },
            }),
        }),
        kill: () => {
          isDead = true
        },
      }
    },
    async outcome(wanted) {
      try {
        const saved = await save(wanted)
        return saved.outcome === 'refused' ? saved.error.key : saved.outcome
      } catch (error) {
        return (error as { key?: string }).key ?? String(error)
      }
    },
    setPolicies: (changed) => changePolicies({ database, clock }, changed),
    pass: (ms) => {
      aheadMs += ms
    },
    requests: () =>
      site.requests.splice(0).map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`),
  }
}

export async function openDeliveries({
  database,
}: Pick<DeliveryBench, 'database'>): Promise<number> {
  return (await database.read(sql`select import_id from deliveries`)).length
}

export async function settle(bench: DeliveryBench): Promise<void> {
  await waitUntil('all deliveries ended', async () => {
    bench.pass(lapseMs)
    await bench.process.runner.sweep()
    return (await openDeliveries(bench)) === 0
  })
}
