/** Names of the files that imports attach. @module */

const endings: Readonly<Record<string, string>> = {
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
}

const digits = 12

/**
 * Name the file of an image: always the same for the same image, so that it is attached once, and told
 * apart from what people attach.
 * @param sha256 The digest of its bytes.
 * @param mediaType Its type.
 */
export function attachmentName(sha256: string, mediaType: string): string {
  const ending = Object.hasOwn(endings, mediaType) ? endings[mediaType] : 'bin'
  return `markport-${sha256.slice(0, digits)}.${ending}`
}
