/** Files and texts of a form, read as Confluence reads them. @module */

export interface FilePart {
  readonly field: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export interface MultipartForm {
  /** A field may stand there several times, once for each file. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  readonly files: readonly FilePart[]
}

/**
 * Take a form apart. A text whose part does not say UTF-8 is read as Latin-1.
 * @returns Undefined when it is not a form.
 */
export function readMultipart(contentType: string, bytes: Buffer): MultipartForm | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (!contentType.startsWith('multipart/form-data') || boundary === undefined) return undefined
  const texts: Record<string, string[]> = {}
  const files: FilePart[] = []
  for (const part of partsOf(bytes, boundary)) {
    const end = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, end).toString('utf8')
    const content = part.subarray(end + 4)
    const field = /[; ]name="([^"]*)"/i.exec(head)?.[1] ?? ''
    const name = /filename="([^"]*)"/i.exec(head)?.[1]
    const mediaType = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? ''
    if (name === undefined) {
      texts[field] ??= []
      texts[field].push(content.toString(/charset=utf-8/i.test(mediaType) ? 'utf8' : 'latin1'))
    } else files.push({ field, name: unescaped(name), mediaType, bytes: content })
  }
  return { texts, files }
}

function partsOf(bytes: Buffer, boundary: string): Buffer[] {
  const mark = `--${boundary}`
  const parts: Buffer[] = []
  let start = bytes.indexOf(mark)
  while (start >= 0) {
    const from = start + mark.length + 2
    const next = bytes.indexOf(`\r\n${mark}`, from)
    if (next < 0) break
    parts.push(bytes.subarray(from, next))
    start = next + 2
  }
  return parts
}

/** As browsers write names: quotes and line ends in percent. */
function unescaped(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}
