/**
 * What an import costs in a large store: the same load on 1,000 and on 1,000,000 pages, in one run:
 * `npm run bench:growth -- [seconds]`.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { storeFileName } from '../src/database/open-database.ts'
import { type PreparedStore, prepareStore } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service-process.ts'
import { type LoadResult, runLoad } from './load.ts'
import { sampleMarkdown } from './sample-markdown.ts'

const seconds = Number(process.argv[2] ?? 5)
const connections = 8
/** Ids of generated pages lie where no service has reserved any. */
const firstGeneratedId = 1_000_000_000

const folder = mkdtempSync(join(tmpdir(), 'markport-growth-'))
let smallest = 0
for (const pages of [1_000, 1_000_000]) {
  const { perSecond, p50Ms, p99Ms } = await measure(pages)
  smallest ||= perSecond
  const ratio = Math.round((100 * perSecond) / smallest)
  process.stdout.write(
    `${pages} pages: ${Math.round(perSecond)} imports/s (${ratio} %), p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms\n`,
  )
}
rmSync(folder, { recursive: true, force: true })

async function measure(pages: number): Promise<LoadResult> {
  const dataDirectory = mkdtempSync(join(folder, 'store-'))
  const store = await prepareStore({ dataDirectory })
  await store.database.close()
  generatePages(join(dataDirectory, storeFileName), store, pages)
  const service = await startProcess([
    process.execPath,
    fileURLToPath(new URL('service.ts', import.meta.url)),
    JSON.stringify({ dataDirectory }),
  ])
  const content = sampleMarkdown(2 * 1024, 'Sample')
  let index = 0
  const result = await runLoad({
    endpoint: service.endpoint,
    headers: { authorization: `Bearer ${store.token}` },
    connections,
    seconds,
    nextRequest() {
      index += 1
      const { id: spaceId, homepageId: parentId } = store.space
      return { body: JSON.stringify({ spaceId, parentId, pageTitle: `New ${index}`, content }) }
    },
  })
  await service.end('SIGKILL')
  return result
}

/** Fill the space with short pages, each with its version and its import record. */
function generatePages(file: string, { space }: PreparedStore, pages: number): void {
  const database = new DatabaseSync(file)
  const { id, homepageId } = space
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${pages})`
  const pageId = `${firstGeneratedId} + i`
  database.exec(`begin;
    insert into pages (space_id, id, parent_id, title, title_key, status, version, content_hash,
      author_id, created_at, updated_at, save_id)
    ${numbers} select ${id}, ${pageId}, ${homepageId}, 'Page ' || i, 'Page ' || i, 'current', 1,
      'hash', (select min(id) from users), 0, 0, '' from n;
    insert into page_versions (space_id, page_id, number, title, adf, markdown, message, author_id,
      created_at)
    ${numbers} select ${id}, ${pageId}, 1, 'Page ' || i,
      '{"version":1,"type":"doc","content":[{"type":"paragraph"}]}', 'text', '',
      (select min(id) from users), 0 from n;
    insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
      result, page_id, version, warnings, started_at, duration_ms)
    ${numbers} select ${id}, ${pageId}, 'r' || i, 1, 1, '${homepageId}', 'Page ' || i, 'created',
      ${pageId}, 1, '[]', i, 1 from n;
    commit`)
  database.close()
}
