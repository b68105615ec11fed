/** Warns about changes to people's edits and comments in Confluence. @module */

import type { AnswerWarning } from '../../../contract/answers.ts'
import { contractLimits } from '../../../contract/limits.ts'
import type { EditedBlock, PlannedBody } from '../../body/page-body.ts'
import type { ConfluenceError } from '../../confluence-error.ts'
import type { RemoteVersion } from '../../site.ts'
import { shorten } from '../delivery-refusals.ts'

const maxWords = 60
const maxComments = 100

export function warnOfEdit(
  { number, authorName, createdAt }: RemoteVersion,
  edited: readonly EditedBlock[],
  isOwn: boolean,
): AnswerWarning {
  const author = isOwn ? 'Somebody' : shorten(authorName, maxWords)
  const when = isOwn ? 'before the last import' : `on ${createdAt}`
  const isReplaced = edited.length === 0 || edited.some(({ isKept }) => !isKept)
  const result = isReplaced ? 'is replaced by this import' : 'was kept'
  return changed(
    'edited-there',
    `${author} edited this page in Confluence ${when}: the edit ${result}. Version ${number} in its history has all of it.`,
  )
}

export function warnOfComments(comments: PlannedBody['comments']): AnswerWarning[] {
  // Lost ones first, in case the list is cut.
  const sorted = comments.toSorted((a, b) => Number(a.isKept) - Number(b.isKept))
  return sorted.slice(0, maxComments).map(({ quoted, isKept }) => {
    const comment = `The comment on "${shorten(quoted, maxWords)}"`
    if (!isKept) {
      const message = `${comment} lost its text: Confluence keeps it without a place on the page.`
      return lost('comment-detached', message)
    }
    const message = `${comment} was kept at its text.`
    return { code: 'comment-kept', severity: 'note', message, line: 0 }
  })
}

export function isOfComment(code: string): boolean {
  return code.startsWith('comment-')
}

export function warnOfMove(): AnswerWarning {
  return changed(
    'remote-moved',
    'Somebody moved this page in Confluence; this import puts it back below its parent. To leave it there, name that parent.',
  )
}

export function warnOfRestriction(): AnswerWarning {
  return lost(
    'page-restricted',
    "Confluence would refuse this import: Markport's account may not change this page. It is restricted there, or the account may not edit pages of the space. Let the account edit it in Confluence.",
  )
}

export function warnOfClosedCall(
  subject: 'images' | 'labels',
  error: ConfluenceError,
): AnswerWarning {
  const loss =
    subject === 'images'
      ? 'Images and files that the page had not got yet are left out, and words stand in their place'
      : 'The labels of the page were not changed'
  return lost(
    `${subject}-not-taken`,
    `${loss}: Confluence has removed the call for them (${shorten(error.message, maxWords)}). The next import tries again.`,
  )
}

export function warnOfLargeFiles(names: readonly string[]): AnswerWarning {
  const [first = ''] = names
  const others = names.length > 1 ? ` and ${names.length - 1} more` : ''
  return lost(
    'images-not-taken',
    `Left out, with words in its place: ${shorten(first, maxWords)}${others}. Confluence, or a proxy before it, takes no file so large (HTTP 413). Make it smaller, or have the limit raised.`,
  )
}

function changed(code: AnswerWarning['code'], message: string): AnswerWarning {
  return { code, severity: 'changed', message, line: 0 }
}

function lost(code: AnswerWarning['code'], message: string): AnswerWarning {
  return { code, severity: 'lost', message, line: 0 }
}

export function isWithAll(warnings: readonly AnswerWarning[]): boolean {
  return !warnings.some(({ code }) => code === 'images-not-taken' || code === 'labels-not-taken')
}

export function withRemarks(
  warnings: readonly AnswerWarning[],
  remarks: readonly AnswerWarning[],
): readonly AnswerWarning[] {
  if (remarks.length === 0) return warnings
  return [...remarks, ...warnings].slice(0, contractLimits.maxWarnings)
}
