/** The conversion's warnings as a file's. @module */

import type { AnswerWarning } from '../contract/answers.ts'
import { warningTable } from '../convert/warnings.ts'
import type { LinkedContent } from './content/page-content.ts'
import { noticeTable } from './notices.ts'

/**
 * Map warnings to lines of the file. Those about addresses are dropped, because the client resolves
 * these itself, and so is the note on removed title headings.
 */
export function serviceWarnings(
  warnings: readonly AnswerWarning[],
  { addressLines, lineInFile }: Pick<LinkedContent, 'addressLines' | 'lineInFile'>,
): AnswerWarning[] {
  return warnings
    .map((warning) => ({ ...warning, line: lineInFile(warning.line) }))
    .filter(
      ({ code, line }) =>
        code !== 'title-heading-removed' &&
        (code !== 'relative-address' || !addressLines.has(line)),
    )
}

/** Codes of warnings about the import of a page, not its conversion. */
const importCodes: ReadonlySet<string> = new Set([
  'comment-detached',
  'comment-kept',
  'edited-there',
  'has-source',
  'images-not-taken',
  'labels-not-taken',
  'page-restricted',
  'remote-moved',
  'source-taken',
])

export function isWarningCode(code: string): boolean {
  const isInTable = Object.hasOwn(noticeTable, code) || Object.hasOwn(warningTable, code)
  return isInTable || importCodes.has(code)
}
