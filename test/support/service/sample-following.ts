/** A followed repository that no service runs, because another one seems to be at work on it. @module */
import type { Database } from '../../../src/database/database.ts'
import type { IdAllocator } from '../../../src/database/ids.ts'
import { sql } from '../../../src/database/sql.ts'
import { createSpace } from '../../../src/embedded-wiki/store/create-space.ts'
import type { FollowRun } from '../../../src/following/follow-changes.ts'
import { runStatement } from '../store/test-transactions.ts'
import type { TestServer } from './test-server.ts'

export async function followSample(
  { database, space }: Pick<TestServer, 'database' | 'space'>,
  { id, folder = 'docs' }: { readonly id: number; readonly folder?: string },
): Promise<string> {
  const [user] = await database.read<{ id: number }>(sql`select id from users where name = 'admin'`)
  const counts = { created: 12, updated: 3, trashed: 0, newWarnings: 2 }
  const error = 'The branch has no folder docs.'
  const runs: FollowRun[] = [
    { at: 2, commit: null, error, created: 0, updated: 0, trashed: 0, newWarnings: 0 },
    { at: 1, commit: 'a'.repeat(40), error: null, ...counts },
  ]
  const statement = sql`
    insert into followed_repositories (id, space_id, parent_id, url, branch, folder, every_ms,
        user_id, created_at, next_at, runs, lease_until)
      values (${id}, ${Number(space.id)}, ${space.homepageId}, 'https://git.example/acme/docs.git',
        'main', ${folder}, 300000, ${user?.id ?? 0}, 1, 1, ${JSON.stringify(runs)}, 9000000000000000)`
  await database.write(runStatement, { statement })
  return String(id)
}

/** @returns The administrator of a fresh store, in whose name it has a space. */
export async function createSpaceFor(
  database: Database,
  ids: IdAllocator,
  clock: () => Date,
): Promise<number> {
  const [user] = await database.read<{ id: number }>(sql`select id from users where name = 'admin'`)
  const userId = user?.id ?? 0
  await createSpace(database, ids, clock, { key: 'DOCS', name: 'Docs', userId })
  return userId
}
