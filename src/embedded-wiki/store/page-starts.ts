/** The start of what pages say, for lists of them. @module */
import { withoutMarks } from '../../adf/sections.ts'
import type { Database } from '../../database/database.ts'
import { dialects } from '../../database/dialects.ts'
import { sql } from '../../database/sql.ts'

const textLength = 400

/**
 * Read the start of the text of pages, without its form.
 * @param database The store.
 * @param pages Which, by their space and id; pages elsewhere have none.
 * @returns Texts by the ids of their pages.
 */
export async function readPageStarts(
  database: Database,
  pages: readonly { readonly spaceId: string; readonly pageId: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = pages.map(({ spaceId, pageId = '0' }) => ({
    space_id: Number(spaceId),
    page_id: Number(pageId),
  }))
  const columns = { space_id: 'bigint', page_id: 'bigint' } as const
  const rows = await database.read<{ page_id: number; text: string }>(sql`
    select t.page_id, substr(t.body, 1, ${textLength}) as text
    from ${dialects[database.engine].givenRows(wanted, columns)}
    join page_texts t on t.space_id = given.space_id and t.page_id = given.page_id`)
  return new Map(rows.map((row) => [String(row.page_id), withoutMarks(row.text)]))
}
