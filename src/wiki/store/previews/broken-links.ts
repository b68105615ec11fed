/** Finds links that would break if a preview was applied. @module */
import type { Database } from '../../../store/database.ts'
import { likePattern, type Statement, sql } from '../../../store/sql.ts'
import type { BrokenLink } from '../../import/previews.ts'
import { isOfRun, type PreviewRun, pagesWithDrafts } from './draft-pages.ts'

const maxTargets = 100
const targetsAtOnce = 10
const maxFound = 100

interface Target {
  readonly id: string
  readonly title: string
  readonly isGone: boolean
  readonly lostAnchors: ReadonlySet<string>
}

export async function findBrokenLinks(
  database: Database,
  run: PreviewRun,
): Promise<{ readonly links: readonly BrokenLink[]; readonly unlisted: number }> {
  const rows = await database.read<TargetRow>(sql`
    select o.page_id, o.base_title, o.kind, o.lost_anchors from preview_pages o
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and (o.kind = 'gone' or o.lost_anchors <> '[]')
    order by o.kind, o.page_id`)
  const targets = rows.slice(0, maxTargets).map(toTarget)
  const links = new Map<string, BrokenLink>()
  let unlisted = rows.length - targets.length
  for (let at = 0; at < targets.length; at += targetsAtOnce) {
    const batch = targets.slice(at, at + targetsAtOnce)
    const pages = await findMentions(database, run, batch)
    if (pages.length > maxFound) unlisted += 1
    for (const page of pages.slice(0, maxFound)) {
      for (const link of brokenIn(page, batch)) links.set(JSON.stringify(link), link)
    }
  }
  return { links: [...links.values()], unlisted }
}

interface TargetRow {
  readonly page_id: number
  readonly base_title: string
  readonly kind: string
  readonly lost_anchors: string
}

function toTarget({ page_id: id, base_title: title, kind, lost_anchors: lost }: TargetRow): Target {
  const lostAnchors = new Set(JSON.parse(lost) as string[])
  return { id: String(id), title, isGone: kind === 'gone', lostAnchors }
}

interface MentionRow {
  readonly id: number
  readonly title: string
  readonly adf: string
}

/** Always uses the same number of parameters, so that the statement is cached. */
function findMentions(
  database: Database,
  run: PreviewRun,
  targets: readonly Target[],
): Promise<MentionRow[]> {
  const adf = sql`coalesce(nullif(o.adf, ''), v.adf)`
  const versions = run.remote === undefined ? ownVersions : remoteVersions(run.spaceId)
  const mentions = Array.from({ length: targetsAtOnce }, (_, index) => {
    const { id } = targets[index] ?? (targets[0] as Target)
    const mentions = (text: string): Statement =>
      sql`${adf} like ${`%${likePattern(text)}%`} escape '!'`
    return sql`${mentions(`/pages/${id}`)} or ${mentions(`pageId=${id}`)}`
  }).reduce((union, condition) => sql`${union} or ${condition}`)
  return database.read<MentionRow>(sql`
    select p.id, p.title, ${adf} as adf from ${pagesWithDrafts(run)} p
    left join preview_pages o on o.space_id = ${run.spaceId} and o.page_id = p.id
      and ${isOfRun(sql`o`, run)}
    left join ${versions} v on v.space_id = ${run.spaceId} and v.page_id = p.id
      and v.number = p.version
    where (${mentions}) order by p.id limit ${maxFound + 1}`)
}

const ownVersions = sql`page_versions`

function remoteVersions(spaceId: number): Statement {
  return sql`(select r.space_id, cast(r.page_id as bigint) as page_id, r.number, r.adf
    from remote_versions r where r.space_id = ${spaceId})`
}

/** A whole member of JSON text: quotation marks in text are escaped. */
const link = /"(?:href|url)":"[^"]*?(?:\/pages\/|[?&]pageId=)(\d+)(?:[/&][^"#]*)?(?:#([^"]*))?"/g

function brokenIn({ id, title, adf }: MentionRow, targets: readonly Target[]): BrokenLink[] {
  return Array.from(adf.matchAll(link)).flatMap(([, targetId = '', fragment]): BrokenLink[] => {
    const target = targets.find((candidate) => candidate.id === targetId)
    if (target === undefined) return []
    const broken = { pageId: String(id), title, targetId, targetTitle: target.title }
    if (target.isGone) return [broken]
    const anchor = fragment === undefined ? undefined : decodeFragment(fragment)
    return anchor !== undefined && isLost(target, anchor) ? [{ ...broken, anchor }] : []
  })
}

/**
 * Anchors in Confluence Data Center consist of the page's title and the heading, without the characters between words.
 */
function isLost({ title, lostAnchors }: Target, anchor: string): boolean {
  const name = wordsOf(anchor)
  return (
    lostAnchors.has(anchorKey(anchor)) ||
    [...lostAnchors].some((lost) => wordsOf(title + lost) === name)
  )
}

function wordsOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** @param anchor The fragment of a link, or the id of a heading. */
export function anchorKey(anchor: string): string {
  const name = anchor.replace(/^h-/, '')
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
