/** The record of who had a page of Confluence trashed: there, it is Markport's account. @module */
import { type AuditStamp, auditRecord } from '../../auth/audit.ts'
import { query, type Transaction } from '../../database/database.ts'

interface RemoteTrash extends AuditStamp {
  readonly pageId: string
  /** The key of the space here. */
  readonly space: string
}

export const recordRemoteTrash: Transaction<RemoteTrash, void> = function* (input) {
  yield* query(auditRecord(input, 'page-trash', input.pageId, { space: input.space }))
}
