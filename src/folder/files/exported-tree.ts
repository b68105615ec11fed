/** Tells whether a tree is the export of a space. @module */
import { join } from 'node:path'
import { attachmentsFolder, exportMark } from '../../contract/export-files.ts'
import type { FileSystem } from './guarded-files.ts'

export interface ExportedFields {
  /** Position among siblings, as in the operation. */
  readonly position?: number
  /** Whether the page keeps a heading that repeats the title. */
  readonly keepsTitleHeading: boolean
  /** Whether the file is the text of the space's homepage. */
  readonly isHomepage: boolean
}

const maxMarkBytes = 64 * 1024

/** @param tree Must list the files other than Markdown. */
export function isExportedTree(tree: {
  readonly base: string
  readonly others: readonly string[]
  readonly fileSystem: FileSystem
}): boolean {
  if (!tree.others.includes(exportMark)) return false
  try {
    const fields = JSON.parse(tree.fileSystem.readText(join(tree.base, exportMark), maxMarkBytes))
    return typeof fields?.exportedFrom === 'object' && fields.exportedFrom !== null
  } catch {
    return false
  }
}

export function isExportedPage(path: string): boolean {
  return !path.startsWith(`${attachmentsFolder}/`)
}
