/** The pages of a space that changed last, with the start of what they say. @module */
import { withoutMarks } from '../../adf/sections.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'

export interface NewestPage {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly authorName: string
  readonly changedAt: Date
  /** The start of its text, without its form. */
  readonly text: string
}

const textLength = 400

/** List current pages, those that changed last before others. */
export async function listNewestPages(
  database: Database,
  spaceId: string,
  limit: number,
): Promise<NewestPage[]> {
  const rows = await database.read<{
    id: number
    title: string
    version: number
    author_name: string
    updated_at: number
    text: string | null
  }>(sql`
    select p.id, p.title, p.version, u.name as author_name, p.updated_at,
      substr(t.body, 1, ${textLength}) as text
    from (
      select space_id, id, title, version, author_id, updated_at from pages
      where space_id = ${parseId(spaceId) ?? 0} and status = 'current'
      order by updated_at desc, id desc limit ${limit}
    ) p join users u on u.id = p.author_id
    left join page_texts t on t.space_id = p.space_id and t.page_id = p.id
    order by p.updated_at desc, p.id desc`)
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    version: row.version,
    authorName: row.author_name,
    changedAt: new Date(row.updated_at),
    text: withoutMarks(row.text ?? ''),
  }))
}
