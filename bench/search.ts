/**
 * What a reader waits for while typing: suggestions letter by letter, and the whole search beside
 * them, in a store of 100,000 pages in 200 spaces, on both engines:
 * `npm run bench:search -- [seconds] [pages]`.
 * @module
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dialects } from '../src/database/dialects.ts'
import { type DatabaseOptions, storeFileName } from '../src/database/open-database.ts'
import { connectPostgres } from '../src/database/postgres/postgres-connection.ts'
import { indexWords } from '../src/database/search/search-words.ts'
import { type Statement, sql } from '../src/database/sql.ts'
import { sqliteConnection } from '../src/database/sqlite/sqlite-connection.ts'
import { titleOrder } from '../src/importing/title-order.ts'
import { seededRandom } from '../test/support/base/seeded-random.ts'
import { webClient } from '../test/support/browser/web-client.ts'
import { startPostgres } from '../test/support/postgres/test-postgres.ts'
import { type PreparedStore, prepareStore, userPassword } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service/service-process.ts'
import { runScript } from '../test/support/store/run-script.ts'
import { runLoad } from './load.ts'

const seconds = Number(process.argv[2] ?? 3)
const pages = Number(process.argv[3] ?? 100_000)
const spaces = 200
/** Ids of generated pages lie where no service has reserved any. */
const firstGeneratedId = 1_000_000_000

/** What is typed, letter by letter; the first words are in most texts, the last are in none. */
const typed = {
  'common word': 'service',
  'three words': 'the import of',
  title: 'options and limits',
  'one letter': 's',
  'no match': 'zzyzx qwrtp',
  slip: 'convresion of markdwon',
} as const

const folder = mkdtempSync(join(tmpdir(), 'markport-search-'))
const cluster = await startPostgres()
print('engine', 'reader', 'what', 'p50 ms', 'p99 ms', 'search', 'p99 ms')
for (const engine of ['sqlite', 'postgres'] as const) await measure(engine)
await cluster.stop()
rmSync(folder, { recursive: true, force: true })

async function measure(engine: 'sqlite' | 'postgres'): Promise<void> {
  const place: DatabaseOptions =
    engine === 'sqlite'
      ? { dataDirectory: mkdtempSync(join(folder, 'store-')) }
      : { databaseUrl: await cluster.createDatabase('search') }
  const store = await prepareStore(place)
  const startedAt = performance.now()
  await fill(store, place)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  process.stdout.write(`${engine}: filled in ${tookSeconds.toFixed(0)} s\n`)
  await store.database.close()
  if (engine === 'postgres') await runScript(place, 'vacuum analyze')
  const service = await startProcess([
    process.execPath,
    fileURLToPath(new URL('service.ts', import.meta.url)),
    JSON.stringify(place),
    'users',
  ])
  for (const reader of ['all', 'one', 'half']) {
    const client = webClient(service.endpoint)
    await client.signIn(reader, userPassword)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const measurePaths = async (paths: readonly string[]): Promise<string[]> => {
      let asked = 0
      const { p50Ms, p99Ms } = await runLoad({
        ...{ endpoint: service.endpoint, headers: { cookie }, connections: 1, seconds },
        nextRequest: () => ({ path: paths[asked++ % paths.length] as string }),
      })
      return [p50Ms.toFixed(1), p99Ms.toFixed(1)]
    }
    for (const [what, words] of Object.entries(typed)) {
      const starts = [...words].map((_, index) => encodeURIComponent(words.slice(0, index + 1)))
      const suggested = await measurePaths(
        starts.map((start) => `/search/suggest?q=${start}&space=DOCS`),
      )
      const searched = await measurePaths(starts.map((start) => `/search?q=${start}`))
      print(engine, reader, what, ...suggested, ...searched)
    }
    print(engine, reader, 'home page', ...(await measurePaths(['/'])))
  }
  await service.end('SIGKILL')
}

