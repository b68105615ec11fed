/**
 * Copies a store of many pages from SQLite to PostgreSQL and back, first undisturbed and timed, then
 * killed again and again at random instants: `npm run store-copy -- [pages] [kills] [seed]`.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseOptions, storeFileName } from '../../src/database/open-database.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { mainFile } from '../support/service/run-cli.ts'

const pages = Number(process.argv[2] ?? 100_000)
const kills = Number(process.argv[3] ?? 20)
const random = seededRandom(Number(process.argv[4] ?? 7))
/** Ids of generated pages lie where no service has reserved any. */
const firstPage = 1_000_000_000

const folder = mkdtempSync(join(tmpdir(), 'markport-store-copy-'))
const cluster = await startPostgres()
try {
  const source = await fill()
  const undisturbed = await thereAndBack(source, 0)
  print(`longest way ${(undisturbed.longestMs / 1_000).toFixed(1)} s`)
  // Each is killed within the time that a whole copy takes, which gets less as it goes on.
  const killed = await thereAndBack(source, kills, undisturbed.longestMs)
  if (killed.digests !== undisturbed.digests) throw new Error('the copies are not the same')
  print(`${2 * kills} kills: both copies are the same as undisturbed ones`)
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Pages of about 6 KB in two versions, each second with an image, as imports would leave them. */
async function fill(): Promise<DatabaseOptions> {
  const store = { dataDirectory: join(folder, 'source') }
  const { database, space } = await prepareStore(store)
  await database.close()
  const file = new DatabaseSync(join(store.dataDirectory, storeFileName))
  const page = file.prepare(`insert into pages (space_id, id, parent_id, title, title_key, status,
    version, content_hash, author_id, created_at, updated_at, save_id)
    values (?, ?, ?, ?, ?, 'current', 2, '', (select min(id) from users), 0, 0, '')`)
  const version = file.prepare(`insert into page_versions (space_id, page_id, number, title, adf,
    markdown, message, author_id, created_at) values (?, ?, ?, ?, ?, ?, '', 1, 0)`)
  const image = file.prepare("insert into attachments values (?, ?, 'image/png', ?, 0)")
  file.exec('begin')
  for (let index = 0; index < pages; index += 1) {
    const title = `Page ${index} „ä😀“`
    page.run(space.id, firstPage + index, space.homepageId, title, title)
    for (const number of [1, 2]) {
      const text = `${index}-${number} ${Math.floor(random() * 1e9).toString(36)} `.repeat(100)
      version.run(space.id, firstPage + index, number, title, JSON.stringify({ text }), text)
    }
    if (index % 2 === 0) image.run(space.id, String(index), Buffer.alloc(1_000, index))
  }
  file.exec('commit')
  file.close()
  return store
}

interface Way {
  readonly longestMs: number
  /** Of what the last copy holds; tables with keys of text have another order in each engine. */
  readonly digests: string
}

async function thereAndBack(source: DatabaseOptions, times: number, withinMs = 0): Promise<Way> {
  const there = { databaseUrl: await cluster.createDatabase(`copy_${times}`) }
  const back = { dataDirectory: join(folder, `back-${times}`) }
  const first = await copy(source, there, times, withinMs)
  const second = await copy(there, back, times, withinMs)
  if (first.digests !== second.digests) throw new Error('what came back is not the same')
  return { ...second, longestMs: Math.max(first.longestMs, second.longestMs) }
}

async function copy(
  from: DatabaseOptions,
  to: DatabaseOptions,
  times: number,
  withinMs: number,
): Promise<Way> {
  const args = ['store', 'copy', '--json', '--to', placeOf(to)]
  const named = ['databaseUrl' in from ? '--database-url' : '--data', placeOf(from)]
  for (let left = times; ; left -= 1) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [mainFile, ...args, ...named], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (text) => {
      printed += text
    })
    const ended = once(child, 'close')
    if (left > 0) {
      await Promise.race([ended, wait(random() * withinMs)])
      child.kill('SIGKILL')
    }
    const [code] = await ended
    if (left > 0 && code === null) continue
    if (code !== 0) throw new Error(`the copy ended with ${code}`)
    const longestMs = performance.now() - startedAt
    print(`${placeOf(from)} to ${placeOf(to)}: ${(longestMs / 1_000).toFixed(1)} s`)
    return { longestMs, digests: digestsOf(printed) }
  }
}

function digestsOf(printed: string): string {
  const { tables } = JSON.parse(printed) as { tables: { table: string; digest: string }[] }
  const compared = ['users', 'spaces', 'pages', 'page_versions', 'audit_records']
  return JSON.stringify(tables.filter(({ table }) => compared.includes(table)))
}

function placeOf(store: DatabaseOptions): string {
  return 'databaseUrl' in store ? store.databaseUrl : store.dataDirectory
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
