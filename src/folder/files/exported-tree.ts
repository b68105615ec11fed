/** How a tree tells that a space was exported as it, and where its parts are. @module */
import { join } from 'node:path'
import type { FileSystem } from './guarded-files.ts'

/** Written last: an export without this file is incomplete. */
export const exportMark = 'markport.json'

export const attachmentsFolder = 'attachments'

/** Prefix that keeps a relative address from naming a part of the export. */
export const foreignMark = './'

export interface ExportedFields {
  /** Position among siblings, as in the operation. */
  readonly position?: number
  /** Whether the page keeps a heading that repeats the title. */
  readonly keepsTitleHeading: boolean
  /** Whether this is the text of the space's homepage. */
  readonly isHomepage: boolean
}

const maxMarkBytes = 64 * 1024

/** @param tree Its files other than Markdown. */
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

export function mayNamePart(url: string): boolean {
  return !/^[/?#]|^[a-z][a-z0-9+.-]*:/i.test(url)
}
