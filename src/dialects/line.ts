/** The lines of a document, as constructs see them: what is code is sealed. @module */
import { marks } from './sealed-code.ts'

/** A line of a document, and the line of the file that it comes from. */
export interface Line {
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** What a line is: `fence` opens or closes `code`, `front-matter` stands above everything. */
export type LineKind = 'text' | 'fence' | 'code' | 'front-matter'

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

/** Tell what each line is. */
export function kindsOf(lines: readonly Line[]): readonly LineKind[] {
  return lines.map(({ text }) => kindOf(text))
}

/**
 * Change the lines that are text, one by one.
 * @param lines A document, whole.
 * @param change Gives what stands in place of a line: the same text leaves it.
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
 * Replace something in a line.
 * @param pattern What is replaced, with the flag `g`.
 * @param replace Gives what stands in its place, from the match and its groups.
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
