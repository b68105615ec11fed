/** Sets what imports into a space do with what people wrote. @module */
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../../auth/audit.ts'
import type { Clock } from '../../auth/clock.ts'
import type { EditPolicy } from '../../contract/outcomes.ts'
import { type Database, query, type Transaction } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { getSpace, type ListedSpace } from '../spaces.ts'

interface SpaceStore {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
}

/** @throws {RequestError} `not-found`. */
export async function setEdits(
  { database, ids, clock }: SpaceStore,
  idOrKey: string,
  edits: EditPolicy,
  setBy: Actor,
): Promise<ListedSpace> {
  const space = await getSpace(database, idOrKey)
  const stamp = await auditStamps(ids, clock)(setBy)
  const { id, key } = space
  await database.write(updateEdits, { ...stamp, spaceId: Number(id), key, edits })
  return { ...space, edits }
}

interface NewEdits extends AuditStamp {
  readonly spaceId: number
  readonly key: string
  readonly edits: EditPolicy
}

export const updateEdits: Transaction<NewEdits, void> = function* (input) {
  const { spaceId, key, edits } = input
  yield* query(keepEdits(spaceId, edits))
  yield* query(auditRecord(input, 'space-policies-set', key, { edits }))
}

export function keepEdits(spaceId: number, edits: EditPolicy): Statement {
  return sql`update spaces set edits = ${edits} where id = ${spaceId}`
}
