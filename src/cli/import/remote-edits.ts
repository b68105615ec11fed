/** Pages that somebody had edited in Confluence before an import wrote them, told at its end. @module */
import { counted } from '../../base/counted.ts'
import type { FileWarning } from '../../folder-import/folder-events.ts'

/** Tell whether a warning says that a page was edited where it is shown. */
export function isRemoteEdit({ code }: FileWarning): boolean {
  return code === 'remote-edited'
}

/** The log has the others. */
const maxListed = 100

/**
 * List the pages that were edited: the warning says by whom, and when.
 * @param edited A warning for each.
 */
export function editedLines(edited: readonly FileWarning[]): string[] {
  if (edited.length === 0) return []
  const shown = edited.slice(0, maxListed)
  const more = edited.length - shown.length
  return [
    '',
    `${counted(edited.length, 'page')} had been edited in Confluence:`,
    ...shown.map(({ file, message }) => `  ${file}  ${message}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    'To take such edits into the files, run `markport pull` before you import.',
  ]
}
