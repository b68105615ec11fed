/** Records changes in the transaction that makes them. @module */
import { type AuditStamp, type Origin, originOf } from '../../../accounts/audit.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import type { ChangeType } from './list-changes.ts'

export interface ChangeStamp extends Origin {
  readonly atMs: number
  readonly actorId: number | Statement
}

export function changeStamp({ atMs, actor }: Pick<AuditStamp, 'atMs' | 'actor'>): ChangeStamp {
  const name = typeof actor === 'string' ? undefined : actor.name
  const actorId = name === undefined ? 0 : sql`(select id from users where name = ${name})`
  return { atMs, actorId, ...originOf(actor) }
}

/** @param pages A query of `space_id`, `id` and `version`. */
export function tellOfPages(type: ChangeType, pages: Statement, stamp: ChangeStamp): Statement[] {
  const changes = sql`
    select page.space_id, page.id as page_id, page.version, cast(${type} as text) as type, 0 as place
    from (${pages}) page`
  return recordChanges(changes, stamp)
}

export function tellOfSpace(type: ChangeType, spaceId: number, stamp: ChangeStamp): Statement[] {
  return tellOfPages(type, recordedPage(spaceId, 0, null), stamp)
}

/** @param version Null when it is unknown. */
export function recordedPage(spaceId: number, pageId: number, version: number | null): Statement {
  return sql`select cast(${spaceId} as bigint) as space_id, cast(${pageId} as bigint) as id,
    cast(${version} as bigint) as version`
}

/** @param pages A query of the page, with its new version in `page_versions`. */
export function tellOfVersion(pages: Statement, stamp: ChangeStamp): Statement[] {
  const changes = sql`
    select page.space_id, page.id as page_id, page.version, kind.type, kind.place
    from (${pages}) page
    join page_versions made on made.space_id = page.space_id and made.page_id = page.id
      and made.number = page.version
    left join page_versions earlier on earlier.space_id = page.space_id
      and earlier.page_id = page.id and earlier.number = page.version - 1
    join ${versionKinds} on case
      when kind.type = 'page.created' then earlier.number is null
      when kind.type = 'page.updated' then earlier.number is not null
      when kind.type = 'page.renamed' then earlier.title <> made.title
      else earlier.labels <> made.labels end`
  return recordChanges(changes, stamp)
}

const versionKinds = sql`(select 'page.created' as type, 0 as place
  union all select 'page.updated', 0 union all select 'page.renamed', 1
  union all select 'page.labelled', 2) kind`

/**
 * Requires a lock on the row of the page or its space, so that changes get increasing times.
 * @param changes A query of `space_id`, `page_id`, `version`, `type` and `place`, which orders the
 * changes of one page.
 */
export function recordChanges(changes: Statement, stamp: ChangeStamp): Statement[] {
  const { atMs, actorId, via, tokenName } = stamp
  const now = sql`cast(${atMs} as bigint)`
  const dated = sql`
    select told.space_id, told.page_id, told.version, told.type,
      told.place + (select case when max(c.changed_at) >= ${now} then max(c.changed_at) + 1
          else ${now} end
        from changes c where c.space_id = told.space_id and c.page_id = told.page_id) as changed_at
    from (${changes}) told`
  return [
    // Must run first: otherwise this change's own row would count as the previous one.
    sql`insert into webhook_deliveries (space_id, webhook_id, page_id, changed_at, next_try_at)
      select dated.space_id, w.id, dated.page_id, dated.changed_at, dated.changed_at
      from (${dated}) dated join webhooks w on w.space_id in (dated.space_id, 0)`,
    sql`insert into changes
        (space_id, page_id, changed_at, type, version, actor_id, via, token_name)
      select space_id, page_id, changed_at, type, version, coalesce(cast(${actorId} as bigint), 0), ${via},
        ${tokenName}
      from (${dated}) dated`,
  ]
}
