/**
 * Reads attribute lists, `{ .class #id key=value }`, and the `markdown` attribute of HTML.
 * @module
 */

import { type Attributes, readAttributes } from '../attributes.ts'
import type { Construct } from '../construct.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { wordsToHtml } from '../parts/words.ts'
import { replaceAmongWords } from '../words.ts'

/** https://python-markdown.github.io/extensions/attr_list/ */
export const mkdocsAttributeLists: Construct = {
  name: 'attributes: names of places and sizes of images stay',
  written:
    '## Title {: #name .wide }\n\n![Logo](images/logo.png){ align=left width="300" }\n\n[a](b){ .md-button }',
  becomes: '## Title {#name}\n\n![Logo](images/logo.png){width=300}\n\n[a](b)',
  sign: /\{[^{}\n]+\}/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('{')) return text
      const isHeading = /^[\s>]*#{1,6}\s/.test(text)
      return replaceAmongWords(text, list, (match) => shown(match, isHeading))
    }),
}

/** Directly behind an element, or with space before it. */
const list = /(^[ \t]*|(?<![ \t])[ \t]+|(?<=[)\]*_>:"'~=`\uE000]))\{:?([^{}]{1,500})\}/g

/** Text in braces without such a key is no attribute list. */
const known =
  /^(?:align|class|decoding|dir|download|h|height|hidden|id|lang|loading|markdown|rel|sizes|srcset|style|target|title|w|width|(?:data|aria)-[\w-]+)$/
const attribute = /^(?:[.#][\w+-][\w:.+-]*|data-[\w-]+)$/

function shown(
  { 0: written, 1: before = '', 2: inside = '', index = 0, input = '' }: RegExpMatchArray,
  isHeading: boolean,
): string {
  const attributes = readAttributes(inside)
  const { named, words } = attributes
  const isList =
    (named.size > 0 || words.some((word) => attribute.test(word))) &&
    words.every((word) => attribute.test(word) || known.test(word)) &&
    [...named.keys()].every((key) => known.test(key))
  const after = input.slice(index + written.length)
  // Inside a sentence attributes must directly follow an element.
  if (!isList || (/^[ \t]+$/.test(before) && !/^\s*(?:$|\|)/.test(after))) return written
  const id = words.find((word) => word.startsWith('#'))?.slice(1)
  if (isHeading && id !== undefined) return ` {#${id}}`
  const size = input[index + before.length - 1] === ')' ? sizeOf(attributes) : ''
  const anchor = id === undefined ? '' : `<a id="${wordsToHtml(id)}"></a>`
  return size + (anchor && before + anchor)
}

function sizeOf({ named }: Attributes): string {
  const style = named.get('style') ?? ''
  return ['width', 'height']
    .flatMap((side) => {
      const styled = new RegExp(`(?:^|[;\\s])${side}:\\s*(\\d{1,5}(?:px|%))`).exec(style)?.[1]
      const length = named.get(side) ?? named.get(side.charAt(0)) ?? styled ?? ''
      return /^\d{1,5}(?:px|%)?$/.test(length) ? [`${side}=${length}`] : []
    })
    .join(' ')
    .replace(/^.+$/, '{$&}')
}

/** https://python-markdown.github.io/extensions/md_in_html/ */
export const mkdocsMarkdownInHtml: Construct = {
  name: 'Markdown inside HTML',
  written: '<figure markdown="span">\n  ![Logo](images/logo.png)\n</figure>',
  becomes: '<figure>\n\n![Logo](images/logo.png)\n</figure>',
  sign: /<[a-z][^<>]*\smarkdown[\s>=]/i,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    let outside: string | undefined
    let depth = 0
    /** Whether only code stands between the tag and this line. */
    let isFirst = false
    for (const [index, one] of lines.entries()) {
      const isText = kinds[index] === 'text'
      const text = isText ? one.text.replace(markdownInHtmlAttribute, '$1$2') : one.text
      const isOpening = text !== one.text && /^[\s>]*<[^<>]*>\s*$/.test(text)
      const words = behindQuotes(text, outside)
      const isContent = outside !== undefined && words !== '' && !words.startsWith('</')
      const isOutdented = isContent && (isText ? !isOpening : isFirst)
      result.push({ ...one, text: isOutdented ? outside + words : text })
      if (isText) isFirst = isOpening
      const indent = /^[\s>]*/.exec(text)?.[0] as string
      if (isOpening) result.push({ ...one, text: indent.trimEnd() })
      if (isOpening || (depth > 0 && isText && /^[\s>]*<[a-z][^<>]*>\s*$/i.test(text))) depth += 1
      if (depth > 0 && isText && /^[\s>]*<\/[a-z][\w-]*>\s*$/i.test(text)) {
        depth -= 1
        if (lines[index + 1]?.text.trim()) result.push({ ...one, text: indent.trimEnd() })
      }
      if (isOpening) outside = indent
      else if (!isContent) outside = undefined
    }
    return result
  },
}

/** @param outside Prefix of the element's lines, with quote marks. */
function behindQuotes(text: string, outside = ''): string {
  const count = outside.split('>').length - 1
  return text.replace(new RegExp(`^(?:\\s*>){${count}}`), '').trimStart()
}

const markdownInHtmlAttribute =
  /(<[a-z][\w-]*(?:\s[^<>]{0,1000}?)?)\smarkdown(?:=["']?\w+["']?)?(?=[\s>])([^<>]{0,1000}>)/gi

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
