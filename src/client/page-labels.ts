/** The labels of a file, as a page can have them. @module */
import { contractLimits, labelCharacters } from '../api/contract.ts'
import type { LabelField } from './front-matter.ts'
import { type Notice, notice } from './notices.ts'
import { DocumentError } from './read-document.ts'

export interface PageLabels {
  /** Undefined leaves those of the page. */
  readonly labels: readonly string[] | undefined
  readonly notices: readonly Notice[]
}

const others = new RegExp(`[^${labelCharacters}]+`, 'gu')

/**
 * Make labels of what the front matter says; what a label cannot hold becomes a hyphen.
 * @param field The field, if it is there.
 * @throws {DocumentError} When there are more or longer ones than a page may have.
 */
export function pageLabels(field: LabelField | undefined): PageLabels {
  if (field === undefined) return { labels: undefined, notices: [] }
  const labels: string[] = []
  const notices: Notice[] = []
  for (const name of field.names) {
    const label = name.replace(others, ' ').trim().replaceAll(' ', '-')
    if (label !== '') labels.push(label)
    if (label === name) continue
    const fate = label === '' ? 'is left out' : `is imported as "${label}"`
    notices.push(notice('label-changed', `"${name}" ${fate}`, field.line))
  }
  checkLabels(labels)
  return { labels, notices }
}

function checkLabels(labels: readonly string[]): void {
  const { maxLabels, maxLabelLength } = contractLimits
  if (labels.length > maxLabels) {
    throw new DocumentError(
      `This file has ${labels.length} labels, and a page may have ${maxLabels}. Remove some.`,
    )
  }
  const long = labels.find(({ length }) => length > maxLabelLength)
  if (long !== undefined) {
    throw new DocumentError(
      `The label "${long.slice(0, 40)}…" has ${long.length} characters, and one may have ${maxLabelLength}. Shorten it.`,
    )
  }
}
