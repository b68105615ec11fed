/** Unsaved texts of the editor: one draft for each user and page. @module */
import { bounds } from '../../contract/base/bounds.ts'
import { type Database, queryAll, type Transaction } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { makeRoom } from '../../store/within-bound.ts'

/** Drafts that nobody continues are deleted after this time. */
export const draftsKeptMs: number = 30 * 24 * 60 * 60 * 1000

export interface Draft<Fields> {
  readonly fields: Fields
  readonly markdown: string
  /** The images that the text names, as JSON. */
  readonly images: string
  readonly updatedAt: Date
}

export type Drafts<Fields> = ReturnType<typeof draftsOf<Fields>>

/** Reads and writes drafts; a page that does not exist yet has an empty id. */
export function draftsOf<Fields>(database: Database, clock: () => Date) {
  const keyOf = (userId: number, pageId: string): DraftKey => ({
    userId,
    pageId: parseId(pageId) ?? 0,
  })
  return {
    async find(userId: number, pageId: string): Promise<Draft<Fields> | undefined> {
      const [draft] = await readAs<Draft<string>>(
        database,
        sql`select fields, markdown, images, updated_at as "updatedAt" from drafts
          where ${isOf(keyOf(userId, pageId))}`,
      )
      return draft && { ...draft, fields: JSON.parse(draft.fields) as Fields }
    },
    async keep(
      userId: number,
      pageId: string,
      { fields, markdown, images }: Omit<Draft<Fields>, 'updatedAt'>,
    ): Promise<void> {
      await database.write(keepDraft, {
        ...keyOf(userId, pageId),
        fields: storable(JSON.stringify(fields)),
        markdown: storable(markdown),
        images: storable(images),
        now: clock().getTime(),
      })
    },
    drop: (userId: number, pageId: string) => database.write(dropDraft, keyOf(userId, pageId)),
  }
}

/** Replaces the characters that PostgreSQL refuses. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

interface DraftKey {
  readonly userId: number
  /** The id of the page; 0 for a page that does not exist yet. */
  readonly pageId: number
}

interface DraftToKeep extends DraftKey, Omit<Draft<string>, 'updatedAt'> {
  readonly now: number
}

function isOf({ userId, pageId }: DraftKey): Statement {
  return sql`user_id = ${userId} and page_id = ${pageId}`
}

export const keepDraft: Transaction<DraftToKeep, void> = function* (draft, dialect) {
  const { userId, pageId, fields, markdown, images, now } = draft
  yield* queryAll([
    sql`select id from users where id = ${userId} ${dialect.forUpdate}`,
    makeRoom({
      table: sql`drafts`,
      key: sql`page_id`,
      condition: sql`user_id = ${userId} and page_id <> ${pageId}`,
      order: sql`updated_at desc, page_id`,
      bound: bounds.drafts,
    }),
    sql`insert into drafts (user_id, page_id, fields, markdown, images, updated_at)
      values (${userId}, ${pageId}, ${fields}, ${markdown}, ${images}, ${now})
      on conflict (user_id, page_id) do update set fields = excluded.fields,
        markdown = excluded.markdown, images = excluded.images, updated_at = excluded.updated_at`,
  ])
}

export const dropDraft: Transaction<DraftKey, void> = function* (key) {
  yield* queryAll([sql`delete from drafts where ${isOf(key)}`])
}
