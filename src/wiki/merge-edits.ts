/** Merges what people wrote on a page of this wiki into the document of an import. @module */
import { readerOfAll } from '../accounts/reader.ts'
import { textOf } from '../contract/base/message.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { type EmbeddedWork, placePageImages } from './embedded-work.ts'
import type { ImportWork } from './import/import-work.ts'
import type { Utf8Document } from './import/prepared-document.ts'
import type { PageToSave, Space } from './import/target-wiki.ts'
import { findPageHere } from './pages/find-page.ts'
import type { ToMerge } from './store/saving/save-page.ts'
import type { MergedPage } from './store/saving/source-of-import.ts'

interface MergeDependencies {
  readonly database: Database
  readonly workers: Pick<EmbeddedWork & ImportWork, 'placeImages' | 'mergeImport'>
}

interface MergedDocument {
  readonly document: Utf8Document
  readonly merged: MergedPage
}

/** @returns Undefined when one of the texts is missing, so nothing can be merged. */
export async function mergeEdits(
  { database, workers }: MergeDependencies,
  { space }: { readonly space: Space },
  page: PageToSave,
  { pageId, since }: ToMerge,
): Promise<MergedDocument | undefined> {
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
  const content = { fields, document: { ...mixed, images, warnings } }
  return {
    document: await placePageImages({ database, workers }, { space }, content),
    merged: { version: theirs.version.number, sentMarkdown },
  }
}
