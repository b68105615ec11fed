/** What is said of words elsewhere: footnotes and abbreviations. @module */
import type { Construct } from '../construct.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** https://python-markdown.github.io/extensions/footnotes/ */
export const mkdocsFootnotes: Construct = {
  name: 'footnote behind a link by reference',
  written: '[Setup][^1]\n\n[Setup]: guide/setup.md\n[^1]: A note',
  becomes: '[Setup][][^1]\n\n[Setup]: guide/setup.md\n[^1]: A note',
  sign: /\]\[\^/,
  read(lines) {
    const names = new Set(lines.map(({ text }) => keyOf(destination.exec(text)?.[1] ?? '')))
    return mapText(lines, (text) =>
      text.includes('][^')
        ? replaceAmongWords(text, link, ([written, words = '']) =>
            names.has(keyOf(words)) ? `[${words}][]` : written,
          )
        : text,
    )
  },
}

const destination = /^ {0,3}\[([^\]^][^\]]{0,200})\]:/
const link = /(?<!\])\[([^\][^][^\][]{0,200})\](?=\[\^)/g

function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** https://python-markdown.github.io/extensions/abbreviations/ */
export const mkdocsAbbreviations: Construct = {
  name: 'abbreviation: explained at the end of the page; unseen where it is not used',
  written: 'HTML\n*[HTML]: Hyper Text\n*[W3C]: The Consortium',
  becomes: 'HTML\n\nHTML\n: Hyper Text\n\n[//]: # "*[W3C]: The Consortium"',
  sign: /^[ \t]*\*\[[^\]\n]+\]:/m,
  read(lines) {
    const kinds = kindsOf(lines)
    const text: Line[] = []
    const definitions: Definition[] = []
    for (const [index, one] of lines.entries()) {
      const [, term, meaning] = (kinds[index] === 'text' && abbreviation.exec(one.text)) || []
      if (term === undefined || meaning === undefined) text.push(one)
      else definitions.push({ term, meaning, line: one.line })
    }
    if (definitions.length === 0) return lines
    const words = wordsOf(text)
    const isUsed = ({ term }: Definition): boolean => partsOf(term).every((part) => words.has(part))
    const used = definitions.filter(isUsed)
    const unused = definitions.filter((one) => !isUsed(one))
    return [...text, ...used.flatMap(explained), ...leftOut(unused)]
  },
}

interface Definition {
  readonly term: string
  readonly meaning: string
  readonly line: number
}

const abbreviation = /^ {0,3}\*\[([^\]]{1,200})\]:[ \t]*(.*)$/

function partsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

function wordsOf(lines: readonly Line[]): ReadonlySet<string> {
  const kinds = kindsOf(lines)
  const words = new Set<string>()
  for (const [index, { text }] of lines.entries()) {
    if (kinds[index] !== 'text') continue
    replaceMatches(text, /[\p{L}\p{N}]+/gu, ([word]) => {
      words.add(word)
      return word
    })
  }
  return words
}

function explained({ term, meaning, line }: Definition): readonly Line[] {
  return ['', term, `: ${meaning}`].map((text) => ({ text, line }))
}

function leftOut(definitions: readonly Definition[]): readonly Line[] {
  return definitions.flatMap(({ term, meaning, line }) => {
    const words = `*[${term}]: ${meaning}`.replace(/["\\]/g, '\\$&')
    return ['', `[//]: # "${words}"`].map((text) => ({ text, line }))
  })
}
