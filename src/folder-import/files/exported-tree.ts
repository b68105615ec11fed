/** How a tree tells that a space was exported as it, and where its parts are. @module */
import { join } from 'node:path'
import type { FileSystem } from './guarded-files.ts'

/** Written last, so that an export without it is not whole. */
export const exportMark = 'markport.json'

/** The folder of images and files. */
export const attachmentsFolder = 'attachments'

/** What stands before a relative address that means no part of the export; it changes no way. */
export const foreignMark = '././'

/** What only files of an export say. */
export interface ExportedFields {
  /** The place among the pages below the same parent, as the operation has it. */
  readonly position?: number
  /** The heading that says the title stays in the page. */
  readonly keepsTitleHeading: boolean
  /** The text is that of the homepage that all is imported below. */
  readonly isHomepage: boolean
}

/** More than any export's has. */
const maxMarkBytes = 64 * 1024

/**
 * Tell whether a space was exported as a tree.
 * @param tree All its files that are no Markdown, and what reads them.
 */
export function isExportedTree(tree: {
  readonly base: string
  readonly others: readonly string[]
  readonly fileSystem: FileSystem
}): boolean {
  if (!tree.others.includes(exportMark)) return false
  try {
    const said = JSON.parse(tree.fileSystem.readText(join(tree.base, exportMark), maxMarkBytes))
    return typeof said?.exportedFrom === 'object' && said.exportedFrom !== null
  } catch {
    // Options that cannot be read are told of where they are used.
    return false
  }
}

/** Tell whether a file of Markdown of an export is a page, and no file of one. */
export function isExportedPage(path: string): boolean {
  return !path.startsWith(`${attachmentsFolder}/`)
}

/** Tell whether an address could name a part of the export. */
export function mayBeOwn(url: string): boolean {
  return !/^[/?#]|^[a-z][a-z0-9+.-]*:/i.test(url)
}
