/** `npm run bench:history -- [VERSIONS]`: room taken by a page's versions, and the time to read the first of them. @module */
import { readerOfAll } from '../src/accounts/reader.ts'
import type { Database } from '../src/store/database.ts'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { sql } from '../src/store/sql.ts'
import { findPageHere } from '../src/wiki/pages/find-page.ts'
import { packVersions } from '../src/wiki/store/pack-versions.ts'
import { seededRandom } from '../test/support/base/seeded-random.ts'
import { askPostgres } from '../test/support/postgres/postgres-node.ts'
import { stopOwnCluster } from '../test/support/postgres/test-postgres.ts'
import { startTestServer } from '../test/support/service/test-server.ts'
import { createTestStore, type EngineName } from '../test/support/store/test-engines.ts'

const versions = Number(process.argv[2] ?? 1_000)
const perRound = 50
const reads = 200

for (const engine of ['sqlite', 'postgres'] as const) {
  for (const isPacking of [false, true]) await measure(engine, isPacking)
}
await stopOwnCluster()

async function measure(engine: EngineName, isPacking: boolean): Promise<void> {
  const { options, remove } = await createTestStore(engine)
  const server = await startTestServer(options)
  const { database } = server
  const tidyUp = async (): Promise<void> => {
    if (isPacking) await packVersions(database, async () => {})
    if ('databaseUrl' in options) await askPostgres(options.databaseUrl, 'vacuum')
  }
  const words = wordsOf(10 * 1024)
  const random = seededRandom(7)
  let id = ''
  let before = 0
  for (let version = 1; version <= versions; version += 1) {
    words[Math.floor(random() * words.length)] = `changed${version}`
    const content = words.join(' ').replaceAll('. ', '.\n\n')
    const { json } = await server.post({ pageTitle: 'Edited', content, overwrite: true })
    id = json.page.id
    if (version % perRound === 0) await tidyUp()
    if (version === 1) before = await filledBytes(database, options)
  }
  await tidyUp()
  const onDisk = await diskBytes(database)
  const filled = (await filledBytes(database, options)) - before
  const us = await readFirst(database, id)
  process.stdout.write(
    `${engine}, ${isPacking ? 'packed' : 'as they were saved'}: ${versions} versions fill ${inMb(filled)}, ${Math.round(filled / versions)} bytes each; the store takes ${inMb(onDisk)} on the disk; version 1 is read in ${(us / 1_000).toFixed(2)} ms\n`,
  )
  await server.stop()
  await remove()
}

function wordsOf(bytes: number): string[] {
  const random = seededRandom(1)
  const known = Array.from({ length: 3_000 }, () =>
    random()
      .toString(36)
      .slice(2, 4 + random() * 9),
  )
  const words: string[] = []
  for (let size = 0; size < bytes; ) {
    const word = known[Math.floor(random() ** 3 * known.length)] as string
    const kind = random()
    words.push(
      kind < 0.02
        ? `[${word}](https://example.org/${word})`
        : kind < 0.05
          ? `**${word}**`
          : kind < 0.1
            ? `${word}.`
            : word,
    )
    size += (words.at(-1)?.length ?? 0) + 1
  }
  return words
}

function inMb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`
}

async function filledBytes(database: Database, options: DatabaseOptions): Promise<number> {
  if ('databaseUrl' in options) {
    await askPostgres(options.databaseUrl, 'vacuum full')
    return diskBytes(database)
  }
  const [row] = await database.read<{ bytes: number }>(sql`
    select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size`)
  return Number(row?.bytes)
}

async function diskBytes(database: Database): Promise<number> {
  const [row] = await database.read<{ bytes: number }>(
    database.engine === 'sqlite'
      ? sql`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql`select sum(pg_total_relation_size(oid)) as bytes from pg_class
          where relkind = 'r' and relnamespace = cast('public' as regnamespace)`,
  )
  return Number(row?.bytes)
}

async function readFirst(database: Database, id: string): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < reads; count += 1) {
    await findPageHere(readerOfAll(database), id, { version: 1 })
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / reads
}
