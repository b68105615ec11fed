/** Selects parts of included files: regions, sections and ranges of lines. @module */
import { plainRules } from '../../../convert/code/code-rules.ts'
import { findCode } from '../../../convert/code/find-code.ts'
import { splitLines } from '../../../convert/code/line-reader.ts'

export function linesOfFile(text: string): readonly string[] {
  return splitLines(text.replace(/\r?\n$/, ''))
}

/** The language of a file's code. */
export function languageOf(path: string): string {
  return /\.([A-Za-z0-9+]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? ''
}

/** The text without blank lines around it. */
export function withoutBlankEnds(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
}

/**
 * The lines between two marks, or from the first mark on.
 * @returns Undefined where the first mark is missing.
 */
export function linesBetween(
  texts: readonly string[],
  isStart: (text: string) => boolean,
  isEnd: (text: string) => boolean,
): readonly string[] | undefined {
  const start = texts.findIndex(isStart)
  if (start === -1) return undefined
  const end = texts.findIndex((text, row) => row > start && isEnd(text))
  return texts.slice(start + 1, end === -1 ? undefined : end)
}

const regionMark =
  /^\s*(?:(?:\/\/|\/\*|#|<!--|--|::|\*|REM|%|;|\(\*)\s*)?#?(pragma region|endregion|region|pragma endregion|End Region|Region)\b\s*"?([\w*-]*)/

/** Find a region: `#region name` … `#endregion` in a comment of any language. */
export function regionOf(texts: readonly string[], name: string): readonly string[] | undefined {
  let start = -1
  let depth = 0
  for (const [index, text] of texts.entries()) {
    const [, kind = '', regionName = ''] = regionMark.exec(text) ?? []
    if (kind === '') continue
    const ends = /^(?:end|pragma end)/i.test(kind)
    if (start === -1) {
      if (!ends && regionName === name) start = index
    } else if (!ends) depth += 1
    else if (depth > 0 && regionName !== name) depth -= 1
    else return withoutMarks(texts.slice(start + 1, index))
  }
  return start === -1 ? undefined : withoutMarks(texts.slice(start + 1))
}

function withoutMarks(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !regionMark.test(text))
}

/** Select lines: `2`, `2-5`, `2,5` as one range, `2,` to the end, `,5` from the start. */
export function rangeOf(texts: readonly string[], range: string): readonly string[] {
  const [from = '', to] = range.trim().split(/\s*[-,]\s*/)
  const start = from === '' ? 0 : Number(from) - 1
  const end = to === undefined ? start + 1 : to === '' ? texts.length : Number(to)
  return texts.slice(Math.max(0, start), end)
}

/** The section from a heading to the next heading of the same or a higher level. */
export function sectionOf(
  texts: readonly string[],
  isHeading: (words: string) => boolean,
): readonly string[] | undefined {
  const levels = findCode(texts, plainRules).map(({ kind }, row) =>
    kind === 'text' ? (/^#{1,6}(?=\s)/.exec(texts[row] as string)?.[0].length ?? 7) : 7,
  )
  const levelAt = (row: number): number => levels[row] as number
  const start = texts.findIndex(
    (text, row) => levelAt(row) < 7 && isHeading(text.slice(levelAt(row)).trim()),
  )
  if (start === -1) return undefined
  const end = levels.findIndex((level, row) => row > start && level <= levelAt(start))
  return texts.slice(start, end === -1 ? undefined : end)
}
