/** Puts the images and files of an import to its page, each once. @module */

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

/**
 * List the files of an import that a page already has. Only the site knows, because people may
 * delete or replace attachments.
 * @param images Without any, nothing is asked.
 */
export async function listAttached(
  site: ConfluenceSite,
  pageId: string,
  images: readonly Attachment[],
): Promise<readonly RecordedFile[]> {
  return images.length === 0 ? [] : named(images, await site.listAttachments(pageId))
}

/**
 * Attach missing files.
 * @returns All files that the page has, without those that the site refused.
 */
export async function attachImages(
  site: ConfluenceSite,
  pageId: string,
  images: readonly Attachment[],
  there: readonly RecordedFile[],
): Promise<AttachedFiles> {
  const missing = missingFiles(images, there)
  const sent: RemoteAttachment[] = []
  const remarks: AnswerWarning[] = []
  const tooLarge: string[] = []
  try {
    for (const part of inParts(missing)) {
      const files = part.map((image) => ({
        name: attachedName(image),
        mediaType: image.type,
        bytes: image.bytes,
      }))
      append(sent, await attachPart({ site, pageId, tooLarge }, files))
    }
  } catch (error) {
    if (!isOfKind(error, 'removed')) throw error
    remarks.push(warnOfClosedCall('images', error))
  }
  if (tooLarge.length > 0) remarks.push(warnOfLargeFiles(tooLarge))
  return { files: [...there, ...named(missing, sent)], remarks }
}

/** Names contain the digest of the content. */
function named(
  images: readonly Attachment[],
  there: readonly RemoteAttachment[],
): readonly RecordedFile[] {
  const byName = new Map(there.map((one) => [one.name, one]))
  return images.flatMap((image) => {
    const name = attachedName(image)
    const found = byName.get(name)
    if (found === undefined) return []
    return [{ sha256: image.sha256, name, attachmentId: found.id, fileId: found.fileId ?? null }]
  })
}

export function missingFiles(
  images: readonly Attachment[],
  known: readonly RecordedFile[],
): readonly Attachment[] {
  const isKnown = new Set(known.map(({ sha256 }) => sha256))
  return images.filter(({ sha256 }) => !isKnown.has(sha256))
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
  /** Names of files that exceed the site's limit. */
  readonly tooLarge: string[]
}

/** The form is refused as a whole if one name exists, which a former process may have attached. */
async function attachPart(
  target: AttachTarget,
  files: readonly RemoteFile[],
): Promise<readonly RemoteAttachment[]> {
  const { site, pageId } = target
  try {
    return await site.attachFiles(pageId, files)
  } catch (error) {
    if (!isOfKind(error, 'bad-request')) throw error
    if (error.status === 413) return attachApart(target, files)
    const there = await site.listAttachments(pageId)
    const names = new Set(there.map(({ name }) => name))
    const rest = files.filter(({ name }) => !names.has(name))
    if (rest.length === files.length) throw error
    return rest.length === 0 ? there : [...there, ...(await attachPart(target, rest))]
  }
}

/** Attach files one by one, so that a file that is too large does not stop the others. */
async function attachApart(
  target: AttachTarget,
  files: readonly RemoteFile[],
): Promise<readonly RemoteAttachment[]> {
  const [first, ...others] = files
  if (first === undefined) return []
  if (others.length === 0) {
    target.tooLarge.push(first.name)
    return []
  }
  const attached: RemoteAttachment[] = []
  for (const file of files) append(attached, await attachPart(target, [file]))
  return attached
}

function attachedName({ sha256, type, name }: Attachment): string {
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
