/** Attaches the images and files of an import to its page, each once. @module */

import type { AnswerWarning } from '../../../contract/answers.ts'
import { append } from '../../../contract/base/append.ts'
import type { Attachment } from '../../../wiki/import/prepared-document.ts'
import { attachmentName } from '../../attach-files.ts'
import { isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite, RemoteAttachment, RemoteFile } from '../../site.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'
import { warnOfClosedCall, warnOfLargeFiles } from './delivery-warnings.ts'

/** Small enough for slow connections within a request's time limit. */
const maxBytesAtOnce = 4 * 1024 * 1024
/** Each file is two form parts, and Data Center accepts fifty. */
const maxFilesAtOnce = 20

/** Only the site knows which files a page has, because people may delete or replace attachments. */
export async function listAttached(
  site: ConfluenceSite,
  pageId: string,
  images: readonly Attachment[],
): Promise<readonly RecordedFile[]> {
  return images.length === 0 ? [] : matchFiles(images, await site.listAttachments(pageId))
}

/**
 * @returns All files that the page has, without those that the site refused.
 */
export async function attachImages(
  site: ConfluenceSite,
  pageId: string,
  images: readonly Attachment[],
  attached: readonly RecordedFile[],
): Promise<AttachedFiles> {
  const missing = missingFiles(images, attached)
  const uploaded: RemoteAttachment[] = []
  const remarks: AnswerWarning[] = []
  const tooLarge: string[] = []
  try {
    for (const part of inParts(missing)) {
      const files = part.map((image) => ({
        name: nameOf(image),
        mediaType: image.type,
        bytes: image.bytes,
      }))
      append(uploaded, await attachPart({ site, pageId, tooLarge }, files))
    }
  } catch (error) {
    if (!isOfKind(error, 'removed')) throw error
    remarks.push(warnOfClosedCall('images', error))
  }
  if (tooLarge.length > 0) remarks.push(warnOfLargeFiles(tooLarge))
  return { files: [...attached, ...matchFiles(missing, uploaded)], remarks }
}

function matchFiles(
  images: readonly Attachment[],
  attachments: readonly RemoteAttachment[],
): readonly RecordedFile[] {
  const byName = new Map(attachments.map((attachment) => [attachment.name, attachment]))
  return images.flatMap((image) => {
    const name = nameOf(image)
    const attachment = byName.get(name)
    if (attachment === undefined) return []
    return [
      {
        sha256: image.sha256,
        name,
        attachmentId: attachment.id,
        fileId: attachment.fileId ?? null,
      },
    ]
  })
}

export function missingFiles(
  images: readonly Attachment[],
  attached: readonly RecordedFile[],
): readonly Attachment[] {
  const attachedDigests = new Set(attached.map(({ sha256 }) => sha256))
  return images.filter(({ sha256 }) => !attachedDigests.has(sha256))
}

export function countParts(files: readonly Attachment[]): number {
  return inParts(files).length
}

export interface AttachedFiles {
  readonly files: readonly RecordedFile[]
  readonly remarks: readonly AnswerWarning[]
}

interface AttachTarget {
  readonly site: ConfluenceSite
  readonly pageId: string
  readonly tooLarge: string[]
}

/**
 * Confluence refuses the whole form if one name exists, which an earlier process may have attached.
 */
async function attachPart(
  target: AttachTarget,
  files: readonly RemoteFile[],
): Promise<readonly RemoteAttachment[]> {
  const { site, pageId } = target
  try {
    return await site.attachFiles(pageId, files)
  } catch (error) {
    if (!isOfKind(error, 'bad-request')) throw error
    if (error.status === 413) return attachOneByOne(target, files)
    const attachments = await site.listAttachments(pageId)
    const names = new Set(attachments.map(({ name }) => name))
    const rest = files.filter(({ name }) => !names.has(name))
    if (rest.length === files.length) throw error
    return rest.length === 0 ? attachments : [...attachments, ...(await attachPart(target, rest))]
  }
}

async function attachOneByOne(
  target: AttachTarget,
  files: readonly RemoteFile[],
): Promise<readonly RemoteAttachment[]> {
  const [first, ...others] = files
  if (first === undefined) return []
  if (others.length === 0) {
    target.tooLarge.push(first.name)
    return []
  }
  const uploaded: RemoteAttachment[] = []
  for (const file of files) append(uploaded, await attachPart(target, [file]))
  return uploaded
}

function nameOf({ sha256, type, name }: Attachment): string {
  return attachmentName(sha256, type, name)
}

function inParts(images: readonly Attachment[]): Attachment[][] {
  const parts: Attachment[][] = []
  let bytes = 0
  for (const image of images) {
    bytes += image.bytes.byteLength
    const part = parts.at(-1)
    if (part === undefined || part.length === maxFilesAtOnce || bytes > maxBytesAtOnce) {
      parts.push([image])
      bytes = image.bytes.byteLength
    } else part.push(image)
  }
  return parts
}
