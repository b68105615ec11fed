/** Runs one file of cases over both engines, each case on an empty store of its own. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import type { Database } from '../../../src/store/database.ts'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
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

/** Making PostgreSQL's schema is slow, so `hasSchema` allows a copy that has it; SQLite gets it when opened. */
export async function createTestStore(
  engine: EngineName,
  hasSchema = true,
): Promise<{ options: DatabaseOptions; remove(): Promise<void> }> {
  if (engine === 'postgres') {
    const database = await createTestDatabase(hasSchema ? makeSchema : undefined)
    return { options: { databaseUrl: database.url }, remove: database.drop }
  }
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-sqlite-'))
  return {
    options: { dataDirectory },
    remove: async () => rmSync(dataDirectory, { recursive: true, force: true }),
  }
}

async function makeSchema(databaseUrl: string): Promise<void> {
  await (await openTestDatabase({ databaseUrl })).close()
}
