/** Reads a little of a store's file past every cache of SQLite: a disk that fails shows it there first. @module */
import { open } from 'node:fs/promises'
import { DatabaseUnavailableError } from '../../base/errors.ts'

const pageBytes = 4_096
/** https://www.sqlite.org/fileformat.html#magic_header_string */
const magic = 'SQLite format 3\0'

/**
 * Read the head of the file and one of its pages.
 * @param file The store's file.
 * @throws {Error} When it cannot be read, or is no store any more.
 */
export async function probeSqliteFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const pages = Math.max(1, Math.floor(size / pageBytes))
    const bytes = Buffer.alloc(pageBytes)
    for (const page of [Math.floor(Math.random() * pages), 0]) {
      await handle.read(bytes, 0, pageBytes, page * pageBytes)
    }
    if (bytes.toString('latin1', 0, magic.length) !== magic) {
      throw new DatabaseUnavailableError('the file of the store cannot be read')
    }
  } finally {
    await handle.close()
  }
}
