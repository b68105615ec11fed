/** The lines of a document with sealed code. @module */
import { marks } from './sealed-code.ts'

/** A line of a document, with its line number in the source file. */
export interface Line {
  readonly text: string
  readonly line: number
}

/** A `fence` opens or closes `code`. */
type LineKind = 'text' | 'fence' | 'code' | 'front-matter'

const kindMark = /[\uf4a3-\uf4a7]/
const kinds: Readonly<Record<string, LineKind>> = {
  [marks.fence]: 'fence',
  [marks.fenceEnd]: 'fence',
  [marks.code]: 'code',
  [marks.indented]: 'code',
  [marks.frontMatter]: 'front-matter',
}

export function kindOf(text: string): LineKind {
  const mark = kindMark.exec(text)?.[0]
  return mark === undefined ? 'text' : (kinds[mark] as LineKind)
}

export function kindsOf(lines: readonly Line[]): readonly LineKind[] {
  return lines.map(({ text }) => kindOf(text))
}

/**
 * Change the text lines of a document one by one.
 * @param change Returns the new text.
 */
export function mapText(
  lines: readonly Line[],
  change: (text: string, line: number) => string,
): readonly Line[] {
  return lines.map((one) => {
    if (kindOf(one.text) !== 'text') return one
    const text = change(one.text, one.line)
    return text === one.text ? one : { ...one, text }
  })
}

/**
 * Replace matches in a line.
 * @param pattern Needs the flag `g`.
 */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => string,
): string {
  const parts: string[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(at, match.index), replace(match))
    at = match.index + match[0].length
  }
  return at === 0 ? text : parts.join('') + text.slice(at)
}
