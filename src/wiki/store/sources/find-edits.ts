/** Finds people's edits of a page since the last import of its source. @module */
import { readerOfAll } from '../../../accounts/reader.ts'
import { type Message, textOf } from '../../../contract/base/message.ts'
import { lineEdits } from '../../../convert/compare/align.ts'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { refusalOf } from '../../import/decide.ts'
import { pathKey } from '../../import/sources/source-pages.ts'
import type { SourceEdits } from '../../import/target-wiki.ts'
import { findPageHere } from '../../pages/find-page.ts'

interface Row {
  readonly page_id: number
  readonly version: number
  readonly sent_markdown: string | null
}

/** @throws {RequestError} `not-found` when the source has no such page. */
export async function findSourceEdits(
  database: Database,
  { spaceId, name, path }: { spaceId: number; name: string; path: string },
  compare: (before: string, after: string) => Promise<SourceEdits['edits']>,
): Promise<SourceEdits> {
  const [row] = await database.read<Row>(sql`
    select page_id, version, sent_markdown from source_pages
    where space_id = ${spaceId} and source = ${name} and path_key = ${pathKey(path)}
      and is_keeper = 1`)
  const id = String(row?.page_id ?? 0)
  const reader = readerOfAll(database)
  const page = await findPageHere(reader, id)
  if (row === undefined || page?.status !== 'current') throw refusalOf('not-found')
  const imported = await findPageHere(reader, id, { version: row.version })
  const markdown = row.sent_markdown ?? imported?.markdown ?? ''
  const { number: version, authorName: by, createdAt } = page.version
  const isMerged = row.sent_markdown !== null
  const edits = version > row.version || isMerged ? await compare(markdown, page.markdown) : []
  const edit = { by, at: createdAt.toISOString() }
  const lastEdit =
    isMerged && version === row.version ? await findLastEdit(database, spaceId, row) : edit
  return { version, ...(lastEdit ?? edit), markdown, edits }
}

/** The importer made the merged version, so the editor is the author of an earlier one. */
async function findLastEdit(
  { read }: Pick<Database, 'read'>,
  spaceId: number,
  { page_id: pageId, version }: Row,
): Promise<Pick<SourceEdits, 'by' | 'at'> | undefined> {
  const [edit] = await read<{ by: string; at: number }>(sql`
    select u.name as "by", v.created_at as at from page_versions v join users u on u.id = v.author_id
    where v.space_id = ${spaceId} and v.page_id = ${pageId} and v.number < ${version}
      and v.via <> 'import'
    order by v.number desc limit 1`)
  return edit && { by: edit.by, at: new Date(edit.at).toISOString() }
}

export function findLineEdits({ parts }: Message): Message {
  const [lastText = '', currentText = ''] = parts.map(textOf)
  return { value: lineEdits(lastText, currentText), parts: [] }
}
