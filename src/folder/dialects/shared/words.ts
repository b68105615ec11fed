/** Inline marks and formulas that several dialects share. @module */
import { makeElement, makeText } from '../parts/make-parts.ts'
import type { PartRow } from '../parts/part.ts'
import type { RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText, sliceRow } from '../parts/sentence.ts'
import { makeAnchor } from './attribute-lists.ts'

/** Whether a row belongs to a paragraph: it is neither blank nor code. */
export function isOfParagraph(row: PartRow | undefined): row is PartRow {
  const isCode = row?.parts.some(({ type }) => type === 'code') ?? true
  return row !== undefined && !isCode && rowText(row).trim() !== ''
}

/** Used by Obsidian and PyMdown's `mark` extension. */
export const highlights: WordsConstruct = {
  name: 'highlighted words',
  input: '==marked==',
  becomes: '<mark>marked</mark>',
  mark: '==',
  words: /(?<![=\w{])==(?![\s=])([^=]{0,1000}[^=\s])==(?![=\w}])/dg,
  isProtected: true,
  replace: ({ group }) => makeElement('mark', group(1)),
}

/** https://pandoc.org/MANUAL.html#extension-inline_notes */
export const inlineFootnotes: WordsConstruct = {
  name: 'footnote within a sentence',
  input: 'Text^[a note]',
  becomes: 'Text[^inline-1]\n\n[^inline-1]: a note',
  mark: '^[',
  words: /(?<!\[)\^\[([^[\]]{1,1000})\]/dg,
  replace({ group, line }, context) {
    const name = (number: number): string => `[^inline-${number}]`
    return name(context.addBelow(line, (number) => [makeText(`${name(number)}: `), ...group(1)]))
  },
}

export const formulaBlocks: RowsConstruct = {
  name: 'formula of several lines',
  input: '$$a +\nb$$',
  becomes: '$$\na +\nb\n$$',
  rows(rows) {
    if (!rows.some((row) => opening.test(rowText(row)))) return rows
    const result: PartRow[] = []
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as PartRow
      const end = opening.test(rowText(row)) ? endOf(rows, index) : index
      if (end === index) {
        result.push(row)
        continue
      }
      const [, indent = '', first = ''] = opening.exec(rowText(row)) ?? []
      const last = rows[end] as PartRow
      const rest = rowText(last).trimEnd().slice(0, -2).trimEnd()
      const mark = [makeText(`${indent}$$`)]
      result.push({ ...row, parts: mark })
      if (first !== '')
        result.push({ ...row, parts: [makeText(indent), ...sliceRow(row, indent.length + 2)] })
      for (const formulaRow of rows.slice(index + 1, end)) result.push(formulaRow)
      if (rest.trim() !== '') result.push({ ...last, parts: sliceRow(last, 0, rest.length) })
      result.push({ ...last, parts: mark })
      index = end
    }
    return result
  },
}

const startOfWords = String.raw`^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?![\s>])`
const listedName = new RegExp(
  String.raw`${startOfWords}(.*\$\$)[ \t]*\{#([\w:.-]{1,200})[^{}\n]{0,300}\}\s*$`,
)
const label = new RegExp(String.raw`${startOfWords}(.*\$\$)[ \t]*\(([\w:.-]{1,200})\)\s*$`)

/** https://quarto.org/docs/authoring/cross-references.html#equations, https://mystmd.org/guide/math */
export const namedFormulas: RowsConstruct = {
  name: 'name of a formula',
  input: '$$\nx\n$$ {#eq-a}',
  becomes: '$$\nx\n$$\n\n<a id="eq-a"></a>',
  rows: (rows) => withPlaces(rows, (row) => listedName.exec(rowText(row))),
}

/** https://mystmd.org/guide/math */
export const labelledFormulas: RowsConstruct = {
  name: 'label of a formula',
  input: '$$\ny\n$$ (eq-b)',
  becomes: '$$\ny\n$$\n\n<a id="eq-b"></a>',
  rows(rows) {
    const ends = formulaEnds(rows)
    return withPlaces(rows, (row) => (ends.has(row) ? label.exec(rowText(row)) : null))
  },
}

