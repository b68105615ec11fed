/** Fills stores with pages of real words, faster than a service would, which waits for the disk. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialects } from '../../src/store/dialects.ts'
import { type DatabaseOptions, storeFileName } from '../../src/store/open-database.ts'
import { connectPostgres } from '../../src/store/postgres/postgres-connection.ts'
import { indexWords } from '../../src/store/search/search-words.ts'
import { type Statement, sql } from '../../src/store/sql.ts'
import { sqliteConnection } from '../../src/store/sqlite/sqlite-connection.ts'
import { titleOrder } from '../../src/wiki/store/page-place.ts'
import { seededRandom } from '../../test/support/base/seeded-random.ts'
import type { PreparedStore } from '../../test/support/prepared-store.ts'
import { runScript } from '../../test/support/store/store-contents.ts'

/** Ids of generated pages lie where no service has reserved any. */
const firstGeneratedId = 1_000_000_000
const siblings = 100
const pagesPerWrite = 200

type Space = PreparedStore['space']

export async function fillStore(
  place: DatabaseOptions,
  store: PreparedStore,
  { spaces, pages }: { spaces: readonly Space[]; pages: number },
): Promise<number[]> {
  const random = seededRandom(7)
  const words = documentationWords()
  const some = (count: number): string => {
    const start = Math.floor(random() * (words.length - count))
    return words.slice(start, start + count).join(' ')
  }
  const below = new Map<Space, number[]>(spaces.map((space) => [space, []]))
  const { write, close } = await bulkWriter(place)
  const { beforeCommit } = dialects[store.database.engine].search
  for (let first = 0; first < pages; first += pagesPerWrite) {
    const statements: Statement[] = []
    for (let index = first; index < Math.min(first + pagesPerWrite, pages); index += 1) {
      const space = spaces[random() < 0.5 ? 0 : Math.floor(random() * spaces.length)] as Space
      const others = below.get(space) as number[]
      const above = Math.floor(others.length / siblings) - 1
      const parentId = others[above] ?? Number(space.homepageId)
      const title = `${some(2 + Math.floor(random() * 4))} ${index}`
      const text = `${some(20)} unique${index} ${some(50 + Math.floor(random() * 250))}`
      const pageId = firstGeneratedId + index
      others.push(pageId)
      statements.push(...insertPage(store, { space, pageId, parentId, index, title, text }))
    }
    await write([...statements, ...beforeCommit])
  }
  close()
  await runScript(
    place,
    `insert into settings (name, value) values ('search-index', 'complete')
     on conflict (name) do update set value = excluded.value`,
  )
  if ('databaseUrl' in place) await runScript(place, 'vacuum analyze')
  return below.get(spaces[0] as Space) as number[]
}

interface BulkWriter {
  write(statements: readonly Statement[]): Promise<unknown>
  close(): void
}

async function bulkWriter(place: DatabaseOptions): Promise<BulkWriter> {
  if ('dataDirectory' in place) {
    const file = join(place.dataDirectory, storeFileName)
    const connection = sqliteConnection(file, { isReadOnly: false })
    connection.runScript('pragma synchronous = normal')
    connection.runScript(dialects.sqlite.search.preparation)
    return {
      async write(statements) {
        connection.runScript('begin')
        for (const statement of statements) connection.run(statement)
        connection.runScript('commit')
      },
      close: connection.close,
    }
  }
  const { signal } = new AbortController()
  const connection = await connectPostgres(place.databaseUrl, {
    timeoutMs: 60_000,
    signal,
    naming: { isOn: true },
  })
  return {
    async write(statements) {
      const { error } = await connection.send([sql`begin`, ...statements, sql`commit`])
      if (error !== undefined) throw error
    },
    close: connection.end,
  }
}

interface GeneratedPage {
  readonly space: Space
  readonly pageId: number
  readonly parentId: number
  readonly index: number
  readonly title: string
  readonly text: string
}

function insertPage(
  { database }: PreparedStore,
  { space, pageId, parentId, index, title, text }: GeneratedPage,
): Statement[] {
  const spaceId = Number(space.id)
  const { search } = dialects[database.engine]
  const headings = indexWords(text.split(' ').slice(20, 26).join(' ')).join(' ')
  const words = search.wordsOf({ title, headings, text })
  const content = [{ type: 'paragraph', content: [{ type: 'text', text }] }]
  const adf = JSON.stringify({ version: 1, type: 'doc', content })
  return [
    sql`insert into pages (space_id, id, parent_id, title, title_key, title_order, status, version,
        content_hash, author_id, created_at, updated_at)
      values (${spaceId}, ${pageId}, ${parentId}, ${title}, ${title}, ${titleOrder(title)}, 'current', 1,
        '', (select min(id) from users), 0, ${index})`,
    sql`insert into page_versions (space_id, page_id, number, title, adf, markdown, message, author_id,
        created_at)
      values (${spaceId}, ${pageId}, 1, ${title}, ${adf}, ${text}, '', (select min(id) from users), 0)`,
    sql`insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
        result, page_id, version, warnings, started_at, duration_ms)
      values (${spaceId}, ${pageId}, ${`r${index}`}, 1, (select min(id) from users), ${`${parentId}`},
        ${title}, 'created', ${pageId}, 1, '[]', ${index}, 1)`,
    ...search.put(
      sql`select space_id, id, labels from pages where space_id = ${spaceId} and id = ${pageId}`,
      { title, text, headings, words },
    ),
  ]
}

function documentationWords(): string[] {
  const docs = new URL('../../docs/', import.meta.url)
  const files = readdirSync(docs).filter((name) => name.endsWith('.md'))
  const text = files.map((name) => readFileSync(new URL(name, docs), 'utf8')).join('\n')
  return text.match(/[A-Za-z]+/g) ?? []
}
