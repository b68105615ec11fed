/** Lists what a preview changes, and what changed in the space meanwhile. @module */
import { createHash } from 'node:crypto'
import type { AnswerAuthor } from '../../../contract/answers.ts'
import type { Database } from '../../../store/database.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { isOfRun, type PreviewRun, pagesOf, pagesWithDrafts, parentIn } from './draft-pages.ts'

export interface ComparedRow {
  readonly page_id: number
  readonly kind: 'placed' | 'page' | 'gone'
  readonly parent_id: number
  readonly title: string
  readonly title_key: string
  readonly base_version: number
  readonly base_title: string
  readonly base_parent_id: number
  readonly bytes: number
  /** Null when the page does not exist, like the next four. */
  readonly version: number | null
  readonly title_now: string | null
  readonly parent_now: number | null
  /** Another page that now has the title at this place. */
  readonly rival_id: number | null
  readonly has_parent: number | boolean
  readonly is_circle: number | boolean
  readonly has_staying: number | boolean
}

export interface ChangeSince {
  readonly pageId: string
  readonly title: string
  readonly message: string
  /** Whether the preview cannot be applied, even after review. */
  readonly isObstacle: boolean
}

export interface ComparedPreview {
  readonly changes: readonly ChangeSince[]
  /** Changes whenever the preview or the affected pages of the space change. */
  readonly state: string
}

export function comparedRows(run: PreviewRun): Statement {
  const pages = pagesWithDrafts(run)
  const ownPages = pagesOf(run)
  // The author of a page in Confluence is unknown here.
  const mayBeThere = run.remote === undefined ? sql`1 = 0` : sql`1 = 1`
  return sql`
    select o.page_id, o.kind, o.parent_id, o.title, o.title_key, o.base_version, o.base_title,
      o.base_parent_id, o.bytes, p.version, p.title as title_now, p.parent_id as parent_now,
      (select r.id from ${ownPages} r where r.space_id = ${run.spaceId} and r.parent_id = o.parent_id
        and r.title_key = o.title_key and r.status = 'current' and r.id <> o.page_id
        and o.kind <> 'gone' and not exists (select 1 from preview_pages other
          where other.space_id = ${run.spaceId} and ${isOfRun(sql`other`, run)}
            and other.page_id = r.id)) as rival_id,
      (o.parent_id = 0 or o.kind = 'gone' or ${mayBeThere}
        or exists (select 1 from ${pages} above where above.id = o.parent_id)) as has_parent,
      (o.kind <> 'gone' and o.parent_id <> coalesce(p.parent_id, 0) and exists (
        with recursive above (id) as (
          select o.parent_id
          union
          select ${parentIn(run, sql`above.id`)} from above where above.id <> 0
        )
        select 1 from above where above.id = o.page_id)) as is_circle,
      (o.kind = 'gone'
        and exists (select 1 from ${pages} below where below.parent_id = o.page_id)) as has_staying
    from preview_pages o
    left join ${ownPages} p on p.space_id = o.space_id and p.id = o.page_id and p.status = 'current'
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.kind <> 'reserved'
    order by o.page_id`
}

/** @param shownAtMs When the run was shown, because names of runs may be reused. */
export function compareWithSpace(shownAtMs: number, rows: readonly ComparedRow[]): ComparedPreview {
  const state = createHash('sha256').update(String(shownAtMs))
  for (const row of rows) {
    const { version, title_now: title, parent_now: parent, rival_id: rival } = row
    const relations = [row.has_parent, row.is_circle, row.has_staying].map(Boolean)
    state.update(JSON.stringify([row.page_id, version, title, parent, rival, ...relations]))
  }
  return { changes: rows.flatMap(changesOf), state: state.digest('hex') }
}

function changesOf(row: ComparedRow): ChangeSince[] {
  const change = (message: string, isObstacle = false): ChangeSince[] => [
    { pageId: String(row.page_id), title: row.title, message, isObstacle },
  ]
  const isNew = row.base_version === 0
  if (row.version === null && !isNew) return change('It is not there any more.', true)
  if (row.version !== null && isNew) return change('It is there by now.', true)
  if (row.rival_id !== null) {
    return change(`Another page has its title there by now: ${row.rival_id}.`, true)
  }
  if (!row.has_parent) return change('The page above it is not there any more.', true)
  if (row.is_circle) return change('The page above it stands below it by now.', true)
  if (row.has_staying) return change('There are pages below it by now, so it stays.', true)
  if (isNew) return []
  // A rename also makes a version, but is the better explanation.
  if (row.title_now !== row.base_title) return change(`It is called “${row.title_now}” by now.`)
  if (row.version !== row.base_version) {
    return change(`It has version ${row.version} by now, and had ${row.base_version}.`)
  }
  if (row.parent_now !== row.base_parent_id) return change('It was moved since.')
  return []
}

export interface PreviewChange {
  readonly pageId: string
  readonly title: string
  readonly isNew: boolean
  readonly isGone: boolean
  readonly isChanged: boolean
  readonly renamedFrom: string | undefined
  readonly movedFrom: string | undefined
  readonly edited: { readonly by: string; readonly at: Date } | undefined
}

export interface KeptOutlook {
  readonly edited?: AnswerAuthor | undefined
  readonly url?: string | undefined
}

export async function listPreviewChanges(
  database: Database,
  run: PreviewRun,
): Promise<PreviewChange[]> {
  const ownPages = pagesOf(run)
  const rows = await database.read<ChangeRow>(sql`
    select o.page_id, o.kind, o.title, o.base_version, o.base_title, o.base_parent_id, o.parent_id,
      above.title as parent_title, o.foreseen
    from preview_pages o
    left join ${ownPages} above on above.space_id = o.space_id and above.id = o.base_parent_id
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.kind <> 'reserved'
      and (o.kind <> 'placed' or o.parent_id <> o.base_parent_id)
    order by o.title_order, o.title, o.page_id`)
  return rows.map(toChange)
}

interface ChangeRow {
  readonly page_id: number
  readonly kind: 'placed' | 'page' | 'gone'
  readonly title: string
  readonly base_version: number
  readonly base_title: string
  readonly base_parent_id: number
  readonly parent_id: number
  readonly parent_title: string | null
  readonly foreseen: string
}

function toChange(row: ChangeRow): PreviewChange {
  const isNew = row.base_version === 0
  const isGone = row.kind === 'gone'
  const isMoved = !isNew && !isGone && row.parent_id !== row.base_parent_id
  const { edited } = JSON.parse(row.foreseen) as KeptOutlook
  return {
    pageId: String(row.page_id),
    title: row.title,
    isNew,
    isGone,
    isChanged: row.kind === 'page' && !isNew,
    renamedFrom: isNew || row.base_title === row.title ? undefined : row.base_title,
    movedFrom: isMoved ? (row.parent_title ?? '') : undefined,
    edited: edited && { by: edited.by, at: new Date(edited.at) },
  }
}
