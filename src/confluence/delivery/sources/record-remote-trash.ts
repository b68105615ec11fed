/** Records who trashed pages in Confluence, where only Markport's account shows. @module */
import { type AuditStamp, auditRecord } from '../../../accounts/audit.ts'
import { query, queryAll, type Transaction } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import {
  changeStamp,
  recordedPage,
  tellOfPages,
} from '../../../wiki/import/changes/tell-changes.ts'
import { unsettle } from '../records/unsettled.ts'

interface RecordedPage {
  readonly spaceId: number
  readonly pageId: string
}

/** Unsettle the page until it is known to be in the trash. */
export const expectRemoteTrash: Transaction<RecordedPage & { now: number }, void> = function* (
  input,
) {
  yield* query(unsettle(input, input.now))
}

interface RemoteTrash extends AuditStamp, RecordedPage {
  readonly action: 'page-archive' | 'page-trash'
  readonly space: string
}

export const recordRemoteTrash: Transaction<RemoteTrash, void> = function* (input) {
  const { spaceId, pageId, space, action } = input
  yield* queryAll([
    sql`update remote_pages set digest = '', is_gone = 1
      where space_id = ${spaceId} and page_id = ${pageId}`,
    ...tellOfPages(
      action === 'page-trash' ? 'page.trashed' : 'page.archived',
      recordedPage(spaceId, Number(pageId), null),
      changeStamp(input),
    ),
    auditRecord(input, action, pageId, { space }),
  ])
}
