/** The text of a file that puts pages in order. @module */
import type { FileSystem } from '../files/guarded-files.ts'

const maxBytes = 1024 * 1024

/**
 * Read it.
 * @param file Its absolute path.
 * @throws {Error} When it cannot be read, or is too large.
 */
export function readNavigationFile(file: string, fileSystem: FileSystem): string {
  const text = fileSystem.readSettings(file, maxBytes + 1)
  if (Buffer.byteLength(text) > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  return text.replace(/^\ufeff/, '')
}
