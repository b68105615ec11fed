/** GitBook's cards, written as a table. @module */
import { openingTag } from '../parts/make-parts.ts'
import type { Part, Raw } from '../parts/part.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { elementTags, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { writtenText } from '../parts/write-parts.ts'

/**
 * The table's head gives the role of each column: https://gitbook.com/docs/creating-
 * content/blocks/cards
 */
export const gitbookCards: TagConstruct = {
  name: 'cards: their words lead where the cards do, below their covers',
  input:
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target></th><th data-hidden data-card-cover></th></tr></thead><tbody><tr><td>Setup</td><td><a href="guide/setup.md">a</a></td><td><a href="images/logo.png">b</a></td></tr></tbody></table>',
  becomes:
    '<div><img src="images/logo.png"></div>\n\n<div><a href="guide/setup.md">Setup</a></div>',
  syntax: elementTags,
  names: new Set(['table']),
  tag({ kind, attributes, children }) {
    if (kind !== 'pair' || !/\bdata-view="cards"/.test(attributes)) return undefined
    const [head = [], ...cards] = rowsOf(children)
    return { block: cards.flatMap((card) => cardOf(head, card)) }
  },
}

interface Cell {
  readonly attributes: string
  readonly parts: readonly Part[]
}

const cellTag = /^<t[hd]\b([^<>]*)>$/i

function rowsOf(parts: readonly Part[]): readonly (readonly Cell[])[] {
  const rows: { attributes: string; parts: Part[] }[][] = [[]]
  let isInCell = false
  for (const part of parts) {
    const tag = part.type === 'raw' ? part.text : ''
    const [, attributes] = cellTag.exec(tag) ?? []
    if (attributes !== undefined) rows.at(-1)?.push({ attributes, parts: [] })
    else if (/^<\/tr>$/i.test(tag)) rows.push([])
    const isEnd = /^<\/(?:t[hd]|tr)>$/i.test(tag)
    if (isInCell && !isEnd && attributes === undefined)
      rows
        .at(-1)
        ?.at(-1)
        ?.parts.push(part.type === 'break' ? { type: 'text', text: ' ' } : part)
    if (attributes !== undefined) isInCell = true
    else if (isEnd) isInCell = false
  }
  return rows.filter((row) => row.length > 0)
}

function cardOf(head: readonly Cell[], card: readonly Cell[]): readonly (readonly Part[])[] {
  const find = (sign: RegExp): string | undefined =>
    card.flatMap(({ parts }, at) =>
      sign.test(head[at]?.attributes ?? '') ? (addressIn(parts) ?? []) : [],
    )[0]
  const cover = find(/\bdata-card-cover(?!-)/)
  const target = find(/\bdata-card-target\b/)
  const words = card
    .filter((_, at) => !/\bdata-(?:hidden|card-)/.test(head[at]?.attributes ?? ''))
    .map(({ parts }) => withoutSpaces(parts))
    .filter((parts) => hasWords(parts) || parts.some(isImage))
  const titleAt = words.findIndex(hasWords)
  return [
    ...(cover === undefined ? [] : [inDiv([openingTag('img', [['src', cover]])])]),
    ...words.map((parts, at) => inDiv(at === titleAt ? linkFirst(parts, target) : parts)),
    ...(titleAt === -1 && target !== undefined ? [inDiv(linkOf(target))] : []),
  ]
}

function inDiv(parts: readonly Part[]): readonly Part[] {
  return [openingTag('div'), ...parts, { type: 'raw', text: '</div>' }]
}

function linkOf(
  target: string,
  words: readonly Part[] = [{ type: 'text', text: target }],
): readonly Part[] {
  return [openingTag('a', [['href', target]]), ...words, { type: 'raw', text: '</a>' }]
}

function withoutSpaces(parts: readonly Part[]): readonly Part[] {
  const hasContent = (part: Part): boolean => part.type !== 'text' || part.text.trim() !== ''
  const from = parts.findIndex(hasContent)
  return from === -1 ? [] : parts.slice(from, parts.findLastIndex(hasContent) + 1)
}

const isLink = (part: Part): part is Raw => part.type === 'raw' && /^<a\s/i.test(part.text)
const isImage = (part: Part): boolean => part.type === 'raw' && /^<img\s/i.test(part.text)

function addressIn(parts: readonly Part[]): string | undefined {
  const link = parts.find(isLink)
  return link && readTagAttributes(link.text).words.get('href')
}

function hasWords(parts: readonly Part[]): boolean {
  const words = parts.filter(({ type }) => type !== 'raw')
  return /[\p{L}\p{N}]/u.test(writtenText(words).replace(/:[\w-]+:/g, ''))
}

const blockStart = /^<(h[1-6]|p)\b[^<>]*>$/i
const block = /^<(?:h[1-6]|p|div|ul|ol|pre|table|blockquote|figure)\b/i

/** Link the text of the heading or paragraph, unless it has a link. */
function linkFirst(parts: readonly Part[], target: string | undefined): readonly Part[] {
  if (target === undefined || parts.some(isLink)) return parts
  const [first] = parts
  const [, name] = (first?.type === 'raw' && blockStart.exec(first.text)) || []
  const start = name === undefined ? 0 : 1
  const end = parts.findIndex((part) => part.type === 'raw' && part.text === `</${name}>`)
  const to = end === -1 ? parts.length : end
  const words = parts.slice(start, to)
  if (words.length === 0 || words.some((part) => part.type === 'raw' && block.test(part.text)))
    return [...parts, { type: 'text', text: ' ' }, ...linkOf(target)]
  return [...parts.slice(0, start), ...linkOf(target, words), ...parts.slice(to)]
}
