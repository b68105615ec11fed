/** Reads the text of a Markdown file. @module */
import { type FileSystem, RefusedFileError } from '../files/guarded-files.ts'
import { DocumentError, NotRegularFileError } from '../files/read-failure.ts'

export async function readMarkdown(
  fileSystem: FileSystem,
  file: string,
  maxBytes: number,
): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = await fileSystem.readBytes(file, (size) => {
      if (size > maxBytes) throw tooLarge(size, maxBytes)
    })
  } catch (error) {
    if (error instanceof DocumentError) throw error
    if (error instanceof RefusedFileError) {
      throw new DocumentError(`This file is not imported: ${error.message}.`, { cause: error })
    }
    if (error instanceof NotRegularFileError) {
      throw new DocumentError('This is not a file: it was not opened.', { cause: error })
    }
    const { code, message } = error as NodeJS.ErrnoException
    throw new DocumentError(
      `This file cannot be read (${code ?? message}). Check that it is there and may be read.`,
      {
        cause: error,
      },
    )
  }
  return decodeMarkdown(bytes)
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

function tooLarge(size: number, maxBytes: number): DocumentError {
  return new DocumentError(
    `This file has ${size} bytes, and a request may hold ${maxBytes} (--max-body). Split it.`,
  )
}
