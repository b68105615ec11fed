/** Lists the pages that a source keeps in a space of this wiki. @module */
import type { AnswerSourcePage } from '../../../contract/answers.ts'
import type { Database } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import type { SourcePart } from '../../../importing/sources/source-seam.ts'

interface Row {
  readonly page_id: number
  readonly path: string
  readonly digest: string
  readonly imported: number
  readonly title: string
  readonly parent_id: number
  readonly version: number
  readonly updated_at: number
  readonly author: string
}

/** By page, from the one after `after` on; pages in the trash are left out. */
export async function listSourcePages(
  database: Database,
  { spaceId, name, after, limit }: SourcePart & { readonly spaceId: number },
): Promise<AnswerSourcePage[]> {
  const rows = await database.read<Row>(sql`
    select s.page_id, s.path, s.digest, s.version as imported, p.title, p.parent_id, p.version,
      p.updated_at, u.name as author
    from source_pages s
    join pages p on p.space_id = s.space_id and p.id = s.page_id and p.status = 'current'
    join users u on u.id = p.author_id
    where s.space_id = ${spaceId} and s.source = ${name} and s.is_keeper = 1
      and s.page_id > ${after}
    order by s.page_id limit ${limit}`)
  return rows.map((row) => {
    const { version, author: by } = row
    const at = new Date(row.updated_at).toISOString()
    return {
      path: row.path === '' ? null : row.path,
      pageId: String(row.page_id),
      title: row.title,
      parentId: String(row.parent_id === 0 ? row.page_id : row.parent_id),
      version,
      digest: row.digest,
      edited: version > row.imported ? { by, at, version } : null,
    }
  })
}
