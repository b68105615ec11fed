/** Folders that are gone with the process that made them. @module */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []

export function temporaryFolder(): string {
  if (made.length === 0) process.once('exit', removeAll)
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'markport-test-')))
  made.push(path)
  return path
}

function removeAll(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true })
}
