/** The labels of a file, as a page can have them. @module */
import { contractLimits, foldLabel, isLabel, labelCharacters } from '../../importing/contract.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { LabelField } from '../documents/front-matter.ts'
import { type Notice, wordNotice } from '../notices.ts'

interface PageLabels {
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
  const labels = new Map<string, string>()
  const notices: Notice[] = []
  for (const name of field.names) {
    const label = name.replace(others, ' ').trim().replaceAll(' ', '-')
    if (isLabel(label)) labels.set(foldLabel(label), label)
    if (isLabel(name)) continue
    const fate = isLabel(label) ? `is imported as "${label}"` : 'is left out'
    notices.push(wordNotice('label-changed', `"${name}" ${fate}`, field.line))
  }
  checkLabels([...labels.keys()])
  return { labels: [...labels.values()], notices }
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
