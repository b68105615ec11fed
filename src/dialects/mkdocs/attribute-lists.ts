/** `{ .class #id key=value }` behind headings, images, links and blocks. @module */
import { type Attributes, readAttributes } from '../attributes.ts'
import type { Construct } from '../construct.ts'
import { wordsToHtml } from '../details.ts'
import { mapText } from '../line.ts'
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

/** Behind the end of an element, or with space before it. */
const list = /(^[ \t]*|(?<![ \t])[ \t]+|(?<=[)\]*_>:"'~=`\uE000]))\{:?([^{}]{1,500})\}/g

/** Anything else in braces is text. */
const known =
  /^(?:align|class|decoding|dir|download|height|hidden|id|lang|loading|markdown|rel|sizes|srcset|style|target|title|width|(?:data|aria)-[\w-]+)$/
const attribute = /^(?:[.#][\w-][\w:.-]*|data-[\w-]+)$/

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
  // Within a sentence only what is joined to an element has attributes.
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
      const length = named.get(side) ?? styled ?? ''
      return /^\d{1,5}(?:px|%)?$/.test(length) ? [`${side}=${length}`] : []
    })
    .join(' ')
    .replace(/^.+$/, '{$&}')
}
