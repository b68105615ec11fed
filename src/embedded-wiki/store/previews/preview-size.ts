/** How large a preview is: counted as it grows, so that its last page costs no more than its first. @module */
import { beyond, bounds } from '../../../base/bounds.ts'
import type { Row } from '../../../database/database.ts'
import { type Statement, sql } from '../../../database/sql.ts'
import type { PreviewRun } from './overlay.ts'

const mebibyte = 1024 * 1024

/**
 * Make the statement that counts what comes into a preview, so that nothing of it is counted again.
 * @param run The run.
 * @param added What comes.
 * @param instead What stands behind `from`: the rows that go for it.
 * @returns Its row is for `checkSize`.
 */
export function resized(
  { spaceId, name }: PreviewRun,
  added: { readonly pages: number; readonly bytes: number },
  instead: Statement,
): Statement {
  return sql`
    update previews set
      sending_pages = sending_pages + ${added.pages} - (select count(*) from ${instead}),
      sending_bytes = sending_bytes + ${added.bytes}
        - (select coalesce(sum(bytes), 0) from ${instead})
    where space_id = ${spaceId} and name = ${name}
    returning sending_pages as pages, sending_bytes as bytes`
}

/**
 * Check that a preview keeps its bounds, within the transaction that adds to it.
 * @param sizes What `resized` answered.
 * @throws {RequestError} Naming the bound.
 */
export function checkSize(sizes: readonly Row[] | undefined): void {
  const { previewPages, previewBytes } = bounds
  if (Number(sizes?.[0]?.pages) > previewPages.most) throw beyond(previewPages)
  if (Number(sizes?.[0]?.bytes) > previewBytes.most * mebibyte) throw beyond(previewBytes)
}
