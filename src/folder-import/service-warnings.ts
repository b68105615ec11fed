/** The conversion's warnings as a file's. @module */
import { warningTable } from '../convert/warnings.ts'
import type { AnswerWarning } from '../importing/contract.ts'
import type { LinkedContent } from './content/page-content.ts'
import { noticeTable } from './notices.ts'

/**
 * Lead warnings to the lines of the file, without those about addresses that the client knows: it says
 * itself what keeps one from leading somewhere, or puts another in its place later. Nor does it repeat
 * for each page what the run asks for, that headings which say the title are left out.
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

/** Warnings that tell what an import did, and nothing of the page as it is now. */
const pastCodes: ReadonlySet<string> = new Set([
  'remote-edited',
  'remote-moved',
  'comment-kept',
  'comment-detached',
  'page-restricted',
])

/** Tell whether a warning holds as long as the page is as it was imported. */
export function isLasting({ code }: Pick<AnswerWarning, 'code'>): boolean {
  return !pastCodes.has(code)
}

/** What a site has no call for at the time. */
const notTakenCodes: ReadonlySet<string> = new Set(['images-not-taken', 'labels-not-taken'])

/** Tell whether the page lacks something that the next import may bring. */
export function isToSendAgain({ code }: Pick<AnswerWarning, 'code'>): boolean {
  return notTakenCodes.has(code)
}

/** Tell whether a word is the code of a warning, of the files, their conversion or a connected space. */
export function isWarningCode(code: string): boolean {
  const isInTable = Object.hasOwn(noticeTable, code) || Object.hasOwn(warningTable, code)
  return isInTable || pastCodes.has(code) || notTakenCodes.has(code)
}
