/** The documents that a preview of a connected space keeps, as they are sent. @module */
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { readDocumentBytes, type Utf8Document } from '../../importing/prepared-document.ts'
import { encodeText, sourceDigest } from '../../importing/source-digest.ts'
import { textOf } from '../../isolation/frames.ts'
import { isOfRun, type PreviewRun } from '../store/previews/overlay.ts'

/** Pages that the preview makes, by the ids that they have in it. */
export type GivenPages = ReadonlyMap<number, { readonly id: string; readonly url: string }>

/**
 * Read what is sent of a page: as it was seen, but that links lead to pages as they are there.
 * @param page The page, what it is to be called, and where others are by now.
 */
export async function readSentDocument(
  database: Database,
  run: PreviewRun,
  { pageId, title, given }: { pageId: number; title: string; given: GivenPages },
): Promise<Utf8Document> {
  const isOwn = sql`o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}`
  const [row] = await database.read<{ document: Uint8Array }>(sql`
    select o.document from preview_pages o where ${isOwn} and o.page_id = ${pageId}`)
  if (row === undefined) throw new Error('a preview lost a page')
  const document = readDocumentBytes(row.document)
  const images = []
  for (const image of document.images) {
    const [kept] = await database.read<{ bytes: Uint8Array }>(sql`
      select o.bytes from preview_attachments o where ${isOwn} and o.sha256 = ${image.sha256}`)
    if (kept === undefined) throw new Error('a preview lost an image')
    images.push({ ...image, bytes: kept.bytes })
  }
  return withAddresses({ ...document, images }, title, given)
}

/** Where a page of the preview alone was said to be, as it was told or as links to it are kept. */
const ownAddress = /(?:https?:\/\/[^\s"'<>()[\]]*?\/wiki\/|\b)spaces\/\w+\/pages\/(\d{15})(?!\d)/g

function withAddresses(document: Utf8Document, title: string, given: GivenPages): Utf8Document {
  const placed = (bytes: Uint8Array<ArrayBuffer>) =>
    encodeText(textOf(bytes).replace(ownAddress, (all, id) => given.get(Number(id))?.url ?? all))
  const [markdown, adf] = [placed(document.markdown), placed(document.adf)]
  const digest = sourceDigest({ title, markdown, adf })
  return { ...document, digest, markdown: markdown.utf8, adf: adf.utf8 }
}
