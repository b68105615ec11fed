/**
 * The attachments of pages, one entry for each page that shows one. Such an entry has no row of its own:
 * its id is made of the page's and of the digest.
 * @module
 */
import { isReadableIn, type Principal } from '../../../auth/access-conditions.ts'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import type { ListOrder, ListPlace } from '../../../database/list-order.ts'
import { allOf, isAnyOf, type Statement, sql } from '../../../database/sql.ts'
import type { PageStatus } from '../pages.ts'

export interface PageAttachment {
  /** Digits only. */
  readonly id: string
  readonly pageId: string
  readonly spaceId: string
  readonly spaceKey: string
  readonly sha256: string
  readonly type: string
  readonly length: number
  /** That of its page. */
  readonly status: PageStatus
  readonly authorId: string
  readonly createdAt: Date
}

export interface AttachmentFilter {
  readonly readableBy: Principal
  readonly pageId?: string | undefined
  /** How the digest begins. */
  readonly digest?: string | undefined
  readonly type?: string | undefined
  readonly statuses?: readonly PageStatus[] | undefined
  /** By page and digest without it. */
  readonly order?: ListOrder<'created-date'> | undefined
  readonly after?: ListPlace | undefined
  readonly limit: number
}

/**
 * List attachments.
 * @param filter Which, in what order, and how many at most.
 */
export async function listPageAttachments(
  database: Database,
  filter: AttachmentFilter,
): Promise<PageAttachment[]> {
  const { statuses = ['current'], pageId, digest, type } = filter
  const { condition, orderBy } = placeConditions(filter)
  const conditions = allOf([
    await isReadableIn(database, sql`p.space_id`, filter.readableBy),
    isAnyOf(sql`p.status`, statuses),
    condition,
    pageId === undefined ? undefined : sql`p.id = ${parseId(pageId) ?? 0}`,
    digest === undefined ? undefined : sql`pa.sha256 like ${`${digest}%`}`,
    type === undefined ? undefined : sql`a.type = ${type}`,
  ])
  const rows = await database.read<AttachmentRow>(sql`
    select pa.space_id, pa.page_id, pa.sha256, a.type, a.created_at, length(a.bytes) as length,
      p.status, p.author_id, s.key as space_key
    from page_attachments pa
      join pages p on p.space_id = pa.space_id and p.id = pa.page_id
      join spaces s on s.id = pa.space_id
      join attachments a on a.space_id = pa.space_id and a.sha256 = pa.sha256
    where ${conditions} order by ${orderBy} limit ${filter.limit}`)
  return rows.map(toAttachment)
}

/**
 * Find an attachment.
 * @param readableBy Only when this user may read it.
 */
export async function findPageAttachment(
  database: Database,
  id: string,
  readableBy: Principal,
): Promise<PageAttachment | undefined> {
  const place = splitId(id)
  if (place === undefined) return undefined
  const { pageId, digest } = place
  const statuses = ['current', 'trashed'] as const
  const [found] = await listPageAttachments(database, {
    ...{ readableBy, pageId: String(pageId), digest, statuses, limit: 1 },
  })
  return found
}

function placeConditions({ order, after }: AttachmentFilter): {
  readonly condition: Statement | undefined
  readonly orderBy: Statement
} {
  const way = order?.isDescending ? sql`desc` : sql`asc`
  const beyond = order?.isDescending ? sql`<` : sql`>`
  const { pageId, digest } = splitId(after?.id ?? '') ?? { pageId: 0, digest: '' }
  // The last digest begins with these digits: nothing of it follows.
  const last = order?.isDescending ? digest : `${digest}g`
  const dated = order && sql`a.created_at ${way}, `
  return {
    orderBy: sql`${dated ?? sql``}pa.page_id ${way}, pa.sha256 ${way}`,
    condition:
      after &&
      (order === undefined
        ? sql`(pa.page_id, pa.sha256) ${beyond} (${pageId}, ${last})`
        : sql`(a.created_at, pa.page_id, pa.sha256) ${beyond}
            (${Number(after.value ?? 0)}, ${pageId}, ${last})`),
  }
}

interface AttachmentRow {
  readonly space_id: number
  readonly page_id: number
  readonly sha256: string
  readonly type: string
  readonly created_at: number
  readonly length: number
  readonly status: PageStatus
  readonly author_id: number
  readonly space_key: string
}

function toAttachment(row: AttachmentRow): PageAttachment {
  return {
    id: joinId(row.page_id, row.sha256),
    pageId: String(row.page_id),
    spaceId: String(row.space_id),
    spaceKey: row.space_key,
    sha256: row.sha256,
    type: row.type,
    length: row.length,
    status: row.status,
    authorId: String(row.author_id),
    createdAt: new Date(row.created_at),
  }
}

/** So much of a digest tells the attachments of one page apart: 60 bits, and the digits that they take. */
const digestLength = 15
const digestDigits = 19

function joinId(pageId: number, sha256: string): string {
  const digits = BigInt(`0x${sha256.slice(0, digestLength)}`).toString()
  return `${pageId}${digits.padStart(digestDigits, '0')}`
}

function splitId(id: string): { readonly pageId: number; readonly digest: string } | undefined {
  const pageId = parseId(id.slice(0, -digestDigits))
  if (pageId === undefined || !/^[0-9]+$/.test(id)) return undefined
  const digest = BigInt(id.slice(-digestDigits)).toString(16).padStart(digestLength, '0')
  return { pageId, digest }
}
