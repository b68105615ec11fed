/** `npm run bench:growth -- [sqlite|postgres] [PAGES…]`: processor time of requests in stores of growing size. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { removeOld } from '../src/server/service/housekeeping.ts'
import { packVersions } from '../src/wiki/store/pack-versions.ts'
import { webClient } from '../test/support/browser/web-client.ts'
import { startPostgres } from '../test/support/postgres/test-postgres.ts'
import { prepareStore, userPassword } from '../test/support/prepared-store.ts'
import { runCli } from '../test/support/service/run-cli.ts'
import { openTestDatabase } from '../test/support/store/shared-writer.ts'
import { type Candidate, startOn } from './support/candidates.ts'
import { sampleDocuments } from './support/documents.ts'
import { fillStore } from './support/fill-store.ts'
import { measureImports } from './support/import-bursts.ts'
import { treeMicroseconds } from './support/process-threads.ts'
import { totalUsed, usedTime } from './support/used-time.ts'

const [engine = 'sqlite', ...given] = process.argv.slice(2)
const sizes = given.length > 0 ? given.map(Number) : [10_000, 100_000, 1_000_000]
const spaceCount = 200
const rounds = 5
const requests = 20
const lasting = { importsMs: Number.POSITIVE_INFINITY, auditMs: Number.POSITIVE_INFINITY }

interface FilledStore {
  readonly candidate: Candidate
  readonly pages: number
  readonly headers: Readonly<Record<string, string>>
  keepHouse(): Promise<void>
  backUp(): Promise<void>
  close(): Promise<void>
  readonly paths: Readonly<Record<string, (turn: number) => string>>
}

const folder = mkdtempSync(join(tmpdir(), 'markport-growth-'))
const cluster = engine === 'postgres' ? await startPostgres() : undefined
const stores: FilledStore[] = []
for (const pages of sizes) stores.push(await startWith(pages))
print(`${engine}, µs`, ...sizes.map((pages) => `${pages.toLocaleString('en-US')} pages`), '×')
print(...Array.from({ length: sizes.length + 2 }, () => '---'))
const imports = { documents: sampleDocuments(2), connections: 8, rounds, imports: 200 }
const imported = await measureImports(
  stores.map(({ candidate }) => candidate),
  imports,
)
printCosts(
  'import of 2 KB, 8 at once',
  imported.map(({ used }) => totalUsed(used)),
)
for (const what of Object.keys(stores[0]?.paths ?? {})) {
  printCosts(what, await inTurn((store, round) => ask(store, what, round)))
}
printCosts('housekeeping without work', await inTurn(({ keepHouse }) => measure(keepHouse)))
if (cluster === undefined) {
  const backups: number[] = []
  for (const { backUp, pages } of stores) backups.push((await measure(backUp)) / pages)
  printCosts('backup, of a page', backups)
}
for (const { close } of stores) await close()
await cluster?.stop()
rmSync(folder, { recursive: true, force: true })

async function startWith(pages: number): Promise<FilledStore> {
  const place = cluster
    ? { databaseUrl: await cluster.createDatabase(`pages_${pages}`) }
    : { dataDirectory: mkdtempSync(join(folder, 'store-')) }
  const store = await prepareStore(place)
  const spaces = [store.space]
  while (spaces.length < spaceCount) spaces.push(await store.createSpace(`S${spaces.length}`))
  await store.createUser('all', { isAdministrator: true })
  const startedAt = performance.now()
  const ids = await fillStore(place, store, { spaces, pages })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  process.stderr.write(`${pages} pages filled in ${seconds} s\n`)
  await store.database.close()
  const candidate = await startOn(`${pages} pages`, place, store)
  const client = webClient(candidate.service.endpoint)
  await client.signIn('all', userPassword)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const database = await openTestDatabase(place)
  return {
    candidate,
    pages,
    headers: { cookie },
    async keepHouse() {
      await removeOld(database, new Date(), lasting, async () => {})
      await packVersions(database, async () => {})
    },
    async backUp() {
      const from = ['--data', place.dataDirectory as string]
      const { code, stderr } = await runCli(['backup', join(folder, `${pages}.backup`), ...from])
      if (code !== 0) throw new Error(stderr)
    },
    async close() {
      await database.close()
      await candidate.service.end('SIGKILL')
    },
    paths: pathsOf(candidate.place.parentId, ids, pages),
  }
}

function pathsOf(
  homepageId: string,
  ids: readonly number[],
  pages: number,
): Record<string, (turn: number) => string> {
  const space = '/wiki/spaces/DOCS'
  const some = (turn: number): number => ids[(turn * 7_919) % ids.length] as number
  const number = (turn: number): number => (turn * 7_919) % pages
  return {
    'page, each another': (turn) => `${space}/pages/${some(turn)}`,
    'page, the same': () => `${space}/pages/${some(1)}`,
    'pages below one': () => `${space}/children/${homepageId}?part`,
    'versions of a page': (turn) => `${space}/history/${some(turn)}`,
    'home, with what changed': () => '/',
    'import log': () => '/manage/imports',
    'suggestions, a rare word': (turn) => `/search/suggest?q=unique${number(turn)}`,
    'suggestions, a common word': () => '/search/suggest?q=service',
    'search, a rare word': (turn) => `/search?q=unique${number(turn)}`,
    'search, no match': (turn) => `/search?q=nowhere${number(turn)}`,
    'search, a common word': () => '/search?q=service',
    'search, three common words': () => '/search?q=the+import+of',
  }
}

async function inTurn(
  cost: (store: FilledStore, round: number) => Promise<number>,
): Promise<number[]> {
  const costs = new Map(stores.map((store) => [store, [] as number[]]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const store of round % 2 === 0 ? stores : stores.toReversed()) {
      const used = await cost(store, round)
      if (round > 0) costs.get(store)?.push(used)
    }
  }
  return [...costs.values()].map((all) => all.toSorted((a, b) => a - b)[rounds >> 1] as number)
}

async function ask(
  { candidate, headers, paths }: FilledStore,
  what: string,
  round: number,
): Promise<number> {
  const { endpoint, pid } = candidate.service
  const before = totalUsed(usedTime(pid))
  for (let index = 0; index < requests; index += 1) {
    const path = paths[what]?.(1 + round * requests + index) as string
    const answer = await fetch(new URL(path, endpoint), { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  }
  return (totalUsed(usedTime(pid)) - before) / requests
}

async function measure(work: () => Promise<void>): Promise<number> {
  const before = treeMicroseconds(process.pid)
  await work()
  return treeMicroseconds(process.pid) - before
}

function printCosts(what: string, costs: readonly number[]): void {
  const shown = costs.map((cost) => (cost < 10 ? cost.toFixed(1) : Math.round(cost).toString()))
  print(what, ...shown, ((costs.at(-1) as number) / (costs[0] as number)).toFixed(1))
}

function print(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
