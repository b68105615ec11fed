/**
 * Writes ADF's sentences and simple tables as Markdown, keeping marks open as long as possible.
 * @module
 */

import {
  type AnyMark,
  type AnyNode,
  contentOf,
  findMark,
  marksOf,
  textValue,
} from '../adf/any-node.ts'
import { inDollars, texOf } from '../adf/formula.ts'
import { imageAddress, requestedSize } from '../adf/images.ts'
import { dateText } from '../adf/node-text.ts'
import type { AdfMarkType, AdfTextMarkType } from '../adf/types.ts'

/** From the outermost to the innermost mark; others are left out. */
const markOrder: readonly AdfTextMarkType[] = [
  'link',
  'strong',
  'em',
  'strike',
  'underline',
  'subsup',
  'textColor',
  'backgroundColor',
  'code',
]

export function markdownInlines(nodes: readonly AnyNode[]): string {
  return writeRun(nodes, { open: [], before: '', after: '' })
}

interface Surroundings {
  /** Marks that are already written around it. */
  readonly open: readonly string[]
  /** Neighbouring characters; empty at the ends of the sentence. */
  readonly before: string
  readonly after: string
}

function writeRun(nodes: readonly AnyNode[], { open, before, after }: Surroundings): string {
  let text = ''
  let last = before
  // `text.at(-1)` would flatten the string on each call.
  const add = (part: string): void => {
    text += part
    last = part.at(-1) ?? last
  }
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as AnyNode
    const next = longestMark(nodes, at, open)
    if (next === undefined) {
      add(writeLeaf(node))
      at += 1
      continue
    }
    const { mark, end } = next
    const inside = nodes.slice(at, end)
    const around = { before: last, after: firstCharacter(nodes[end]) ?? after }
    const inner = { open: [...open, mark.type as string], ...around }
    add(mark.type === 'code' ? codeSpan(inside) : writeMark(mark, inside, inner))
    at = end
  }
  return text
}

/**
 * Find the mark that covers the most nodes from here; code comes last, because it holds no other
 * marks.
 */
function longestMark(
  nodes: readonly AnyNode[],
  start: number,
  open: readonly string[],
): { mark: AnyMark; end: number } | undefined {
  let longest: { mark: AnyMark; end: number } | undefined
  for (const type of markOrder) {
    if (open.includes(type) || (type === 'code' && longest !== undefined)) continue
    const key = keyOf(nodes[start] as AnyNode, type)
    if (key === undefined) continue
    let end = start + 1
    while (end < nodes.length && keyOf(nodes[end] as AnyNode, type) === key) end += 1
    const mark = findMark(nodes[start] as AnyNode, type) as AnyMark
    if (longest === undefined || end > longest.end) longest = { mark, end }
  }
  return longest
}

/** Give what tells a node's mark from others of its type; undefined without the mark. */
function keyOf(node: AnyNode, markType: AdfMarkType): string | undefined {
  const mark = node.type === 'hardBreak' ? undefined : findMark(node, markType)
  if (mark === undefined) return undefined
  const { href, title, color, type } = mark.attrs ?? {}
  return JSON.stringify([href, title, color, type])
}

function firstCharacter(node: AnyNode | undefined): string | undefined {
  if (node === undefined) return undefined
  return node.type === 'text' ? textValue(node.text)[0] : '<'
}

const delimiters: Readonly<Record<string, readonly [sign: string, element: string]>> = {
  strong: ['**', 'strong'],
  em: ['*', 'em'],
  strike: ['~~', 'del'],
}

function writeMark(mark: AnyMark, nodes: readonly AnyNode[], around: Surroundings): string {
  const type = String(mark.type)
  const { before, after } = around
  const inner = writeRun(nodes, { ...around, before: '', after: '' })
  const [sign, element] = delimiters[type] ?? []
  if (sign !== undefined && element !== undefined) {
    const isClear = opens(before, inner) && opens(after, [...inner.slice(-2)].reverse().join(''))
    const isApart = before !== sign[0] && after !== sign[0] && !inner.startsWith(sign[0] as string)
    return isClear && (isApart || isWithin(inner, sign))
      ? `${sign}${inner}${sign}`
      : inElement(element, '', inner)
  }
  if (type === 'link') return writeLink(mark, nodes, inner)
  if (type === 'underline') return inElement('u', '', inner)
  if (type === 'subsup') return inElement(mark.attrs?.type === 'sup' ? 'sup' : 'sub', '', inner)
  const property = type === 'textColor' ? 'color' : 'background-color'
  return inElement(
    'span',
    ` style="${property}: ${markdownAttribute(textValue(mark.attrs?.color))}"`,
    inner,
  )
}

