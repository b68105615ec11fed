/** Writes an export into a folder of its own. @module */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExportEntry } from './export-entries.ts'

/** There is something in the folder already. */
export class FolderInUseError extends Error {}

/**
 * Write all files. One of markport's own is the last, so that an export that was interrupted has none.
 * @param folder Is not there, or empty.
 * @throws {FolderInUseError} When there is something in it.
 */
export async function writeFolder(
  folder: string,
  entries: AsyncIterable<ExportEntry>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new FolderInUseError(folder)
  const made = new Set<string>()
  for await (const { path, bytes } of entries) {
    const file = join(folder, path)
    const parent = dirname(file)
    if (!made.has(parent)) await mkdir(parent, { recursive: true })
    made.add(parent)
    await writeFile(file, bytes)
  }
}
