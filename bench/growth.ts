/**
 * What an import costs in a large store: the same imports of 2 KB over 8 connections into stores of
 * 1,000 and of 1,000,000 pages, in alternating bursts: `npm run bench:growth`.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storeFileName } from '../src/database/open-database.ts'
import { type PreparedStore, prepareStore } from '../test/support/prepared-store.ts'
import { type Candidate, startOn } from './support/candidates.ts'
import { sampleDocuments } from './support/documents.ts'
import { measureImports } from './support/import-bursts.ts'
import { printFigures, printHeader } from './support/import-table.ts'

/** Ids of generated pages lie where no service has reserved any. */
const firstGeneratedId = 1_000_000_000

const folder = mkdtempSync(join(tmpdir(), 'markport-growth-'))
const stores: Candidate[] = []
for (const pages of [1_000, 1_000_000]) stores.push(await startWith(pages))
printHeader('1,000')
const options = { documents: sampleDocuments(2), connections: 8, rounds: 9, imports: 400 }
printFigures('sqlite, 2 KB, 8', stores, await measureImports(stores, options))
for (const { service } of stores) await service.end('SIGKILL')
rmSync(folder, { recursive: true, force: true })

async function startWith(pages: number): Promise<Candidate> {
  const dataDirectory = mkdtempSync(join(folder, 'store-'))
  const store = await prepareStore({ dataDirectory })
  await store.database.close()
  generatePages(join(dataDirectory, storeFileName), store, pages)
  return startOn(`${pages} pages`, { dataDirectory }, store)
}

/**
 * Fill the space with short pages, each with its version and its import record. They count as indexed:
 * else the service would begin with that, and its work would be taken for the imports'.
 */
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
    insert into settings (name, value) values ('search-index', 'complete')
    on conflict (name) do update set value = excluded.value;
    commit`)
  database.close()
}
