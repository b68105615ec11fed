/** The audit record of a space that left as a whole. @module */
import { type AuditStamp, auditRecord } from '../auth/audit.ts'
import { query, type Transaction } from '../database/database.ts'

interface LeavingSpace extends AuditStamp {
  readonly key: string
  /** As what it leaves. */
  readonly form: 'archive' | 'folder' | 'text'
}

/** Comes first: whoever breaks off has most of it. */
export const recordExport: Transaction<LeavingSpace, void> = function* (input) {
  const { key, form } = input
  yield* query(auditRecord(input, 'space-export', key, { form }))
}
