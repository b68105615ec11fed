/** The pages of a space as a preview would leave them. @module */
import { type Statement, sql } from '../../../store/sql.ts'
import { type RemoteSpaceOfRun, remotePagesTable } from './remote-pages.ts'

export interface PreviewRun {
  readonly spaceId: number
  readonly name: string
  readonly run: string
  readonly remote?: RemoteSpaceOfRun | undefined
}

export function pagesOf({ spaceId, remote }: PreviewRun): Statement {
  return remote === undefined ? sql`pages` : remotePagesTable(spaceId)
}

/** The identifier of the Confluence space, as in the table `previews`. */
export function siteOf({ remote }: Pick<PreviewRun, 'remote'>): string {
  return remote?.site ?? ''
}

export function pagesWithDrafts(run: PreviewRun): Statement {
  const { spaceId } = run
  return sql`(
    select own.space_id, own.id, own.parent_id, own.title, own.title_key, own.version
    from ${pagesOf(run)} own
    where own.space_id = ${spaceId} and own.status = 'current'
      and not exists (select 1 from preview_pages o
        where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)} and o.page_id = own.id
          and o.kind <> 'reserved')
    union all
    select o.space_id, o.page_id, o.parent_id, o.title, o.title_key,
      o.base_version + case when o.kind = 'page' then 1 else 0 end
    from preview_pages o
    where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)} and o.kind in ('placed', 'page'))`
}

/**
 * Make an expression for the id of a page's parent; null where there is no such page. It is a subquery,
 * because the planner reads all pages of the space for a join.
 */
export function parentIn(run: PreviewRun, id: Statement): Statement {
  return sql`coalesce(
    (select o.parent_id from preview_pages o where o.space_id = ${run.spaceId}
      and ${isOfRun(sql`o`, run)} and o.page_id = ${id} and o.kind <> 'reserved'),
    (select own.parent_id from ${pagesOf(run)} own where own.space_id = ${run.spaceId} and own.id = ${id}
      and own.status = 'current'))`
}

export function isOfRun(row: Statement, { name, run }: PreviewRun): Statement {
  return sql`${row}.name = ${name} and ${row}.run = ${run}`
}
