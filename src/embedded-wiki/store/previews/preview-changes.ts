/** Lists the differences between a preview and its space. @module */

import type { AnswerAuthor } from '../../../contract/answers.ts'
import type { AskedFields } from '../../../contract/import-request.ts'
import type { Database } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { isOfRun, type PreviewRun, pagesOf } from './overlay.ts'

export interface PreviewChange {
  readonly pageId: string
  readonly title: string
  readonly isNew: boolean
  readonly isGone: boolean
  readonly isChanged: boolean
  readonly renamedFrom: string | undefined
  readonly movedFrom: string | undefined
  readonly edited: { readonly by: string; readonly at: Date } | undefined
  /** Texts of open comments in Confluence whose mark would be lost. */
  readonly detaches: readonly string[]
  readonly isDelivered: boolean
  readonly problem: string
}

export interface KeptOutlook {
  readonly asked?: Pick<AskedFields, 'pageTitle' | 'labels' | 'position' | 'source' | 'takeOver'>
  readonly edited?: AnswerAuthor | undefined
  readonly detaches?: readonly string[] | undefined
  readonly url?: string | undefined
}

/** Changes of the order alone are not listed. */
export async function listPreviewChanges(
  database: Database,
  run: PreviewRun,
): Promise<PreviewChange[]> {
  const own = pagesOf(run)
  const rows = await database.read<ChangeRow>(sql`
    select o.page_id, o.kind, o.title, o.base_version, o.base_title, o.base_parent_id, o.parent_id,
      above.title as parent_title, o.foreseen, o.delivered, o.problem
    from preview_pages o
    left join ${own} above on above.space_id = o.space_id and above.id = o.base_parent_id
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
  readonly delivered: string
  readonly problem: string
}

function toChange(row: ChangeRow): PreviewChange {
  const isNew = row.base_version === 0
  const isGone = row.kind === 'gone'
  const isMoved = !isNew && !isGone && row.parent_id !== row.base_parent_id
  const { edited, detaches = [] } = JSON.parse(row.foreseen) as KeptOutlook
  return {
    pageId: String(row.page_id),
    title: row.title,
    isNew,
    isGone,
    isChanged: row.kind === 'page' && !isNew,
    renamedFrom: isNew || row.base_title === row.title ? undefined : row.base_title,
    movedFrom: isMoved ? (row.parent_title ?? '') : undefined,
    edited: edited && { by: edited.by, at: new Date(edited.at) },
    detaches,
    isDelivered: row.delivered !== '',
    problem: row.problem,
  }
}