/** @param find Finds what stands before the formula, the formula and its name. */
function withPlaces(
  rows: readonly PartRow[],
  find: (row: PartRow) => RegExpExecArray | null,
): readonly PartRow[] {
  return rows.flatMap((row): readonly PartRow[] => {
    const [, before = '', formula = '', id] = find(row) ?? []
    if (id === undefined) return [row]
    const indent = before.replace(/[^\s>]/g, ' ')
    const blank = { ...row, parts: [makeText(indent.trimEnd())] }
    const place = { ...row, parts: [makeText(indent), ...makeAnchor(id)] }
    return [{ ...row, parts: sliceRow(row, 0, before.length + formula.length) }, blank, place]
  })
}

/** The rows where blocks of formulas end: within a sentence, two dollars may be a price. */
function formulaEnds(rows: readonly PartRow[]): ReadonlySet<PartRow> {
  const ends = new Set<PartRow>()
  let isOpen = false
  for (const row of rows) {
    const [, marker, words = ''] = wordsOfRow.exec(rowText(row)) ?? []
    const count = words.split('$$').length - 1
    const isInside: boolean = isOpen && marker === undefined && words !== ''
    const isStart: boolean = !isInside && words.startsWith('$$')
    if (count === (isInside ? 1 : 2) && (isInside || isStart)) ends.add(row)
    isOpen = isInside ? count === 0 : isStart && count === 1
  }
  return ends
}

const wordsOfRow = /^[\s>]*((?:[-*+]|\d{1,9}[.)])[ \t]+)?(.*)$/s

const opening = /^(\s*)\$\$((?:(?!\$\$).)*)$/
const maxLines = 200

/** @returns Index of the last line; `start` if this is no formula of several lines. */
function endOf(rows: readonly PartRow[], start: number): number {
  for (let index = start + 1; index < Math.min(rows.length, start + maxLines); index += 1) {
    const text = rowText(rows[index] as PartRow)
    if (text.trim() === '') return start
    if (!text.includes('$$')) continue
    const isEnd = /\$\$\s*$/.test(text) && text.indexOf('$$') === text.lastIndexOf('$$')
    const isPlain = text.trim() === '$$' && rowText(rows[start] as PartRow).trim() === '$$'
    return isEnd && !isPlain ? index : start
  }
  return start
}

const spanTag =
  /^[ \t>]*<(?:a|abbr|b|big|em|font|i|mark|small|span|strong|sub|sup|u)\b[^<>\n]{0,500}>[ \t]*$/i
const beginsBlock = /^\s*(?:[-*+#>|<`~:\uFFFC]|\d{1,9}[.)]|$)/

/** Python-Markdown and kramdown begin a paragraph at such a tag; CommonMark begins HTML. */
export const spanTags: RowsConstruct = {
  name: 'tag of words on a line of its own: they are Markdown',
  input: '<span class="wide">\n[the setup](guide/setup.md)\n</span>',
  becomes: '<span class="wide">[the setup](guide/setup.md)\n</span>',
  rows(rows) {
    const texts = rows.map(rowText)
    const isTag = (at: number): boolean => spanTag.test(texts[at] ?? '')
    const words = (at: number): string => texts[at]?.replace(/^[ \t>]*/, '') ?? ''
    const joinsNext = (at: number): boolean =>
      isTag(at) && at + 1 < rows.length && !beginsBlock.test(words(at + 1))
    return rows.flatMap((row, index) => {
      if (joinsNext(index)) {
        const next = rows[index + 1] as PartRow
        const from = (texts[index + 1] as string).length - words(index + 1).length
        const end = (texts[index] as string).trimEnd().length
        return [{ ...row, parts: [...sliceRow(row, 0, end), ...sliceRow(next, from)] }]
      }
      return joinsNext(index - 1) ? [] : [row]
    })
  },
}
