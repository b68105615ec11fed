/** Converts block quotes, and the alerts among them. @module */
import type { Blockquote, Paragraph, PhrasingContent } from 'mdast'
import { type AlertType, findAlertType } from '../alert-types.ts'
import type { BlockHandler, Conversion } from '../conversion.ts'
import { type LooseNode, plainText, titleMark } from '../loose-adf.ts'
import { lineOf, withWords } from '../parse-markdown.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'
import { joinWritten, jsonInside, type PlainPage, type WriteBlock } from '../plain-page.ts'
import { mayBeMarker } from './paragraph.ts'
import { jsonOfText, writePart } from './text.ts'

export const blockquote: BlockHandler<Blockquote> = (node, conversion) => {
  const panel = alert(node, conversion)
  if (panel !== undefined) return [panel]
  const content = conversion.blocks(node.children)
  const line = lineOf(node)
  return [{ type: 'blockquote', content: content.length > 0 ? content : [emptyLine(line)], line }]
}

function emptyLine(line: number): LooseNode {
  return { type: 'paragraph', line }
}

export const writeBlockquote: WriteBlock = (id, page, allowed) => {
  const marker = findPlainMarker(page.nodes, id)
  if (marker !== undefined) return writeAlert(id, marker, page, allowed)
  const content = page.blocks(id, 'blockquote')
  if (content === undefined) return undefined
  return `{"type":"blockquote","content":[${content || '{"type":"paragraph"}'}]}`
}

/**
 * Convert an alert to a panel, or to an expand if it can be folded.
 * @returns Undefined for an ordinary quote.
 */
function alert(node: Blockquote, conversion: Conversion): LooseNode | undefined {
  const found = findMarker(node)
  if (found === undefined) return undefined
  const { type, title, rest } = found
  const line = lineOf(node)
  const written = conversion.inlines(title, [titleMark])
  const words: readonly LooseNode[] =
    written.length === 0 && type.title
      ? [{ type: 'text', text: type.title, marks: [titleMark] }]
      : written
  const content = conversion.blocks([...rest, ...node.children.slice(1)])
  const body: readonly LooseNode[] = content.length > 0 ? content : [{ type: 'paragraph', line }]
  if (found.isFoldable || type.panelType === 'expand') {
    const shown = plainText(words).trim() || type.title || found.name
    return { type: 'expand', attrs: { title: shown }, content: body, line }
  }
  const heading: LooseNode[] =
    words.length === 0 ? [] : [{ type: 'paragraph', content: words, line }]
  const attrs = { panelType: type.panelType }
  const whole = content.length > 0 || heading.length === 0 ? [...heading, ...body] : heading
  return { type: 'panel', attrs, content: whole, line }
}

const marker = /^\[!([a-z][a-z-]*)\]([+-]?)[ \t]*/i

interface Marker extends AlertMarker {
  readonly title: readonly PhrasingContent[]
  /** The lines of the paragraph below the first one. */
  readonly rest: readonly Paragraph[]
}

function findMarker({ children: [paragraph, ...others] }: Blockquote): Marker | undefined {
  if (paragraph?.type !== 'paragraph') return undefined
  const [first, ...more] = paragraph.children
  const read = first?.type === 'text' ? readMarker(first.value) : undefined
  if (first?.type !== 'text' || read === undefined) return undefined
  const words: PhrasingContent[] = [withWords(first, first.value.slice(read.length)), ...more]
  const { title, rest } = splitAtBreak(words)
  const last = title.at(-1)
  const isSentence = last?.type === 'text' && isWholeSentence(last.value)
  if (isSentence && rest.length === 0 && others.length === 0 && !mayFold(read))
    return { ...read, title: [], rest: [{ ...paragraph, children: title }] }
  return { ...read, title, rest: rest.length === 0 ? [] : [belowFirstLine(paragraph, rest)] }
}

/** A full sentence beside the marker with nothing below it is the text, not a title. */
function isWholeSentence(words: string): boolean {
  return /[.!?][)"'”’]?\s*$/.test(words)
}

function mayFold({ isFoldable, type }: AlertMarker): boolean {
  return isFoldable || type.panelType === 'expand'
}

/** The marker at the start of an alert. */
export interface AlertMarker {
  readonly type: AlertType
  readonly name: string
  readonly isFoldable: boolean
  readonly length: number
}

function readMarker(words: string): AlertMarker | undefined {
  if (!words.startsWith('[!')) return undefined
  const [whole, name = '', fold] = marker.exec(words) ?? []
  const type = findAlertType(name)
  if (whole === undefined || type === undefined) return undefined
  const shown = name[0]?.toUpperCase() + name.slice(1).toLowerCase()
  return { type, name: shown, isFoldable: fold !== '', length: whole.length }
}

