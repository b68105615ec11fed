/** Images and files of pages, stored once per space under their digest. @module */
import type { Database } from '../../../store/database.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import type { Attachment } from '../../import/prepared-document.ts'

export function attachmentEnding(type: string): string {
  const [, name = ''] = /^image\/(\w+)/.exec(type) ?? []
  return name === '' ? 'bin' : name
}

export async function findDigests(
  database: Database,
  spaceId: number,
  digests: readonly string[],
): Promise<string[]> {
  if (digests.length === 0) return []
  const rows = await database.read<{ sha256: string }>(sql`
    select sha256 from attachments where space_id = ${spaceId} and ${isAnyOf(sql`sha256`, digests)}`)
  return rows.map(({ sha256 }) => sha256)
}

/** An attachment with its content, or only a digest that the space may have. */
export interface ShownAttachment {
  readonly sha256: string
  readonly content: Omit<Attachment, 'sha256'> | undefined
}

/** @param digests Sorted: writing the same attachments in different orders would deadlock. */
export function shownAttachments(
  digests: readonly string[],
  attachments: readonly Attachment[] = [],
): ShownAttachment[] {
  const byDigest = new Map(attachments.map(({ sha256, ...content }) => [sha256, content]))
  return digests.map((sha256) => ({ sha256, content: byDigest.get(sha256) }))
}

/** A sanitized SVG image replaces a file with the same bytes and another type. */
const orMadeSafe: Statement = sql`
  on conflict (space_id, sha256) do update set type = excluded.type
  where excluded.type = 'image/svg+xml' and attachments.type <> excluded.type`

export function saveAttachments(
  page: Statement,
  attachments: readonly ShownAttachment[],
  now: number,
): Statement[] {
  return attachments.flatMap(({ sha256, content }) => [
    ...(content === undefined
      ? []
      : [
          sql`insert into attachments (space_id, sha256, type, bytes, created_at)
            select space_id, ${sha256}, ${content.type}, ${content.bytes}, cast(${now} as bigint)
            from (${page}) page where 1 = 1 ${orMadeSafe}`,
        ]),
    // The request may name a digest that the space does not have.
    sql`insert into page_attachments (space_id, page_id, sha256)
      select page.space_id, page.id, attachments.sha256 from (${page}) page
      join attachments on attachments.space_id = page.space_id and attachments.sha256 = ${sha256}
      where 1 = 1
      on conflict do nothing`,
  ])
}
