/** The text of a Markdown file, or why it can be no page. @module */
import { NotRegularFileError, readRegularFile } from '../files/read-regular-file.ts'
import { DocumentError } from './document-error.ts'

/**
 * Read a file.
 * @param file Its path.
 * @param maxBytes The most that a request could hold: what is larger is not even read.
 * @throws {DocumentError} When it cannot be read, is too large or no UTF-8.
 */
export async function readMarkdown(file: string, maxBytes: number): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = await readRegularFile(file, {
      onSize(size) {
        if (size > maxBytes) throw tooLarge(size, maxBytes)
      },
    })
  } catch (error) {
    if (error instanceof DocumentError) throw error
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

/**
 * Decode a file's bytes.
 * @param bytes UTF-8, with or without a byte order mark.
 * @throws {DocumentError} When they are no UTF-8.
 */
export function decodeMarkdown(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DocumentError('This is not UTF-8 text. Convert it, such as with iconv.', { cause })
  }
}

function tooLarge(size: number, maxBytes: number): DocumentError {
  return new DocumentError(
    `This file has ${size} bytes, and a request may hold ${maxBytes} (--max-body). Split it.`,
  )
}
