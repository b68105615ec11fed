/** The audit record of an export. @module */
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from '../../accounts/audit.ts'
import { query, type Transaction } from '../../store/database.ts'

interface Leaving {
  readonly key: string
  readonly form: 'archive' | 'folder'
}

/** Records the export before it begins, because an interrupted export may be nearly complete. */
export async function noteExport(
  { database, ids, clock }: AuditedStore,
  leaving: Leaving,
  actor: Actor,
): Promise<void> {
  await auditedChanges(database, ids, clock)(recordExport, actor, leaving)
}

export const recordExport: Transaction<AuditStamp & Leaving, void> = function* (input) {
  const { key, form } = input
  yield* query(auditRecord(input, 'space-export', key, { form }))
}
