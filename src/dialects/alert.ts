/** Notes of every dialect, as alerts that the converter knows. @module */
import { alertKind, findAlertType } from '../convert/alert-types.ts'
import type { Line } from './line.ts'

/** Words of dialects for kinds of notes that the converter has by another one. */
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
 * @param kind The dialect's word for it; one that nobody knows is a note with the word as its title.
 * @param line The line of the file that opens it.
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
  // A meaning below it would take the marker for its term.
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

/** What begins with a colon and has no term above it is no meaning, but words. */
function withoutLoneMeaning(content: readonly Line[]): readonly Line[] {
  const first = content.findIndex(({ text }) => text.trim() !== '')
  return content.map((one, index) =>
    index === first ? { ...one, text: one.text.replace(meaning, '$1\\') } : one,
  )
}

/** Put lines into a quote. */
export function quoteOf(content: readonly Line[]): readonly Line[] {
  return content.map((one) => ({ ...one, text: `> ${one.text}`.trimEnd() }))
}

/** Write a name of a program as people would: `best-practice` is "Best practice". */
export function nameInWords(name: string): string {
  const words = name.replace(/[-_.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Write words in one line. */
export function oneLine(words: string): string {
  return words.trim().split(/\s+/).join(' ')
}
