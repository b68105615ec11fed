/** Writes a file in one step: whoever reads it finds all of it, before or after. @module */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Replace what a file says, unless somebody has changed it.
 * @param path Its absolute path, without symlinks.
 * @returns Whether it was written.
 * @throws {Error} When it cannot be, with the system's `code`.
 */
export function replaceText(path: string, before: string, text: string): boolean {
  const temporary = `${path}.markport-new`
  // Whatever stands there is left from before, and must not be written through.
  rmSync(temporary, { force: true })
  writeFileSync(temporary, text, { flag: 'wx', mode: statSync(path).mode })
  try {
    if (readFileSync(path, 'utf8') !== before) return false
    renameSync(temporary, path)
    return true
  } finally {
    rmSync(temporary, { force: true })
  }
}