/** Find the marker of an alert in the parser's buffer. */
function findPlainMarker(nodes: ParsedNodes, id: number): AlertMarker | undefined {
  const paragraph = firstChild(nodes, id, 'paragraph')
  const text = paragraph && firstChild(nodes, paragraph, 'text')
  return text === undefined ? undefined : readMarker(nodes.valueOf(text))
}

function firstChild(nodes: ParsedNodes, id: number, type: string): number | undefined {
  if (nodes.childCount(id) === 0) return undefined
  const child = nodes.childOf(id, 0)
  return nodes.typeOf(child) === type ? child : undefined
}

function writeAlert(
  id: number,
  marker: AlertMarker,
  page: PlainPage,
  allowed: ReadonlySet<string>,
): string | undefined {
  const { nodes } = page
  const { type, name, length } = marker
  const nodeType = mayFold(marker) ? 'expand' : 'panel'
  if (!allowed.has(nodeType)) return undefined
  const paragraph = nodes.childOf(id, 0)
  const count = nodes.childCount(paragraph)
  const { at, before, after } = endOfFirstLine(nodes, paragraph, length)
  if (nodeType === 'panel' && at === count && nodes.childCount(id) === 1) {
    const last = nodes.childOf(paragraph, count - 1)
    if (nodes.typeOf(last) === 'text' && isWholeSentence(nodes.valueOf(last))) return undefined
  }
  // Code in a title is told from code in a sentence by its marks, which only nodes have.
  for (let child = 1; child < at; child += 1) {
    if (nodes.typeOf(nodes.childOf(paragraph, child)) === 'inlineCode') return undefined
  }
  const first = at === 0 ? '' : nodes.valueOf(nodes.childOf(paragraph, 0)).slice(length)
  page.words = ''
  const title = joinWritten(
    writePart(first, strongMark, page),
    page.inlines(paragraph, strongMark, 1, at),
    writePart(before, strongMark, page),
  )
  const words = (title === '' ? type.title : page.words) ?? ''
  const shown = nodeType === 'expand' ? words.trim() || (type.title ?? name) : words
  page.addLine(shown)
  page.words = ''
  const rest = joinWritten(writePart(after, '', page), page.inlines(paragraph, '', at + 1))
  if (title === undefined || rest === undefined || mayBeMarker(count - at - 1, page.words)) {
    return undefined
  }
  // The general path keeps a paragraph below the title even if it is only space.
  if (at < count && rest === '') return undefined
  page.addLine(page.words)
  const blocks = page.blocks(id, nodeType, 1)
  const content = joinWritten(rest && `{"type":"paragraph","content":[${rest}]}`, blocks)
  if (content === undefined) return undefined
  const body = content || '{"type":"paragraph"}'
  if (nodeType === 'expand') {
    return `{"type":"expand","attrs":{"title":"${jsonInside(shown)}"},"content":[${body}]}`
  }
  const heading = title || (shown && jsonOfText(shown, strongMark))
  const whole =
    heading === '' ? body : joinWritten(`{"type":"paragraph","content":[${heading}]}`, content)
  return `{"type":"panel","attrs":{"panelType":"${type.panelType}"},"content":[${whole}]}`
}

const strongMark = JSON.stringify(titleMark)

/** Find the part of a paragraph in which its first line ends, and split that part there. */
function endOfFirstLine(
  nodes: ParsedNodes,
  paragraph: number,
  from: number,
): { at: number; before: string; after: string } {
  const count = nodes.childCount(paragraph)
  for (let at = 0; at < count; at += 1) {
    const child = nodes.childOf(paragraph, at)
    const type = nodes.typeOf(child)
    const value = type === 'text' ? nodes.valueOf(child).slice(at === 0 ? from : 0) : ''
    const newline = value.indexOf('\n')
    if (newline !== -1) {
      return { at, before: value.slice(0, newline).trimEnd(), after: value.slice(newline + 1) }
    }
    if (type === 'break') return { at, before: '', after: '' }
  }
  return { at: count, before: '', after: '' }
}

function splitAtBreak(nodes: readonly PhrasingContent[]): {
  title: PhrasingContent[]
  rest: PhrasingContent[]
} {
  const at = nodes.findIndex(
    (node) => node.type === 'break' || (node.type === 'text' && node.value.includes('\n')),
  )
  const node = nodes[at]
  if (node === undefined) return { title: [...nodes], rest: [] }
  const title = nodes.slice(0, at)
  const rest = nodes.slice(at + 1)
  if (node.type !== 'text') return { title, rest }
  const newline = node.value.indexOf('\n')
  return {
    title: [...title, withWords(node, node.value.slice(0, newline).trimEnd())],
    rest: [withWords(node, node.value.slice(newline + 1)), ...rest],
  }
}

function belowFirstLine(paragraph: Paragraph, children: PhrasingContent[]): Paragraph {
  const { position } = paragraph
  if (position === undefined) return { type: 'paragraph', children }
  const start = { ...position.start, line: position.start.line + 1 }
  return { type: 'paragraph', children, position: { ...position, start } }
}
