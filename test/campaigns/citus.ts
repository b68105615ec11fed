/** `npm run citus -- ADDRESS [--crash COMMAND] [--seconds N] [--pg-bin DIR]`: Markport on your Citus. The database must be empty and is emptied after each part. @module */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { removeOld } from '../../src/server/service/housekeeping.ts'
import { idAllocator } from '../../src/store/ids.ts'
import { packVersions } from '../../src/wiki/store/pack-versions.ts'
import { purgesOf } from '../../src/wiki/store/purging/purges.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { useEverything } from '../support/delivery/use-everything.ts'
import { importDocs } from '../support/folders/docs-folder.ts'
import { describeFaults, runFailover, summarize } from '../support/loss/failover.ts'
import { askPostgres } from '../support/postgres/postgres-node.ts'
import { copyByCommand, loadStore } from '../support/service/backup-trial.ts'
import { startTestServer } from '../support/service/test-server.ts'

const { values, positionals } = parseArgs({
  options: {
    crash: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    'pg-bin': { type: 'string' },
  },
  allowPositionals: true,
})
const [url] = positionals
if (url === undefined) throw new Error('Name the address of an empty database.')
const bin = values['pg-bin']
const docs = fileURLToPath(new URL('../../docs', import.meta.url))

const parts: Readonly<Record<string, (url: string) => Promise<string>>> = {
  'operation, reader and search': useService,
  'folder import': importTwice,
  load: runUnderLoad,
  backup: copyUnderLoad,
}

await assertEmpty(url)
say('store', await describeCitus(url))
for (const [name, run] of Object.entries(parts)) {
  try {
    say(name, await run(url))
  } catch (error) {
    process.exitCode = 1
    say(name, `FAILED: ${(error as Error).message}`)
  }
  await emptyDatabase(url)
}
process.exit()

function say(name: string, what: string): void {
  process.stdout.write(`${name}: ${what}\n`)
}

async function useService(databaseUrl: string): Promise<string> {
  const server = await startTestServer({ databaseUrl }, { readers: 'users' })
  try {
    await useEverything(server)
    const { database, clock } = server
    const trashed = await server.post({ pageTitle: 'To be purged' })
    const purges = purgesOf({ database, ids: idAllocator(database), clock })
    await purges.page(trashed.json.page.id, { withPagesBelow: false, purgedBy: 'campaign' })
    const keep = { importsMs: 0, auditMs: 0 }
    const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000)
    const removed = await removeOld(database, tomorrow, keep, async () => {})
    const packed = await packVersions(database, async () => {})
    const way = database.isSpread ? 'spread, in steps' : 'on one server, in one trip'
    return `all answered, ${way}; housekeeping removed ${JSON.stringify(removed)}, packed ${packed}`
  } finally {
    await server.stop()
  }
}

async function importTwice(databaseUrl: string): Promise<string> {
  const server = await startTestServer({ databaseUrl })
  // A run writes its manifest into the folder.
  const folder = temporaryFolder()
  cpSync(docs, folder, { recursive: true })
  try {
    const first = await importDocs(server, { path: folder })
    const { created } = first.report.counts
    const { unchanged } = (await importDocs(server, { path: folder })).report.counts
    if (created === 0 || unchanged < created) {
      throw new Error(`the second run left ${unchanged} of ${created} pages as they were`)
    }
    return `${created} pages, and the second run changed none`
  } finally {
    await server.stop()
  }
}

async function runUnderLoad(databaseUrl: string): Promise<string> {
  const { crash } = values
  const report = await runFailover({
    storeUrl: databaseUrl,
    primaryStoreUrl: () => databaseUrl,
    settle: async () => {},
    faults: [
      ['none', () => wait(Number(values.seconds) * 1_000)],
      ...(crash === undefined
        ? []
        : [['worker', async () => void execFileSync('sh', ['-c', crash])] as const]),
    ],
    pauseMs: () => 0,
    random: Math.random,
    hungAfterMs: 30_000,
  })
  const faults = describeFaults(report)
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'))
  return `${crash === undefined ? 'no worker crashed (no --crash)' : 'a worker crashed'}; ${JSON.stringify(summarize(report))}`
}

async function copyUnderLoad(databaseUrl: string): Promise<string> {
  const program = bin === undefined ? 'pg_dump' : join(bin, 'pg_dump')
  if (spawnSync(program, ['--version']).status !== 0) return `not tried: there is no ${program}`
  const folder = temporaryFolder()
  const store = await loadStore({ databaseUrl })
  try {
    await store.waitForMore(100)
    const promised = store.acknowledged.length
    const place = ['--database-url', databaseUrl, ...(bin === undefined ? [] : ['--pg-bin', bin])]
    const { pages } = await copyByCommand(place, join(folder, 'store.dump'))
    if (Number(pages) < promised) throw new Error(`${pages} pages of ${promised} are in the copy`)
    return `${promised} pages acknowledged before, ${pages} in the copy`
  } finally {
    await store.endLoad()
    await store.service.end('SIGTERM')
    await store.database.close()
  }
}

async function describeCitus(url: string): Promise<string> {
  const [extension] = await askPostgres(
    url,
    `select extversion from pg_extension where extname = 'citus'`,
  )
  if (extension === undefined) return 'no Citus: one PostgreSQL, whose store is not spread'
  const workers = await askPostgres(
    url,
    `select nodename || ':' || nodeport as name, success from run_command_on_workers('select 1')`,
  )
  const named = workers.map(({ name, success }) => `${name} ${success ? 'answers' : 'is away'}`)
  return `Citus ${extension.extversion}: ${named.join(', ')}`
}

async function assertEmpty(url: string): Promise<void> {
  if ((await listTables(url)).length > 0)
    throw new Error('The database has tables: name an empty one.')
}

async function emptyDatabase(url: string): Promise<void> {
  const names = (await listTables(url)).join(', ')
  if (names !== '') await askPostgres(url, `drop table ${names} cascade`)
}

/** Without the extension's own tables. */
async function listTables(url: string): Promise<string[]> {
  const rows = await askPostgres(
    url,
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'pg_dist_%'`,
  )
  return rows.map(({ tablename }) => tablename)
}
