/**
 * Attribute lists: `{ .class #id key=value }` behind elements, headings and bracketed text.
 * @module
 */
import { makeElement, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { WordsConstruct, WordsMatch } from '../parts/part-construct.ts'
import { type Attributes, readAttributes } from '../parts/syntax.ts'

/** https://python-markdown.github.io/extensions/attr_list/ */
export const attributeLists: WordsConstruct = {
  name: 'attributes: names of places and sizes of images stay',
  input:
    '## Title {: #name .wide }\n\n![Logo](images/logo.png){ align=left width="300" }\n\n[a](b){ .md-button }',
  becomes: '## Title {#name}\n\n![Logo](images/logo.png){width=300}\n\n[a](b)',
  mark: '{',
  words: /(^[ \t]*|(?<![ \t])[ \t]+|(?<=[)\]*_>:"'~=`\uFFFC]))\{:?([^{}]{1,500})\}/dg,
  isProtected: true,
  replace: (match) => withoutList(match, commonKey),
}

/** https://pandoc.org/MANUAL.html#extension-attributes allows any key. */
export const pandocAttributeLists: WordsConstruct = {
  name: 'attributes of any key: names of places and sizes of images stay',
  input: '## Title {#name .wide transition="slide"}\n\n[a](b){.c target=d}\n\n| A{.wide} |',
  becomes: '## Title {#name}\n\n[a](b)\n\n| A |',
  mark: '{',
  words:
    /(^[ \t]*|(?<![ \t])[ \t]+|(?<=[)\]*_>:"'~=`\uFFFC])|(?<=\w)(?=\{[.#][^{}]*\}\s*(?:$|\||\]\()))\{:?([^{}]{1,500})\}/dg,
  isProtected: true,
  replace: (match) => withoutList(match, anyKey),
}

/** Braces without one of these keys are ordinary text. */
const commonKey =
  /^(?:align|class|decoding|dir|download|h|height|hidden|id|lang|loading|markdown|rel|sizes|srcset|style|target|title|w|width|(?:data|aria)-[\w-]+)$/
const anyKey = /^[a-z][\w:.-]*$/i
const attribute = /^(?:[.#][\w+-][\w:.+-]*|data-[\w-]+)$/

function withoutList({ match, text }: WordsMatch, keys: RegExp): readonly Part[] | undefined {
  const { 0: whole, 1: before = '', 2: list = '', index } = match
  const attributes = readAttributes(list)
  const { pairs, words } = attributes
  const isHeading = /^[\s>]*#{1,6}\s/.test(text)
  const last = text[index + before.length - 1] ?? ''
  const after = text.slice(index + whole.length)
  const isInCell = keys === anyKey && /^\s*(?:\||\]\()/.test(after)
  if (!isHeading && !isInCell && /\w/.test(last)) return undefined
  const isList =
    (pairs.size > 0 || words.some((word) => attribute.test(word))) &&
    words.every((word) => attribute.test(word) || commonKey.test(word)) &&
    [...pairs.keys()].every((key) => keys.test(key))
  // Within a sentence, a list must directly follow an element.
  if (!isList || (/^[ \t]+$/.test(before) && !isInCell && !/^\s*(?:$|\|)/.test(after)))
    return undefined
  const id = words.find((word) => word.startsWith('#'))?.slice(1)
  if (id !== undefined && isHeading) return [makeText(` {#${id}}`)]
  const size = last === ')' ? sizeOf(attributes) : ''
  return [makeText(size), ...(id === undefined ? [] : [makeText(before), ...makeAnchor(id)])]
}

export function makeAnchor(id: string): readonly Part[] {
  return makeElement('a', [], [['id', id]])
}

function sizeOf({ pairs }: Attributes): string {
  const style = pairs.get('style') ?? ''
  return ['width', 'height']
    .flatMap((side) => {
      const styleLength = new RegExp(`(?:^|[;\\s])${side}:\\s*(\\d{1,5}(?:px|%))`).exec(style)?.[1]
      const length = pairs.get(side) ?? pairs.get(side.charAt(0)) ?? styleLength ?? ''
      return /^\d{1,5}(?:px|%)?$/.test(length) ? [`${side}=${length}`] : []
    })
    .join(' ')
    .replace(/^.+$/, '{$&}')
}

/** https://pandoc.org/MANUAL.html#divs-and-spans */
export const attributedWords: WordsConstruct = {
  name: 'words with attributes',
  input: 'A [red]{.red} `a = 1`{l=python} word.',
  becomes: 'A red `a = 1` word.',
  mark: '{',
  words:
    /(?<=\uFFFC)\{(?:l=|\.|#)[^{}\n]{0,200}\}|(?<![!\]\w\\])\[([^\][\n]{1,500})\]\{([^{}\n]{1,300})\}|(?<!\\)\[\]\{([.#][^{}\n]{0,300})\}/dg,
  replace({ match: [, , attributes = '', emptyAttributes = attributes], group }) {
    const [, id] = /(?:^|\s)#([\w-]+)/.exec(emptyAttributes) ?? []
    return [...(id === undefined ? [] : makeAnchor(id)), ...group(1)]
  },
}
