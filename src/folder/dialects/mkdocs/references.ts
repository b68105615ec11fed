/**
 * Reads mkdocstrings and autorefs, whose targets exist only in the built site, and Python-
 * Markdown's reference definitions and abbreviations. @module
 */
import { findAlertType } from '../../../convert/alert-types.ts'
import { makeSpan, makeText } from '../parts/make-parts.ts'
import { onceForDocument, type Part, type PartRow, rowsOf } from '../parts/part.ts'
import type { RowsConstruct, TagConstruct } from '../parts/part-construct.ts'
import { rowText, Sentence } from '../parts/sentence.ts'
import type { PlacedToken, Syntax } from '../parts/syntax.ts'
import { writtenText } from '../parts/write-parts.ts'
import { definedLabels, labelDefinition, labelOf } from '../shared/references.ts'

const setting = /^\s{2,}[\w-]{1,50}:(?:\s|$)/
const documentedName = /^([\s>]*):::[ \t]+([A-Za-z_][\w./:-]{0,300})[ \t]*$/

const documentedCode: Syntax = {
  name: 'documented code',
  start: /:::[ \t]+[A-Za-z_]/,
  findTags({ texts, starts, code }) {
    if (texts.some((text) => /^[\s>]*:{3,}\s*$/.test(text))) return []
    const tokens: PlacedToken[] = []
    for (const [row, text] of texts.entries()) {
      const [, prefix = '', name] = (code[row]?.kind === 'text' && documentedName.exec(text)) || []
      if (name !== undefined && findAlertType(name) === undefined) {
        const at = starts[row] as number
        const end = at + text.length + lengthOfOptions(texts, row + 1, prefix.length)
        tokens.push({ kind: 'single', name, attributes: '', start: at + prefix.length, end })
      }
    }
    return tokens
  },
}

function lengthOfOptions(texts: readonly string[], from: number, indent: number): number {
  let length = 0
  if (!setting.test(texts[from] ?? '')) return length
  for (const text of texts.slice(from)) {
    if (text.trim() === '' || text.search(/\S/) <= indent) break
    length += text.length + 1
  }
  return length
}

export const mkdocsDocumentedCode: TagConstruct = {
  name: 'documentation that is made from a program: its name',
  input: '::: shop.Order\n    options:\n      members: true\n\nSome words.',
  becomes: '`shop.Order`\n\nSome words.',
  tells: 'syntax-left-out ::: shop.Order',
  syntax: documentedCode,
  tag({ name, line }, context) {
    context.leaveOut(`::: ${name}`, line)
    return { block: [makeSpan(name)] }
  },
}

const definitionBelow =
  /^[ >]*\[[^\][^]{1,300}\]:[ \t]*<?[\w./#][^\s]{0,1000}(?:[ \t]+["'(].{0,300})?[ \t]*$/

/** Python-Markdown needs no blank line above a definition. */
export const mkdocsDefinitions: RowsConstruct = {
  name: 'address of a reference right below words',
  input: 'See the [setup][].\n[setup]: guide/setup.md',
  becomes: 'See the [setup][].\n\n[setup]: guide/setup.md',
  rows(rows) {
    const isBelow = rows.map((row, index) => {
      const above = rows[index - 1]
      if (above === undefined || !definitionBelow.test(rowText(row))) return false
      const text = rowText(above)
      return !above.parts.some(isBlock) && /[^\s>]/.test(text) && !labelDefinition.test(text)
    })
    if (!isBelow.includes(true)) return rows
    return rows.flatMap((row, index): readonly PartRow[] => {
      const blank = makeText((/^[ >]*/.exec(rowText(row)) as RegExpExecArray)[0].trimEnd())
      return isBelow[index] ? [{ ...row, parts: [blank] }, row] : [row]
    })
  },
}

function isBlock({ type }: Part): boolean {
  return type === 'code' || type === 'frontMatter'
}

/** An identifier, with or without code marks. */
const programName = /^(?:`[^`]*`|-{0,2}[A-Za-z_][\w.-]*)$/
const opening =
  /^\[((?:[^\][`]|`[^`\n]{0,500}`){1,500})\]\[((?:[^\][\s]+(?: [^\][\s]+){0,299} ?)?)\]/
const closing = /^\]\[((?:[^\][\s]+(?: [^\][\s]+){0,299} ?)?)\]/

/** A reference as a tag: its content is the link's text, and its name the target. */
const references: Syntax = {
  name: 'reference',
  start: /(?<![\w\]!\\])\[(?!\[)|\]\[(?!\^)/,
  readTag(source, at) {
    if (source[at] === ']') {
      const [whole, name] = closing.exec(source.slice(at, at + 400)) ?? []
      if (whole === undefined || name === undefined) return undefined
      return { kind: 'close', name, attributes: '', end: at + whole.length }
    }
    const [whole, words = '', name = ''] = opening.exec(source.slice(at, at + 900)) ?? []
    if (whole === undefined || words.trim() === '') return undefined
    // `a [0][1]` is an index.
    const isName = name === '' ? programName.test(words) : /^[A-Za-z]/.test(name)
    return isName ? { kind: 'open', name, attributes: words, end: at + 1 } : undefined
  },
}

/** https://mkdocstrings.github.io/autorefs/ */
export const mkdocsReferences: TagConstruct = {
  name: 'reference to a part of a program: its words',
  input: 'An [order][shop.Order] has a [`total`][].',
  becomes: 'An order has a `total`.',
  syntax: references,
  tag({ kind, name, attributes, children }, { document }) {
    const isDefined = definedLabels(document).has(labelOf(name || attributes))
    return kind === 'pair' && !isDefined ? { inline: children } : undefined
  },
}

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
