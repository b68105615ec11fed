/** Abbreviations of Python-Markdown. @module */
import { makeText } from '../parts/make-parts.ts'
import { onceForDocument, rowsOf } from '../parts/part.ts'
import type { RowsConstruct } from '../parts/part-construct.ts'
import { rowText, Sentence } from '../parts/sentence.ts'
import { writtenText } from '../parts/write-parts.ts'

const abbreviation = /^ {0,3}\*\[([^\]]{1,200})\]:[ \t]*(.*)$/

/** https://python-markdown.github.io/extensions/abbreviations/ */
export const mkdocsAbbreviations: RowsConstruct = {
  name: 'abbreviation: explained at the end of the page; unseen where it is not used',
  input: 'HTML\n*[HTML]: Hyper Text\n*[W3C]: The Consortium',
  becomes: 'HTML\n\nHTML\n: Hyper Text\n\n[//]: # "*[W3C]: The Consortium"',
  rows(rows, { addBelow, document }) {
    const words = wordsOf(document)
    let pageWords: ReadonlySet<string> | undefined
    return rows.filter((row) => {
      const sentence = new Sentence(row.parts, false)
      const [, term, meaning = ''] = abbreviation.exec(sentence.text) ?? []
      if (term === undefined) return true
      pageWords ??= new Set(wordsIn(rows))
      const isUsed = (term.match(word) ?? []).every(
        (part) => pageWords?.has(part) || words.has(part),
      )
      const source = writtenText(row.parts).trim().replace(/["\\]/g, '\\$&')
      const end = { type: 'break', line: row.line } as const
      addBelow(row.line, () =>
        isUsed
          ? [
              makeText(term),
              end,
              makeText(': '),
              ...sentence.slice(sentence.text.length - meaning.length),
            ]
          : [{ type: 'raw', text: `[//]: # "${source}"` }],
      )
      return false
    })
  },
}

const word = /[\p{L}\p{N}]+/gu
const wordsOf = onceForDocument((document) => new Set(wordsIn(rowsOf(document, 0))))

/** Words of the page, without definitions of abbreviations. */
function wordsIn(rows: ReturnType<typeof rowsOf>): readonly string[] {
  return rows
    .filter((row) => !abbreviation.test(rowText(row)))
    .flatMap(({ parts }) =>
      parts.flatMap((part) => {
        if ('children' in part) return wordsIn(rowsOf(part.children, 0))
        return part.type === 'text' ? (part.text.match(word) ?? []) : []
      }),
    )
}
