/** The pages of a space, overlaid by those that a preview changes. @module */
import { type Statement, sql } from '../../../database/sql.ts'
import { type RemoteSpaceOfRun, remotePagesTable, withinRemoteTree } from './remote-pages.ts'

export interface PreviewRun {
  readonly spaceId: number
  readonly name: string
  readonly run: string
  readonly remote?: RemoteSpaceOfRun | undefined
}

export function pagesOf({ spaceId, name, remote }: PreviewRun): Statement {
  return remote === undefined ? sql`pages` : remotePagesTable({ spaceId, name })
}

/** The identifier of the Confluence space, as in the table `previews`. */
export function siteOf({ remote }: Pick<PreviewRun, 'remote'>): string {
  return remote?.site ?? ''
}

/**
 * Make a query in place of the table of pages. A changed page has the next version, an unchanged
 * one its present version.
 */
export function overlay(run: PreviewRun): Statement {
  const own = pagesOf(run)
  const { spaceId } = run
  const rows = sql`
    select own.space_id, own.id, own.parent_id, own.title, own.title_key, own.title_order,
      own.position, own.navigation_title, own.status, own.version, own.imported_version,
      own.updated_at, own.labels, own.author_id
    from ${own} own
    where own.space_id = ${spaceId} and own.status = 'current'
      and not exists (select 1 from preview_pages o
        where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)} and o.page_id = own.id
          and o.kind <> 'reserved')
    union all
    select o.space_id, o.page_id, o.parent_id, o.title, o.title_key, o.title_order, o.position,
      o.navigation_title, 'current', case when o.kind = 'page' then o.base_version + 1
        else (select now.version from ${own} now where now.space_id = ${spaceId}
          and now.id = o.page_id) end, 0, preview.shown_at, o.labels, preview.user_id
    from preview_pages o
    join previews preview on preview.space_id = ${spaceId} and preview.name = o.name
    where o.space_id = ${spaceId} and ${isOfRun(sql`o`, run)} and o.kind in ('placed', 'page')`
  return run.remote === undefined ? sql`(${rows})` : withinRemoteTree(rows, run, run.remote)
}

/**
 * Look up the parent of a page with a subquery, because a join would read all pages.
 * @returns 0 for a homepage, null for a missing page.
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
