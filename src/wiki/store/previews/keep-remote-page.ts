/** Stores a compared page of a connected space in a preview. @module */
import type { KeptFile } from '../../../contract/import-request.ts'
import { type Database, queryAll, type Transaction } from '../../../store/database.ts'
import { isAnyOf, sql } from '../../../store/sql.ts'
import { isOfRun, type PreviewRun, pagesWithDrafts } from './draft-pages.ts'
import { type KeepPageInput, type PageOfSpace, replaceRow } from './keep-page.ts'
import { checkSending, sendingPreview } from './preview-runs.ts'

interface KeepRemotePageInput
  extends Omit<KeepPageInput, 'newPageId' | 'ifMatch' | 'isDryRun' | 'overwrite' | 'labels'> {
  readonly run: PreviewRun
  readonly pageId: number
  readonly labels: string
  readonly base: (PageOfSpace & { readonly position: number }) | undefined
  readonly isSame: boolean
  /** Whether pages that this run has not sent yet keep their titles too. */
  readonly givesWay: boolean
  /** Its address in Confluence; undefined for a new page. */
  readonly url: string | undefined
}

/** @returns False when another page of the run has the title; then nothing is stored. */
export const keepRemotePage: Transaction<KeepRemotePageInput, boolean> = function* (
  input,
  dialect,
) {
  const { run, pageId, parentId, titleKey, base, isSame, labels, attachments } = input
  const ownPages = sql`o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}`
  const sentDigests = attachments.map(({ sha256 }) => sha256)
  const [previewRows, rivals, images] = yield* queryAll([
    sendingPreview(run, dialect),
    input.givesWay
      ? sql`select p.id from ${pagesWithDrafts(run)} p
          where p.title_key = ${titleKey} and p.id <> ${pageId}`
      : sql`select o.page_id from preview_pages o where ${ownPages} and o.title_key = ${titleKey}
          and o.page_id <> ${pageId} and o.kind in ('page', 'placed')`,
    sql`select o.sha256 from preview_attachments o where ${ownPages} and ${isAnyOf(sql`o.sha256`, sentDigests)}`,
  ])
  checkSending(run, previewRows)
  if (rivals?.[0] !== undefined) return false
  const parent = parentId === pageId ? 0 : parentId
  const isStanding =
    isSame && base?.parent_id === parent && (input.position ?? base.position) === base.position
  yield* replaceRow(
    { ...input, labels: null, foreseen: JSON.stringify({ url: input.url }) },
    {
      pageId,
      labels,
      isSame,
      isStanding,
      base: base && { ...base, navigation_title: '' },
      known: new Set(images?.map(({ sha256 }) => String(sha256))),
    },
  )
  return true
}

interface TakenTitle {
  readonly file: string
  readonly message: string
}

export async function listTakenTitles(
  database: Database,
  run: PreviewRun,
): Promise<readonly TakenTitle[]> {
  const rows = await database.read<{ title: string; source: string; id: number }>(sql`
    select o.title, o.source, p.id from preview_pages o
    join ${pagesWithDrafts(run)} p on p.title_key = o.title_key and p.id <> o.page_id
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.kind in ('page', 'placed')
      and not exists (select 1 from preview_pages other where other.space_id = ${run.spaceId}
        and ${isOfRun(sql`other`, run)} and other.page_id = p.id)
    order by o.title, o.page_id limit ${maxTaken}`)
  return rows.map(({ title, source, id }) => ({
    file: source === '' ? title : (JSON.parse(source) as KeptFile).path,
    message: `Another page of the space is titled "${title}" already: ${id}. Choose another title.`,
  }))
}

const maxTaken = 100
