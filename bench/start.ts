/** `npm run bench:start -- [MEGABYTES] [PROGRAM…]`: processor time until `/readyz` and the first import are answered. @module */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeFileName } from '../src/store/open-database.ts'
import { type PreparedStore, prepareStore } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service/service-process.ts'
import { send } from '../test/support/service/test-server.ts'
import { sampleMarkdown } from './sample-markdown.ts'
import { treeMicroseconds } from './support/process-threads.ts'

const [megabytes = '1000', ...named] = process.argv.slice(2)
const here = resolve(import.meta.dirname, '../bin/markport.js')
const programs = named.length === 0 ? [here] : named.map((program) => resolve(program))
const rounds = 7
const firstGeneratedId = 1_000_000_000
const pageKilobytes = 40

const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-start-'))
const store = await prepareStore({ dataDirectory })
await store.database.close()
const file = join(dataDirectory, storeFileName)
fill(store)
const size = Math.round(statSync(file).size / 1024 / 1024)
process.stdout.write(`store of ${size} MB, median of ${rounds} starts: processor ms until …\n`)
const seen = new Map(programs.map((program) => [program, { ready: [], imported: [] } as Seen]))
for (let round = 0; round <= rounds; round += 1) {
  for (const program of programs) {
    const { ready, imported } = await start(program, round)
    if (round > 0) seen.get(program)?.ready.push(ready)
    if (round > 0) seen.get(program)?.imported.push(imported)
  }
}
for (const [program, { ready, imported }] of seen) {
  process.stdout.write(`ready ${median(ready)}, first import ${median(imported)}  ${program}\n`)
}
rmSync(dataDirectory, { recursive: true, force: true })

interface Seen {
  readonly ready: number[]
  readonly imported: number[]
}

async function start(program: string, round: number): Promise<{ ready: number; imported: number }> {
  const serve = ['serve', '--json', '--listen', '127.0.0.1:0', '--data', dataDirectory]
  const service = await startProcess([process.execPath, program, ...serve])
  const answer = await fetch(new URL('/readyz', service.url))
  if (!answer.ok) throw new Error(`not ready: ${answer.status}`)
  const ready = treeMicroseconds(service.pid) / 1_000
  const { id: spaceId, homepageId: parentId } = store.space
  const content = sampleMarkdown(10 * 1024, `${program} ${round}`)
  const body = JSON.stringify({ spaceId, parentId, pageTitle: `${program} ${round}`, content })
  const { status } = await send(service.endpoint, body, { authorization: `Bearer ${store.token}` })
  if (status >= 300) throw new Error(`not imported: ${status}`)
  const imported = treeMicroseconds(service.pid) / 1_000
  await service.end('SIGTERM')
  return { ready, imported }
}

function fill({ space }: PreparedStore): void {
  const pages = Math.ceil((Number(megabytes) * 1024) / pageKilobytes)
  const database = new DatabaseSync(file)
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${pages})`
  const pageId = `${firstGeneratedId} + i`
  const text = (kilobytes: number): string => `hex(randomblob(${kilobytes * 512}))`
  database.exec(`pragma synchronous = off; begin;
    insert into pages (space_id, id, parent_id, title, title_key, title_order, status, version,
      content_hash, author_id, created_at, updated_at)
    ${numbers} select ${space.id}, ${pageId}, ${space.homepageId}, 'Page ' || i, 'Page ' || i,
      'page ' || i, 'current', 1, 'hash', (select min(id) from users), 0, i from n;
    insert into page_versions (space_id, page_id, number, title, adf, markdown, message, author_id,
      created_at)
    ${numbers} select ${space.id}, ${pageId}, 1, 'Page ' || i,
      '{"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"'
        || ${text(30)} || '"}]}]}',
      ${text(10)}, '', (select min(id) from users), 0 from n;
    insert into settings (name, value) values ('search-index', 'complete')
      on conflict (name) do update set value = excluded.value;
    commit`)
  database.close()
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number)
}
