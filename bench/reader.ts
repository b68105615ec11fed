/** `npm run bench:reader -- [seconds] [pages]`: pages, tree, recent changes and search in a large space. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type DatabaseOptions, storeFileName } from '../src/store/open-database.ts'
import { indexPages } from '../src/wiki/store/index-pages.ts'
import { startPostgres } from '../test/support/postgres/test-postgres.ts'
import { type PreparedStore, prepareStore } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service/service-process.ts'
import { send } from '../test/support/service/test-server.ts'
import { testWorkers } from '../test/support/service/test-workers.ts'
import { runLoad } from './load.ts'
import { sampleMarkdown } from './sample-markdown.ts'

const seconds = Number(process.argv[2] ?? 3)
const pages = Number(process.argv[3] ?? 100_000)
/** Ids of generated pages lie where no service has reserved any. */
const firstGeneratedId = 1_000_000_000

const folder = mkdtempSync(join(tmpdir(), 'markport-reader-'))
const cluster = await startPostgres()
print('engine', 'what', 'connections', 'requests/s', 'p50 ms', 'p99 ms')
for (const engine of ['sqlite', 'postgres'] as const) await measure(engine)
await cluster.stop()
rmSync(folder, { recursive: true, force: true })

async function measure(engine: 'sqlite' | 'postgres'): Promise<void> {
  const place: DatabaseOptions =
    engine === 'sqlite'
      ? { dataDirectory: mkdtempSync(join(folder, 'store-')) }
      : { databaseUrl: await cluster.createDatabase('reader') }
  const store = await prepareStore(place)
  await runScript(place, generatedPages(store))
  const startedAt = performance.now()
  await indexPages(store.database, testWorkers(engine), () => false)
  const perSecond = Math.round((pages * 1_000) / (performance.now() - startedAt))
  process.stdout.write(`${engine}: ${perSecond} pages indexed a second\n`)
  await store.database.close()
  if ('databaseUrl' in place) await runScript(place, 'analyze')
  const service = await startProcess([
    process.execPath,
    fileURLToPath(new URL('service.ts', import.meta.url)),
    JSON.stringify(place),
  ])
  const save = async (pageTitle: string, bytes: number): Promise<string> => {
    const { id: spaceId, homepageId: parentId } = store.space
    const content = sampleMarkdown(bytes, pageTitle)
    const body = JSON.stringify({ spaceId, parentId, pageTitle, content })
    const authorization = `Bearer ${store.token}`
    const { json } = await send(service.endpoint, body, { authorization })
    return `/wiki/spaces/DOCS/pages/${json.page.id}`
  }
  const ofLevel = `${firstGeneratedId + Math.floor(pages / 4)}`
  const paths = {
    'page of 10 KB': await save('Ten', 10 * 1024),
    'page of 1 MB': await save('Mega', 1024 * 1024),
    'page among 50,000': `/wiki/spaces/DOCS/pages/${ofLevel}`,
    'level of the tree': `/wiki/spaces/DOCS/children/${store.space.homepageId}?part`,
    'recent changes': '/',
    'search, one page': `/search?q=unique${Math.floor(pages / 3)}`,
    'search, all pages': '/search?q=service',
    'search, six words': '/search?q=service+reads+options+environment+command+line&space=DOCS',
    'search, prefixes': '/search?q=the+ser+opt+com',
    'search, none': '/search?q=service+nowhere',
  }
  for (const [what, path] of Object.entries(paths)) {
    for (const connections of [1, 8]) {
      const { endpoint } = service
      const load = { endpoint, connections, seconds, nextRequest: () => ({ path }) }
      const { perSecond: rate, p50Ms, p99Ms } = await runLoad(load)
      print(engine, what, connections, rate.toFixed(0), p50Ms.toFixed(1), p99Ms.toFixed(1))
    }
  }
  await service.end('SIGKILL')
}

function generatedPages({ space }: PreparedStore): string {
  const { id, homepageId } = space
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${pages})`
  const pageId = `${firstGeneratedId} + i`
  const half = Math.floor(pages / 2)
  const parentId = `case when i <= ${half} then ${homepageId} else ${firstGeneratedId} + i / 100 end`
  const text = `'The service reads its options from the environment and from the command line. Every
    request carries a bearer token, and its header is checked first. See the reference for all of
    the fields. A commit is answered only after it has reached the disk. Restart the worker, wait
    for ready, then run the migration again. Part ' || i || ', unique' || i || ', group' || (i % 1000)`
  const adf = `'{"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"' || replace(${text}, '\n', ' ') || '"}]}]}'`
  return `begin;
    insert into pages (space_id, id, parent_id, title, title_key, status, version, content_hash,
      author_id, created_at, updated_at)
    ${numbers} select ${id}, ${pageId}, ${parentId}, 'Page ' || i, 'Page ' || i, 'current', 1,
      'hash', (select min(id) from users), 0, i from n;
    insert into page_versions (space_id, page_id, number, title, adf, markdown, message, author_id,
      created_at)
    ${numbers} select ${id}, ${pageId}, 1, 'Page ' || i, ${adf}, 'text', '',
      (select min(id) from users), 0 from n;
    commit`
}

async function runScript(place: DatabaseOptions, script: string): Promise<void> {
  if ('databaseUrl' in place) {
    const client = new pg.Client({ connectionString: place.databaseUrl })
    await client.connect()
    await client.query(script)
    await client.end()
    return
  }
  const database = new DatabaseSync(join(place.dataDirectory, storeFileName))
  database.exec(script)
  database.close()
}

function print(...cells: readonly (string | number)[]): void {
  const widths = [8, 18, 11, 10, 7, 7]
  const line = cells.map((cell, column) => String(cell).padStart(widths[column] ?? 0)).join('  ')
  process.stdout.write(`${line}\n`)
}
