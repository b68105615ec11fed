/** Makes folders with their parents. @module */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Make a folder and its parents. Node's recursive option never ends below `/proc`.
 * @throws {Error} When it cannot be made.
 */
export function makeFolder(path: string, mode: number): void {
  const status = statSync(path, { throwIfNoEntry: false })
  if (status?.isDirectory()) return
  const parent = dirname(path)
  if (status === undefined && parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile; a file is no folder.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
