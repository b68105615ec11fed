/** Sources of the embedded wiki: their pages, and merging people's edits into an import. @module */
import { type AuditedStore, auditedChanges } from '../accounts/audit.ts'
import { readerOfAll } from '../accounts/reader.ts'
import type { AnswerSourcePage } from '../contract/answers.ts'
import { textOf } from '../contract/base/message.ts'
import { wrongField } from '../contract/errors.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { type EmbeddedWork, placePageImages } from './embedded-work.ts'
import type { ImportWork } from './import/import-work.ts'
import type { Utf8Document } from './import/prepared-document.ts'
import { findOwnSpace } from './import/spaces.ts'
import type { PageToSave, SourcePart, SourceWiki, Space } from './import/target-wiki.ts'
import { findPageHere } from './pages/find-page.ts'
import type { MergedPage, ToMerge } from './store/saving/source-of-import.ts'
import { closeSource } from './store/sources/close-source.ts'
import { findSourceEdits } from './store/sources/find-edits.ts'

interface SourcesDependencies extends AuditedStore {
  readonly workers: Pick<EmbeddedWork, 'findLineEdits'>
}

export function sourcesOfWiki({ workers, ...store }: SourcesDependencies): SourceWiki {
  const { database } = store
  return {
    async listSource({ spaceIdOrKey, writer, ...range }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      return space && listSourcePages(database, { ...range, spaceId: Number(space.id) })
    },
    async closeSource({ spaceIdOrKey, writer, actor, name, run, paths, prune, dryRun }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      if (space === undefined) return undefined
      if (prune === 'archive') {
        throw wrongField(
          'prune',
          'prune must be true or false here: only spaces that are connected to a Confluence that can archive take "archive".',
        )
      }
      return auditedChanges(store)(closeSource, actor, {
        name,
        run,
        paths,
        dryRun,
        prunes: prune,
        spaceId: Number(space.id),
        userId: writer.userId,
      })
    },
    async findSourceEdits({ spaceIdOrKey, writer, name, path }) {
      const space = await findOwnSpace(database, spaceIdOrKey, writer)
      const file = space && { spaceId: Number(space.id), name, path }
      return file && findSourceEdits(database, file, workers.findLineEdits)
    },
  }
}

type StoredSourcePage = Omit<AnswerSourcePage, 'edited'> & {
  readonly imported: number
  readonly at: number
  readonly by: string
}

/** Ordered by page id; leaves out pages in the trash. */
async function listSourcePages(
  database: Database,
  { spaceId, name, after, limit }: SourcePart & { readonly spaceId: number },
): Promise<AnswerSourcePage[]> {
  const rows = await database.read<StoredSourcePage>(sql`
    select nullif(s.path, '') as path, cast(s.page_id as text) as "pageId", p.title,
      cast(case when p.parent_id = 0 then p.id else p.parent_id end as text) as "parentId",
      p.version, s.digest, s.version as imported, p.updated_at as at, u.name as "by"
    from source_pages s
    join pages p on p.space_id = s.space_id and p.id = s.page_id and p.status = 'current'
    join users u on u.id = p.author_id
    where s.space_id = ${spaceId} and s.source = ${name} and s.is_keeper = 1
      and s.page_id > ${after}
    order by s.page_id limit ${limit}`)
  return rows.map(({ imported, at, by, ...page }) => {
    const { version } = page
    const edit = { by, at: new Date(at).toISOString(), version }
    return { ...page, edited: version > imported ? edit : null }
  })
}

interface MergeDependencies {
  readonly database: Database
  readonly workers: Pick<EmbeddedWork & ImportWork, 'placeImages' | 'mergeImport'>
}

/** @returns Undefined when one of the texts is missing, so nothing can be merged. */
export async function mergeEdits(
  { database, workers }: MergeDependencies,
  { space }: { readonly space: Space },
  page: PageToSave,
  { pageId, since }: ToMerge,
): Promise<{ readonly document: Utf8Document; readonly merged: MergedPage } | undefined> {
  const { fields, document } = page
  const id = String(pageId)
  const reader = readerOfAll(database)
  const [storedSource] = await database.read<{ sent_markdown: string | null }>(sql`
    select sent_markdown from source_pages
    where space_id = ${Number(space.id)} and page_id = ${pageId} and is_keeper = 1`)
  const [theirs, imported] = await Promise.all([
    findPageHere(reader, id),
    findPageHere(reader, id, { version: since }),
  ])
  const base = storedSource?.sent_markdown ?? imported?.markdown
  if (base === undefined || theirs === undefined) return undefined
  const { pageTitle: title, removeTitleHeading } = fields
  const sentMarkdown = textOf(document.markdown)
  const texts = [base, theirs.markdown, sentMarkdown] as const
  const mixed = await workers.mergeImport({ title, removeTitleHeading }, texts)
  const { images, warnings } = document
  const content = { ...page, document: { ...mixed, images, warnings } }
  return {
    document: await placePageImages({ database, workers }, { space }, content),
    merged: { version: theirs.version.number, sentMarkdown },
  }
}
