/** Attaches the images and files of an import to its page, each once. @module */

import type { AnswerWarning } from '../../../contract/answers.ts'
import type { Attachment } from '../../../wiki/import/prepared-document.ts'
import { isOfKind } from '../../confluence-error.ts'
import { attachmentName } from '../../rest-v1.ts'
import type { ConfluenceSite, RemoteAttachment, RemoteFile } from '../../site.ts'
import type { PageImport } from '../delivery.ts'
import { warnOfClosedCall, warnOfLargeFiles } from '../delivery-messages.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'

/** Only the site knows which files a page has, because people may delete or replace attachments. */
export async function listAttached(
  { site, document: { images } }: PageImport,
  pageId: string,
): Promise<readonly RecordedFile[]> {
  return images.length === 0 ? [] : matchFiles(images, await site.listAttachments(pageId))
}

/**
 * @returns All files that the page has, without those that the site refused.
 */
export async function attachImages(
  { site, document: { images } }: PageImport,
  pageId: string,
  attached: readonly RecordedFile[],
): Promise<AttachedFiles> {
  const files = [...attached]
  const remarks: AnswerWarning[] = []
  const tooLarge: string[] = []
  try {
    for (const batch of batchesOf(missingFiles(images, attached))) {
      const together = await attachTogether(site, pageId, batch)
      files.push(...together)
      for (const image of missingFiles(batch, together)) {
        const attachment = await attach(site, pageId, image)
        if (attachment === undefined) tooLarge.push(nameOf(image))
        else files.push(recordOf(image, attachment))
      }
    }
  } catch (error) {
    if (!isOfKind(error, 'removed')) throw error
    remarks.push(warnOfClosedCall('images', error))
  }
  if (tooLarge.length > 0) remarks.push(warnOfLargeFiles(tooLarge))
  return { files, remarks }
}

export interface AttachedFiles {
  readonly files: readonly RecordedFile[]
  readonly remarks: readonly AnswerWarning[]
}

/** Bytes of one upload, because proxies and sites limit them. */
const maxTogether = 8 * 1024 * 1024

function batchesOf(images: readonly Attachment[]): Attachment[][] {
  const batches: Attachment[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const image of images) {
    size += image.bytes.length
    if (size > maxTogether) {
      batches.push([])
      size = image.bytes.length
    }
    batches.at(-1)?.push(image)
  }
  return batches
}

/** @returns Nothing if the site refuses one of the images, because then it attaches none. */
async function attachTogether(
  site: ConfluenceSite,
  pageId: string,
  images: readonly Attachment[],
): Promise<readonly RecordedFile[]> {
  if (images.length < 2) return []
  try {
    return matchFiles(images, await site.attachFiles(pageId, images.map(fileOf)))
  } catch (error) {
    if (isOfKind(error, 'bad-request')) return []
    throw error
  }
}

function fileOf(image: Attachment): RemoteFile {
  return { name: nameOf(image), mediaType: image.type, bytes: image.bytes }
}

/** @returns Undefined when the file is too large for the site. */
async function attach(
  site: ConfluenceSite,
  pageId: string,
  image: Attachment,
): Promise<RemoteAttachment | undefined> {
  const name = nameOf(image)
  try {
    const [attachment] = await site.attachFiles(pageId, [fileOf(image)])
    return attachment as RemoteAttachment
  } catch (error) {
    if (!isOfKind(error, 'bad-request')) throw error
    if (error.status === 413) return undefined
    // Confluence refuses a name that exists: an earlier process may have attached the file.
    const attachments = await site.listAttachments(pageId)
    const attachment = attachments.find((candidate) => candidate.name === name)
    if (attachment === undefined) throw error
    return attachment
  }
}

function matchFiles(
  images: readonly Attachment[],
  attachments: readonly RemoteAttachment[],
): readonly RecordedFile[] {
  const byName = new Map(attachments.map((attachment) => [attachment.name, attachment]))
  return images.flatMap((image) => {
    const attachment = byName.get(nameOf(image))
    return attachment === undefined ? [] : [recordOf(image, attachment)]
  })
}

function recordOf(image: Attachment, { id, fileId }: RemoteAttachment): RecordedFile {
  return { sha256: image.sha256, name: nameOf(image), attachmentId: id, fileId }
}

export function missingFiles(
  images: readonly Attachment[],
  attached: readonly RecordedFile[],
): readonly Attachment[] {
  const attachedDigests = new Set(attached.map(({ sha256 }) => sha256))
  return images.filter(({ sha256 }) => !attachedDigests.has(sha256))
}

function nameOf({ sha256, type, name }: Attachment): string {
  return attachmentName(sha256, type, name)
}
