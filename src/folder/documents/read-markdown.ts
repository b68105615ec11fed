/** Reads the text of a Markdown file. @module */
import { type FileSystem, RefusedFileError } from '../files/guarded-files.ts'
import { DocumentError, FileTooLargeError, NotRegularFileError } from '../files/read-failure.ts'

export async function readMarkdown(
  fileSystem: FileSystem,
  file: string,
  maxBytes: number,
): Promise<string> {
  const bytes = await fileSystem.readBytes(file, maxBytes).catch((cause: unknown) => {
    throw new DocumentError(wordFailure(cause, maxBytes), { cause })
  })
  return decodeMarkdown(bytes)
}

function wordFailure(error: unknown, maxBytes: number): string {
  if (error instanceof FileTooLargeError) {
    return `This file has ${error.size} bytes, and a request may hold ${maxBytes} (--max-body). Split it.`
  }
  if (error instanceof RefusedFileError) return `This file is not imported: ${error.message}.`
  if (error instanceof NotRegularFileError) return 'This is not a file: it was not opened.'
  const { code, message } = error as NodeJS.ErrnoException
  return `This file cannot be read (${code ?? message}). Check that it is there and may be read.`
}

/** @throws {DocumentError} When the text is neither UTF-8 nor UTF-16 with its byte order mark. */
function decodeMarkdown(bytes: Uint8Array): string {
  const encoding = wideEncoding(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    const where = encoding === 'utf-8' ? `Line ${findBadLine(bytes)}: this` : 'This'
    throw new DocumentError(
      `${where} is not ${encoding.toUpperCase()} text. Convert the file, such as with iconv -f latin1 -t utf-8.`,
      { cause },
    )
  }
}

function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function findBadLine(bytes: Uint8Array): number {
  const lineBreak = 0x0a
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const at = bytes.indexOf(lineBreak, start)
    const end = at === -1 ? bytes.length : at + 1
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end
  }
  return line
}
