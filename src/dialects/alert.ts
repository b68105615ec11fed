/** Turns the notes of all dialects into alerts that the converter knows. @module */

import { alertKind, findAlertType } from '../convert/alert-types.ts'
import type { Line } from './line.ts'
import { nameInWords, oneLine } from './parts/words.ts'

/** Other names for the converter's kinds of notes. */
const otherNames: Readonly<Record<string, string>> = {
  alert: 'warning',
  aside: 'note',
  deprecated: 'warning',
  primary: 'info',
  secondary: 'note',
  default: 'note',
  neutral: 'note',
  warn: 'warning',
  negative: 'danger',
  positive: 'success',
  pitfall: 'warning',
}

/**
 * Put lines into an alert.
 * @param kind The dialect's word for it; an unknown word becomes the title of a note.
 */
export function alertAround(
  kind: string,
  title: string | undefined,
  content: readonly Line[],
  line: number,
): readonly Line[] {
  const word = kind.toLowerCase()
  const other = Object.hasOwn(otherNames, word) ? otherNames[word] : undefined
  const known = findAlertType(word) === undefined ? other : word
  const { kind: shown, title: own } = alertKind(known ?? 'note')
  const heading = oneLine(title ?? '') || (known === undefined ? nameInWords(kind) : own)
  const marker = `> [!${shown.toUpperCase()}] ${heading}`.trimEnd()
  const words = withoutLoneMeaning(content)
  // A definition right below would take the marker for its term.
  return [
    { text: marker, line },
    ...(beginsWithTerm(words) ? [{ text: '>', line }] : []),
    ...quoteOf(words),
  ]
}

const meaning = /^(\s*)(?=:\s)/

function beginsWithTerm(content: readonly Line[]): boolean {
  const end = content.findIndex(({ text }) => text.trim() === '' || meaning.test(text))
  const { text = '' } = content[end] ?? {}
  const { text: below = '' } = content[end + 1] ?? {}
  return meaning.test(text.trim() === '' ? below : text)
}

/** Escape a leading colon: without a term above, it begins no definition. */
function withoutLoneMeaning(content: readonly Line[]): readonly Line[] {
  const first = content.findIndex(({ text }) => text.trim() !== '')
  return content.map((one, index) =>
    index === first ? { ...one, text: one.text.replace(meaning, '$1\\') } : one,
  )
}

export function quoteOf(content: readonly Line[]): readonly Line[] {
  return content.map((one) => ({ ...one, text: `> ${one.text}`.trimEnd() }))
}