/** Half of the pages stand in one space; a reader was given all spaces, one of them, or every second. */
async function fill(store: PreparedStore, place: DatabaseOptions): Promise<void> {
  const others = []
  for (let index = 1; index < spaces; index += 1) others.push(await store.createSpace(`S${index}`))
  const all = [store.space, ...others]
  await store.createUser('all', { isAdministrator: true })
  const one = await store.createUser('one')
  const half = await store.createUser('half')
  await store.grant(one, store.space, 'read')
  for (const [index, space] of all.entries()) {
    if (index % 2 === 0) await store.grant(half, space, 'read')
  }
  const random = seededRandom(7)
  const words = documentationWords()
  const some = (count: number): string => {
    const start = Math.floor(random() * (words.length - count))
    return words.slice(start, start + count).join(' ')
  }
  const { write, close } = await bulkWriter(place)
  await write('begin')
  for (let index = 0; index < pages; index += 1) {
    const space = all[random() < 0.5 ? 0 : Math.floor(random() * spaces)] as (typeof all)[0]
    const title = `${some(2 + Math.floor(random() * 4))} ${index}`
    const text = `${some(20)} unique${index} ${some(50 + Math.floor(random() * 250))}`
    for (const statement of insertPage(store, { index, space, title, text })) await write(statement)
  }
  for (const statement of dialects[store.database.engine].search.beforeCommit) {
    await write(statement)
  }
  await write('commit')
  close()
}

/** Writes faster than a service would, which waits for the disk after each page. */
async function bulkWriter(place: DatabaseOptions): Promise<BulkWriter> {
  if ('dataDirectory' in place) {
    const file = join(place.dataDirectory, storeFileName)
    const connection = sqliteConnection(file, { isReadOnly: false, synchronous: 'NORMAL' })
    connection.runScript(dialects.sqlite.search.preparation)
    return {
      async write(statement) {
        if (typeof statement === 'string') connection.runScript(statement)
        else connection.run(statement)
      },
      close: connection.close,
    }
  }
  const { signal } = new AbortController()
  const connection = await connectPostgres(place.databaseUrl, {
    ...{ timeoutMs: 10_000, signal, naming: { isOn: true } },
  })
  return {
    async write(statement) {
      if (typeof statement === 'string') {
        await connection.runScript(statement)
      } else {
        const { error } = await connection.send([statement])
        if (error !== undefined) throw error
      }
    },
    close: connection.end,
  }
}

interface BulkWriter {
  write(statement: Statement | 'begin' | 'commit'): Promise<unknown>
  close(): void
}

interface GeneratedPage {
  readonly index: number
  readonly space: PreparedStore['space']
  readonly title: string
  readonly text: string
}

/** What a search looks at; versions are not among it. */
function insertPage(
  { database }: PreparedStore,
  { index, space, title, text }: GeneratedPage,
): Statement[] {
  const [pageId, spaceId] = [firstGeneratedId + index, Number(space.id)]
  const { search } = dialects[database.engine]
  const headings = indexWords(text.split(' ').slice(20, 26).join(' ')).join(' ')
  const words = search.wordsOf({ title, headings, text })
  return [
    sql`insert into pages (space_id, id, parent_id, title, title_key, title_order, status, version,
        content_hash, author_id, created_at, updated_at, save_id)
      values (${spaceId}, ${pageId}, ${Number(space.homepageId)}, ${title}, ${title},
        ${titleOrder(title)}, 'current', 1, '', (select min(id) from users), 0, ${index}, '')`,
    ...search.put(
      sql`select space_id, id, labels from pages where space_id = ${spaceId} and id = ${pageId}`,
      { title, text, headings, words },
    ),
  ]
}

/** The words of this project's documentation, in their order: common ones as common as they are. */
function documentationWords(): string[] {
  const docs = new URL('../docs/', import.meta.url)
  const files = readdirSync(docs).filter((name) => name.endsWith('.md'))
  const text = files.map((name) => readFileSync(new URL(name, docs), 'utf8')).join('\n')
  return text.match(/[A-Za-z]+/g) ?? []
}

function print(...cells: readonly string[]): void {
  const widths = [8, 6, 14, 7, 7, 7, 7]
  const line = cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')
  process.stdout.write(`${line}\n`)
}
