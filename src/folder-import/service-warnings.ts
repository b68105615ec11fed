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

/** Warnings about an import, not about the page's current state. */
const pastCodes: ReadonlySet<string> = new Set([
  'edited-there',
  'remote-moved',
  'comment-kept',
  'comment-detached',
  'page-restricted',
])

/** Tell whether a warning stays true until the next import. */
export function isLasting({ code }: Pick<AnswerWarning, 'code'>): boolean {
  return !pastCodes.has(code)
}

/** Content that the site could not take at the time. */
const notTakenCodes: ReadonlySet<string> = new Set(['images-not-taken', 'labels-not-taken'])

/** Tell whether the next import may add what is missing. */
export function isToSendAgain({ code }: Pick<AnswerWarning, 'code'>): boolean {
  return notTakenCodes.has(code)
}

export function isWarningCode(code: string): boolean {
  const isInTable = Object.hasOwn(noticeTable, code) || Object.hasOwn(warningTable, code)
  return isInTable || pastCodes.has(code) || notTakenCodes.has(code)
}
