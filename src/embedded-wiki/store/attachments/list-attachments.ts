/** Lists a page's attachments; their ids are made of the page's id and the digest. @module */
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import { sql } from '../../../database/sql.ts'
import type { Page } from '../pages.ts'

export interface PageAttachment {
  readonly id: string
  readonly sha256: string
  readonly type: string
  readonly length: number
  readonly createdAt: Date
}

/** Attachments of all versions, sorted by digest. */
export async function listPageAttachments(
  database: Database,
  page: Pick<Page, 'id' | 'spaceId'>,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<PageAttachment[]> {
  const [pageId, spaceId] = [parseId(page.id) ?? 0, parseId(page.spaceId) ?? 0]
  const rows = await database.read<AttachmentRow>(sql`
    select pa.sha256, a.type, a.created_at, length(a.bytes) as length
    from page_attachments pa
      join attachments a on a.space_id = pa.space_id and a.sha256 = pa.sha256
    where pa.space_id = ${spaceId} and pa.page_id = ${pageId}
      and pa.sha256 > ${after === undefined ? '' : `${digestOf(after)}g`}
    order by pa.sha256 limit ${limit}`)
  return rows.map(({ sha256, type, length, created_at }) => ({
    id: joinId(pageId, sha256),
    sha256,
    type,
    length,
    createdAt: new Date(created_at),
  }))
}

interface AttachmentRow {
  readonly sha256: string
  readonly type: string
  readonly created_at: number
  readonly length: number
}

/** 60 bits of a digest, which take 19 digits, identify an attachment within its page. */
const digestLength = 15
const digestDigits = 19

function joinId(pageId: number, sha256: string): string {
  const digits = BigInt(`0x${sha256.slice(0, digestLength)}`).toString()
  return `${pageId}${digits.padStart(digestDigits, '0')}`
}

/** The first hex digits of the digest. */
function digestOf(id: string): string {
  return BigInt(id.slice(-digestDigits)).toString(16).padStart(digestLength, '0')
}
