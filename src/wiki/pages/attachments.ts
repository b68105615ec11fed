/** Images and files of pages; ids combine the page's id with the digest. @module */
import { type Reader, readerAs } from '../../accounts/reader.ts'
import type { Database } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { readAs } from '../../store/read-as.ts'
import { isAnyOf, sql } from '../../store/sql.ts'
import type { Page } from './page.ts'

export interface StoredFile {
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface AttachmentHead {
  readonly spaceId: number
  readonly sha256: string
  readonly type: string
  readonly length: number
}

/** @returns Undefined when no version of a current page in the space shows the attachment. */
export async function findAttachment(
  reader: Reader,
  spaceKey: string,
  sha256: string,
): Promise<AttachmentHead | undefined> {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(spaceKey) || !/^[0-9a-f]{64}$/.test(sha256)) return undefined
  const [head] = await reader.database.read<AttachmentHead>(sql`
    select a.space_id as "spaceId", a.sha256, a.type, length(a.bytes) as length
    from spaces s join attachments a on a.space_id = s.id and a.sha256 = ${sha256}
    join page_attachments pa on pa.space_id = a.space_id and pa.sha256 = a.sha256
    join pages p on p.space_id = a.space_id and p.id = pa.page_id and p.status = 'current'
    where s.key_fold = ${spaceKey.toLowerCase()}
      and ${await reader.isReadable(sql`s.id`)}
    limit 1`)
  return head
}

export async function readAttachment(
  reader: Reader,
  { spaceId, sha256 }: Pick<AttachmentHead, 'spaceId' | 'sha256'>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!(await reader.mayRead(String(spaceId)))) return undefined
  const [row] = await reader.database.read<{ bytes: Uint8Array<ArrayBuffer> }>(sql`
    select bytes from attachments where space_id = ${spaceId} and sha256 = ${sha256}`)
  return row?.bytes
}

export async function findTypes(
  reader: Reader,
  spaceId: string,
  digests: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (digests.length === 0 || !(await reader.mayRead(spaceId))) return new Map()
  const rows = await reader.database.read<{ sha256: string; type: string }>(sql`
    select sha256, type from attachments
    where space_id = ${Number(spaceId)} and ${isAnyOf(sql`sha256`, digests)}`)
  return new Map(rows.map(({ sha256, type }) => [sha256, type]))
}

/** The most bytes of images that we read for a page: one request may not contain more. */
const maxStoredBytes = 8 * 1024 * 1024

/** Reads attachments by digest or its first digits, as many as one page may have. */
export async function readStoredFiles(
  database: Database,
  { userId, spaceId, names }: NamedFiles,
): Promise<readonly StoredFile[]> {
  const reader = readerAs(database, { userId })
  if (names.length === 0 || !(await reader.mayRead(spaceId))) return []
  const files: StoredFile[] = []
  let bytesLeft = maxStoredBytes
  for (const name of names) {
    const [file] = await database.read<StoredFile>(sql`
        select sha256, type, bytes from attachments
        where space_id = ${parseId(spaceId) ?? 0}
          and sha256 >= ${name} and sha256 < ${`${name}g`} limit 1`)
    if (file === undefined || file.bytes.length > bytesLeft) continue
    bytesLeft -= file.bytes.length
    files.push(file)
  }
  return files
}

interface NamedFiles {
  readonly spaceId: string
  readonly names: readonly string[]
  readonly userId: number
}

export interface PageAttachment {
  readonly id: string
  readonly sha256: string
  readonly type: string
  readonly length: number
  readonly createdAt: Date
}

export async function listPageAttachments(
  reader: Reader,
  page: Pick<Page, 'id' | 'spaceId'>,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<PageAttachment[]> {
  if (!(await reader.mayRead(page.spaceId))) return []
  const [pageId, spaceId] = [parseId(page.id) ?? 0, parseId(page.spaceId) ?? 0]
  const attachments = await readAs<Omit<PageAttachment, 'id'>>(
    reader.database,
    sql`select pa.sha256, a.type, a.created_at as "createdAt", length(a.bytes) as length
      from page_attachments pa
        join attachments a on a.space_id = pa.space_id and a.sha256 = pa.sha256
      where pa.space_id = ${spaceId} and pa.page_id = ${pageId}
        and pa.sha256 > ${after === undefined ? '' : `${digestOf(after)}g`}
      order by pa.sha256 limit ${limit}`,
  )
  return attachments.map((file) => ({ ...file, id: joinId(pageId, file.sha256) }))
}

/** 60 bits of a digest, which take 19 digits, identify an attachment within its page. */
const digestLength = 15
const digestDigits = 19

function joinId(pageId: number, sha256: string): string {
  const digits = BigInt(`0x${sha256.slice(0, digestLength)}`).toString()
  return `${pageId}${digits.padStart(digestDigits, '0')}`
}

function digestOf(id: string): string {
  return BigInt(id.slice(-digestDigits)).toString(16).padStart(digestLength, '0')
}
