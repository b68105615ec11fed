/** `npm run bench:previews -- [FILES] [CHANGED]`: the cost of a folder's preview beside its import, on both engines. @module */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FolderReport } from '../src/folder/folder-events.ts'
import type { FolderOptions } from '../src/folder/folder-options.ts'
import { importFolder } from '../src/folder/import-folder.ts'
import type { Database } from '../src/store/database.ts'
import { sql } from '../src/store/sql.ts'
import { stopOwnCluster } from '../test/support/postgres/test-postgres.ts'
import { startFreshServer } from '../test/support/service/fresh-server.ts'
import type { EngineName } from '../test/support/store/test-engines.ts'
import { writeLinkedFolder } from './support/linked-folder.ts'

const [files = 1_000, changed = 10] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'markport-bench-'))
let requests = 0
subscribe('http.client.request.start', () => {
  requests += 1
})

print('engine', 'what', 'seconds', 'requests', 'pages kept', 'KB kept')
for (const engine of ['sqlite', 'postgres'] as const) await measure(engine)
await stopOwnCluster()
rmSync(folder, { recursive: true, force: true })

async function measure(engine: EngineName): Promise<void> {
  const server = await startFreshServer(engine)
  const { database, endpoint, token, space } = server
  const docs = join(folder, engine)
  const paths = writeLinkedFolder(docs, files)
  const run = (options: Partial<FolderOptions> = {}): Promise<FolderReport> =>
    importFolder({
      endpoint,
      token,
      spaceId: space.key,
      parentId: space.homepageId,
      paths: [docs],
      workingFolder: docs,
      ...options,
    })
  const tell = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    requests = 0
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1_000
    const kept = await keptOf(database)
    print(engine, what, seconds.toFixed(1), requests, kept.pages, Math.round(kept.bytes / 1024))
  }
  const change = (word: string, some = paths.slice(0, changed)): void => {
    for (const path of some) appendFileSync(join(docs, path), `\n\n${word}\n`)
  }
  await tell('full import', () => run())
  change('previewed')
  const preview = 'pr-1'
  await tell('preview', () => run({ preview }))
  await tell('again', () => run({ preview }))
  change('imported')
  await tell('import of the change', () => run())
  change('all', paths)
  await tell('preview of all pages', () => run({ preview: 'all' }))
  await server.stop()
}

async function keptOf(database: Database): Promise<{ pages: number; bytes: number }> {
  const [row] = await database.read<{ pages: number; bytes: number }>(sql`
    select count(*) as pages, coalesce(sum(bytes), 0) as bytes from preview_pages`)
  return { pages: Number(row?.pages), bytes: Number(row?.bytes) }
}

function print(...cells: readonly (string | number)[]): void {
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(21)).join('')}\n`)
}
