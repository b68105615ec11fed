/** kramdown: notes by `{: .note }`, attributes, formulas, and tables of contents. @module */
import { findAlertType } from '../../../convert/alert-types.ts'
import { makeAlert, makeText } from '../parts/make-parts.ts'
import { type Part, type PartRow, partsOfRows } from '../parts/part.ts'
import type { PartConstruct, RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText, sliceRow } from '../parts/sentence.ts'
import { writtenText } from '../parts/write-parts.ts'
import { isOfParagraph } from '../shared/words.ts'

const noteMark = /^\s{0,3}\{:\s*\.([a-z]+)(-title)?\s*\}\s*$/

/** https://just-the-docs.com/docs/ui-components/callouts/ */
const jekyllNotes: RowsConstruct = {
  name: 'note of a theme',
  input: '{: .warning }\nIt is **hot**.',
  becomes: '> [!WARNING]\n> It is **hot**.',
  rows(rows) {
    const result: PartRow[] = []
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as PartRow
      const [, name = '', title] = noteMark.exec(rowText(row)) ?? []
      const block: PartRow[] = []
      if (findAlertType(name) !== undefined) {
        for (let next = rows[index + 1]; isOfParagraph(next); next = rows[index + 1]) {
          index += 1
          block.push(next)
        }
        if (block.length === 0) {
          const from = result.findLastIndex((resultRow) => rowText(resultRow).trim() === '') + 1
          for (const above of result.splice(from)) block.push(above)
        }
      }
      if (block.length === 0) result.push(row)
      else result.push({ ...row, parts: [noteOf(name, title !== undefined, block, row.line)] })
    }
    return result
  },
}

function noteOf(name: string, isTitled: boolean, block: readonly PartRow[], line: number): Part {
  const isQuote = block.every((row) => quoteMark.test(rowText(row)))
  const noteRows = isQuote
    ? block.map((row) => ({
        ...row,
        parts: sliceRow(row, quoteMark.exec(rowText(row))?.[0].length ?? 0),
      }))
    : block
  if (!isTitled) return makeAlert(name, undefined, partsOfRows(noteRows), line)
  const [first, ...others] = noteRows as [PartRow, ...PartRow[]]
  return makeAlert(name, writtenText(first.parts), partsOfRows(others), line)
}

const quoteMark = /^\s{0,3}> ?/

const jekyllMarks: WordsConstruct = {
  name: "mark of kramdown's own",
  input: '{::options parse_block_html="true" /}\n\nSome words.',
  becomes: 'Some words.',
  mark: '{:',
  words:
    /\{::(?:options|nomarkdown|comment)\b[^{}\n]{0,500}\}|\{:\/(?:nomarkdown|comment|options)?\}/dg,
  replace: () => '',
}

/** https://kramdown.gettalong.org/syntax.html#math-blocks */
const jekyllFormulas: WordsConstruct = {
  name: 'formula in a sentence',
  input: 'So $$x + 1$$.',
  becomes: 'So $x + 1$.',
  mark: '$$',
  words: /(?<![\\$])\$\$(?!\s)([^$\n]{1,1000}?)(?<!\s)\$\$(?!\$)/dg,
  replace: ({ text, group }) =>
    /^\s*\$\$[^$]*\$\$\s*$/.test(text) ? undefined : formula(group(1)),
}

const jekyllBracketFormulas: WordsConstruct = {
  name: 'formula between escaped brackets',
  input: 'So \\\\(y\\\\).',
  becomes: 'So $y$.',
  mark: '\\\\',
  words: /\\\\(?:\(\s*([^\n]{1,1000}?)\s*\\\\\)|\[\s*([^\n]{1,1000}?)\s*\\\\\])/dg,
  replace: ({ match, group }) => formula(group(match[1] === undefined ? 2 : 1)),
}

function formula(parts: readonly Part[]): readonly Part[] {
  return [makeText('$'), ...parts, makeText('$')]
}

const contentsMark = /^\s*\{:\s*toc\b[^{}]*\}\s*$/i
const item = /^([\s>]*)(?:[-*+]|\d{1,9}[.)])\s[^{}]{0,100}\b(?:toc|contents|list)\b[^{}]{0,100}$/i

/** https://kramdown.gettalong.org/converter/html.html#toc */
const jekyllContents: RowsConstruct = {
  name: 'table of contents',
  input: '1. TOC\n{:toc}',
  becomes: '[TOC]\n',
  rows(rows) {
    const result: PartRow[] = []
    for (const row of rows) {
      const above = result.at(-1)
      const [, indent] =
        (contentsMark.test(rowText(row)) && above && item.exec(rowText(above))) || []
      if (above === undefined || indent === undefined) result.push(row)
      else {
        const blank = { parts: [makeText(indent.trimEnd())], line: above.line }
        result.splice(-1, 1, blank, { ...row, parts: [makeText(`${indent}[TOC]`)] }, blank)
      }
    }
    return result
  },
}

export const kramdownFormulas: readonly WordsConstruct[] = [jekyllFormulas, jekyllBracketFormulas]

export const kramdownMarks: readonly PartConstruct[] = [jekyllContents, jekyllNotes, jekyllMarks]
