/** Runs one file of cases over both engines, each case on an empty store of its own. @module */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import type { Database } from '../../../src/store/database.ts'
import { type DatabaseOptions, storeFileName } from '../../../src/store/open-database.ts'
import { createTestDatabase, stopOwnCluster } from '../postgres/test-postgres.ts'
import { endFile, keepForNextFile } from '../run/between-files.ts'
import { openTestDatabase } from './shared-writer.ts'

export type EngineName = Database['engine']

export type OpenTestDatabase = () => Promise<Database>

export function forEachEngine(declare: (open: OpenTestDatabase, engine: EngineName) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    describe(engine, () => {
      const releases: (() => Promise<void>)[] = []
      declare(async () => {
        const place = await createTestStore(engine)
        const database = await openTestDatabase(place.options)
        releases.push(async () => {
          await database.close()
          await place.remove()
        })
        return database
      }, engine)
      // Last, because servers and stores must end before their cluster.
      after(async () => {
        try {
          if (keepForNextFile() === undefined) await endFile()
          for (const release of releases.reverse()) await release()
        } finally {
          if (engine === 'postgres') await stopOwnCluster()
        }
      })
    })
  }
}

/** Making the schema takes longer than most tests, so `hasSchema` allows a copy that has it. */
export async function createTestStore(
  engine: EngineName,
  hasSchema = true,
): Promise<{ options: DatabaseOptions; remove(): Promise<void> }> {
  if (engine === 'postgres') {
    const database = await createTestDatabase(hasSchema ? makeSchema : undefined)
    return { options: { databaseUrl: database.url }, remove: database.drop }
  }
  const dataDirectory = makeDataDirectory()
  if (hasSchema) {
    emptyStore ??= makeEmptyStore()
    writeFileSync(join(dataDirectory, storeFileName), await emptyStore, { mode: 0o600 })
  }
  return {
    options: { dataDirectory },
    remove: async () => rmSync(dataDirectory, { recursive: true, force: true }),
  }
}

async function makeSchema(databaseUrl: string): Promise<void> {
  await (await openTestDatabase({ databaseUrl })).close()
}

const makeDataDirectory = (): string => mkdtempSync(join(tmpdir(), 'markport-sqlite-'))

let emptyStore: Promise<Buffer> | undefined

async function makeEmptyStore(): Promise<Buffer> {
  const dataDirectory = makeDataDirectory()
  await (await openTestDatabase({ dataDirectory })).close()
  const bytes = readFileSync(join(dataDirectory, storeFileName))
  rmSync(dataDirectory, { recursive: true })
  return bytes
}