/** Tell whether strong and emphasis cover the same text: `***both***`. */
function isWithin(inner: string, sign: string): boolean {
  return sign !== '~~' && /^\*{1,2}[\p{L}\p{N}][^*]*[\p{L}\p{N}]\*{1,2}$/u.test(inner)
}

/** Tell whether a delimiter between two characters can open; swap them to test closing. */
function opens(outside: string, inner: string): boolean {
  if (/^[\p{L}\p{N}]/u.test(inner)) return true
  return inner !== '' && !/^\s/.test(inner) && (outside === '' || /\s/.test(outside))
}

function inElement(name: string, attributes: string, inner: string): string {
  return `<${name}${attributes}>${inner}</${name}>`
}

function writeLink({ attrs }: AnyMark, nodes: readonly AnyNode[], inner: string): string {
  const href = textValue(attrs?.href)
  const title = textValue(attrs?.title)
  const isPlain = nodes.length === 1 && marksOf(nodes[0] as AnyNode).length === 1
  const isAddress = isPlain && textValue(nodes[0]?.text) === href && title === ''
  if (isAddress && /^https?:\/\/[^\s<>|\\&]+$/i.test(href)) return `<${href}>`
  const words = title.replace(/\s+/g, ' ').replace(/["\\&<`$]/g, '\\$&')
  return `[${inner}](${markdownAddress(href)}${title === '' ? '' : ` "${words}"`})`
}

function codeSpan(nodes: readonly AnyNode[]): string {
  const code = nodes
    .map(({ text }) => textValue(text))
    .join('')
    .replace(/[\r\n]/g, ' ')
  const fence = backticksAround(code, 1)
  const isPadded = /^`|`$|^ .* $/.test(code) && code.trim() !== ''
  return fence + (isPadded ? ` ${code} ` : code) + fence
}

function writeLeaf(node: AnyNode): string {
  const { type, attrs } = node
  if (type === 'text') return escapeMarkdown(textValue(node.text))
  if (type === 'hardBreak') return '<br>'
  if (type === 'inlineCard')
    return `<${textValue(attrs?.url).replace(/[\s<>|]/g, encodeURIComponent)}>`
  const tex = texOf(node)
  if (tex !== undefined) return formula(tex)
  const address = imageAddress(node)
  if (address) return markdownImage(address, { alt: attrs?.alt, ...requestedSize(node) })
  return escapeMarkdown(wordsOf(node))
}

function formula(tex: string): string {
  // A line break would end a heading or a row; TeX reads it as a space, but behind a comment.
  return inDollars(/(?<!\\)%/.test(tex) ? tex : tex.replace(/[\r\n]+/g, ' '))
}

function wordsOf({ type, attrs }: AnyNode): string {
  if (type === 'date') return dateText(attrs?.timestamp)
  return textValue(attrs?.text) || textValue(attrs?.shortName) || textValue(attrs?.alt)
}

export function markdownTable(table: AnyNode): string | undefined {
  const rows = contentOf(table).map(contentOf)
  const columns = rows[0]?.length ?? 0
  const isEven = columns > 0 && rows.every((row) => row.length === columns)
  if (!isEven || !rows.flat().every(isPlainCell)) return undefined
  const hasHeader = rows[0]?.every(({ type }) => type === 'tableHeader') ?? false
  const body = hasHeader ? rows.slice(1) : rows
  if (body.flat().some(({ type }) => type === 'tableHeader')) return undefined
  const alignments = (rows[0] ?? []).map(alignmentOf)
  const isAligned = rows.every((row) =>
    row.every((cell, column) => alignmentOf(cell) === alignments[column]),
  )
  if (!isAligned) return undefined
  const header = hasHeader ? (rows[0] ?? []).map(cellText) : alignments.map(() => '')
  if (hasHeader && header.every((text) => text === '')) return undefined
  return [header, alignments.map(ruleOf), ...body.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

type Alignment = 'center' | 'end' | undefined

function isPlainCell(cell: AnyNode): boolean {
  const { colspan = 1, rowspan = 1, background } = cell.attrs ?? {}
  const [only, ...others] = contentOf(cell)
  const isParagraph = only?.type === 'paragraph' && others.length === 0
  if (!isParagraph || isLoneImage(contentOf(only))) return false
  // GFM has no escape for a backslash before a bar in code or TeX.
  if (contentOf(only).map(verbatim).join('').includes('\\|')) return false
  const isPlain = marksOf(only).every(({ type }) => type === 'alignment')
  return isPlain && colspan === 1 && rowspan === 1 && background === undefined
}

function verbatim(node: AnyNode): string {
  return texOf(node) ?? (findMark(node, 'code') === undefined ? '' : textValue(node.text))
}

function alignmentOf(cell: AnyNode): Alignment {
  const [only] = contentOf(cell)
  const align = only === undefined ? undefined : marksOf(only)[0]?.attrs?.align
  return align === 'center' || align === 'end' ? align : undefined
}

function ruleOf(alignment: Alignment): string {
  if (alignment === undefined) return '---'
  return alignment === 'center' ? ':-:' : '--:'
}

function cellText(cell: AnyNode): string {
  const [only] = contentOf(cell)
  return only === undefined ? '' : markdownInlines(contentOf(only)).trim().replaceAll('|', '\\|')
}

const inSentence = /[\\`*[\]<~$]/g
/** An underscore between letters needs no escape. */
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const reference = /&(?=#?[a-z0-9]{1,31};)/gi

/** Escape text in a sentence. Bare addresses still become links, which no escape prevents. */
function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\r\n\t]/g, ' ')
      .replace(inSentence, '\\$&')
      .replace(underscore, '\\_')
      .replace(reference, '\\&')
      // An exclamation mark before a link would make it an image.
      .replace(/!(?=\\\[|$)/g, '\\!')
  )
}

const blockStart = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|-(?=[- ]*$)|>|:::|!!!|\?\?\?)/
const numberStart = /^(\d{1,9})(?=[.)](?:\s|$))/

export function asParagraphLine(line: string): string {
  return line
    .replace(blockStart, '\\$&')
    .replace(numberStart, '$1\\')
    .replace(/^ /, '&#32;')
    .replace(/ $/, '&#32;')
}

export function markdownAddress(url: string): string {
  const whole = url
    .replace(/[\r\n\t]/g, '')
    .replace(/[\\<>]/g, '\\$&')
    .replace(reference, '\\&')
  return whole === '' || /[\s()]/.test(whole) ? `<${whole}>` : whole
}

/** Escape text for an HTML attribute or HTML block, where Markdown is not read. */
export function markdownAttribute(text: string): string {
  return spaced(text).replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)
}

export function backticksAround(text: string, least: number): string {
  let longest = least - 1
  // `Math.max(...)` fails here: there may be more rows than a call may have arguments.
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length)
  return '`'.repeat(longest + 1)
}

interface ImageWords {
  readonly alt?: unknown
  readonly title?: string
  /** Pixels, or a percentage, as in HTML. */
  readonly width?: unknown
  readonly height?: unknown
  readonly align?: 'left' | 'right' | undefined
}

export function markdownImage(url: string, words: ImageWords): string {
  const { alt, title = '', ...look } = words
  const isPlain = Object.values(look).every((value) => value === undefined)
  if (!isPlain) return htmlImage({ src: url, alt: textValue(alt), title, ...look })
  const shown = spaced(textValue(alt)).replace(/[\\[\]`*_<&~$]/g, '\\$&')
  const caption = title === '' ? '' : ` "${spaced(title).replace(/["\\&<]/g, '\\$&')}"`
  return `![${shown}](${markdownAddress(url)}${caption})`
}

function htmlImage(attributes: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${markdownAttribute(String(value))}"`)
    .join('')
  // A cell of a table reads no escape in a tag.
  return `<img${written.replaceAll('|', '&#124;')}>`
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Tell whether an image is all of a sentence, so that it would be read as a block. */
export function isLoneImage(sentence: readonly AnyNode[]): boolean {
  const [only, ...others] = sentence.filter(
    ({ type, text }) => type !== 'hardBreak' && (type !== 'text' || textValue(text).trim() !== ''),
  )
  return only !== undefined && others.length === 0 && imageAddress(only) !== undefined
}
