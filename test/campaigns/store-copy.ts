/** `npm run store-copy -- [pages] [kills] [seed]`: copies a large store to PostgreSQL, killed at random instants. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { storeFileName } from '../../src/store/open-database.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { temporaryFolder } from '../support/base/temporary-folder.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { mainFile } from '../support/service/run-cli.ts'

const pages = Number(process.argv[2] ?? 100_000)
const kills = Number(process.argv[3] ?? 20)
const random = seededRandom(Number(process.argv[4] ?? 7))
/** Ids of generated pages lie where no service has reserved any. */
const firstPage = 1_000_000_000

interface Store {
  readonly dataDirectory: string
}

const folder = temporaryFolder()
const cluster = await startPostgres()
try {
  const source = await fill()
  const undisturbed = await copy(source, 0, 0)
  const killed = await copy(source, kills, undisturbed.ms)
  if (killed.digests !== undisturbed.digests) throw new Error('the copies are not the same')
  print(`${kills} kills: the copy is the same as the undisturbed one`)
} finally {
  await cluster.stop()
}

async function fill(): Promise<Store> {
  const store = { dataDirectory: join(folder, 'source') }
  const { database, space } = await prepareStore(store)
  await database.close()
  const file = new DatabaseSync(join(store.dataDirectory, storeFileName))
  const page = file.prepare(`insert into pages (space_id, id, parent_id, title, title_key, status,
    version, content_hash, author_id, created_at, updated_at)
    values (?, ?, ?, ?, ?, 'current', 2, '', (select min(id) from users), 0, 0)`)
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

interface Copy {
  readonly ms: number
  readonly digests: string
}

async function copy(from: Store, times: number, withinMs: number): Promise<Copy> {
  const databaseUrl = await cluster.createDatabase(`copy_${times}`)
  const args = ['store', 'copy', '--json', '--to', databaseUrl, '--data', from.dataDirectory]
  for (let left = times; ; left -= 1) {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [mainFile, ...args], {
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
    const ms = performance.now() - startedAt
    print(`copied in ${(ms / 1_000).toFixed(1)} s`)
    return { ms, digests: digestsOf(printed) }
  }
}

function digestsOf(printed: string): string {
  return JSON.stringify((JSON.parse(printed) as { tables: object[] }).tables)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
