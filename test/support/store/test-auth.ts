/** An initialized store with everything of `src/accounts` on it, and a clock that tests set. @module */
import { type Access, spaceAccess } from '../../../src/accounts/access.ts'
import type { Clock } from '../../../src/accounts/audit.ts'
import { firstAdministrator, initializeStore } from '../../../src/accounts/initialize-store.ts'
import { setLicense } from '../../../src/accounts/license.ts'
import { passwords } from '../../../src/accounts/passwords/passwords.ts'
import { type ApiTokens, apiTokens } from '../../../src/accounts/tokens/api-tokens.ts'
import { type Users, users } from '../../../src/accounts/users.ts'
import type { Database, Row } from '../../../src/store/database.ts'
import { type IdAllocator, idAllocator } from '../../../src/store/ids.ts'
import { type Statement, sql } from '../../../src/store/sql.ts'
import type { OpenTestDatabase } from './test-engines.ts'

export interface TestAuth {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly tokens: ApiTokens
  readonly users: Users
  readonly administratorId: number
  readonly access: Access
  readonly reads: () => number
  advance(ms: number): void
  setLicense(status: string, trialEnds?: Date): Promise<void>
}

export const dayMs: number = 24 * 60 * 60 * 1000

export async function openTestAuth(open: OpenTestDatabase, maxLiveTokens = 50): Promise<TestAuth> {
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  let reads = 0
  const opened = await open()
  const database: Database = {
    ...opened,
    read: <R extends object = Row>(statement: Statement) => {
      reads += 1
      return opened.read<R>(statement)
    },
  }
  const clock = (): Date => new Date(nowMs)
  const ids = idAllocator(database)
  await initializeStore({ database, ids, clock })
  const keeper = users({ database, ids, clock }, passwords())
  return {
    database,
    ids,
    clock,
    tokens: apiTokens({ database, ids, clock }, { maxLiveTokens }),
    users: keeper,
    administratorId: (await keeper.findByName(firstAdministrator))?.id ?? 0,
    access: spaceAccess({ database, ids, clock }),
    reads: () => reads,
    advance(ms) {
      nowMs += ms
    },
    async setLicense(status, trialEnds) {
      await setLicense(
        { database, ids, clock },
        {
          status,
          trialEnds: trialEnds ?? null,
          setBy: 'test',
        },
      )
    },
  }
}

export async function dumpStore(database: Database): Promise<string> {
  const tables = [
    sql`select * from users`,
    sql`select * from one_time_links`,
    sql`select * from tokens`,
    sql`select * from audit_records`,
    sql`select * from settings`,
  ]
  return JSON.stringify(await Promise.all(tables.map((table) => database.read(table))))
}
