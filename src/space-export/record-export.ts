/** The audit record of a space that left as a whole. @module */
import { type Actor, type AuditStamp, auditRecord, auditStamps } from '../auth/audit.ts'
import type { Clock } from '../auth/clock.ts'
import { type Database, query, type Transaction } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'

interface RecordDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
}

/** Which space leaves, and as what. */
interface Leaving {
  readonly key: string
  readonly form: 'archive' | 'folder' | 'text'
}

/** Record that a space leaves, before it does: whoever breaks off has most of it. */
export async function noteExport(
  { database, ids, clock }: RecordDependencies,
  leaving: Leaving,
  actor: Actor,
): Promise<void> {
  await database.write(recordExport, { ...(await auditStamps(ids, clock)(actor)), ...leaving })
}

export const recordExport: Transaction<AuditStamp & Leaving, void> = function* (input) {
  const { key, form } = input
  yield* query(auditRecord(input, 'space-export', key, { form }))
}
