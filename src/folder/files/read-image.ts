/** Local images as `data:` addresses, known by their content and not by their name. @module */
import { findImageKind } from '../../convert/embedded-images/image-kind.ts'
import { FileTooLargeError, isLfsPointer } from './read-failure.ts'
import { readRegularFile } from './read-regular-file.ts'

export type ImageReading =
  | { readonly url: string }
  | 'image-missing'
  | 'image-not-fetched'
  | 'image-too-large'
  | 'image-unreadable'
  | 'image-unsupported'

const base64Growth = 4 / 3

export async function readImage(file: string, maxBytes: number): Promise<ImageReading> {
  let content: Buffer
  try {
    const options = { isLinkFollowed: false, maxBytes: maxBytes / base64Growth }
    content = await readRegularFile(file, options)
  } catch (error) {
    if (error instanceof FileTooLargeError) return 'image-too-large'
    throw error
  }
  const type = imageType(content)
  if (type === undefined) return isLfsPointer(content) ? 'image-not-fetched' : 'image-unsupported'
  return { url: `data:${type};base64,${content.toString('base64')}` }
}

export function imageType(content: Uint8Array): string | undefined {
  const kind = findImageKind(content)
  if (kind !== undefined) return kind.type
  return isSvg(Buffer.from(content.subarray(0, 1_024)).toString()) ? 'image/svg+xml' : undefined
}

/** Tell whether `<svg` comes first, after an XML declaration, comments and a document type. */
function isSvg(text: string): boolean {
  const start = text.replace(
    /^\ufeff?\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE[^>]*>)?\s*(?:<!--[\s\S]*?-->\s*)*/i,
    '',
  )
  return /^<svg[\s>]/i.test(start)
}
