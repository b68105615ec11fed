/** An alert: a quote that begins with `[!NOTE]`, as on GitHub, or with a title too, as in Obsidian. @module */
import type { Blockquote, Paragraph, PhrasingContent } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import { type AlertType, findAlertType } from '../alert-types.ts'
import type { Conversion } from '../conversion.ts'
import { type LooseNode, plainText } from '../loose-adf.ts'
import { lineOf, withWords } from '../parse-markdown.ts'
import type { ParsedNodes } from '../parsed-nodes.ts'

/**
 * Convert a quote that is an alert to a panel, or to an expand when it can be folded.
 * @returns The panel; `undefined` for a quote that is none.
 */
export function alert(node: Blockquote, conversion: Conversion): LooseNode | undefined {
  const found = findMarker(node)
  if (found === undefined) return undefined
  const { type, isFoldable, title, rest } = found
  const line = lineOf(node)
  const written = conversion.inlines(title, [strong])
  const words: readonly LooseNode[] =
    written.length === 0 && type.title
      ? [{ type: 'text', text: type.title, marks: [strong] }]
      : written
  const content = conversion.blocks([...rest, ...node.children.slice(1)])
  const body: readonly LooseNode[] = content.length > 0 ? content : [{ type: 'paragraph', line }]
  if (isFoldable || type.panelType === 'expand') {
    const shown = plainText(words).trim() || type.title || found.name
    return { type: 'expand', attrs: { title: shown }, content: body, line }
  }
  const heading: LooseNode[] =
    words.length === 0 ? [] : [{ type: 'paragraph', content: words, line }]
  const attrs = { panelType: type.panelType }
  const whole = content.length > 0 || heading.length === 0 ? [...heading, ...body] : heading
  return { type: 'panel', attrs, content: whole, line }
}

const strong: AdfMark = { type: 'strong' }
const marker = /^\[!([a-z][a-z-]*)\]([+-]?)[ \t]*/i

interface Marker {
  readonly type: AlertType
  readonly name: string
  readonly isFoldable: boolean
  readonly title: readonly PhrasingContent[]
  /** What the paragraph goes on with below its first line. */
  readonly rest: readonly Paragraph[]
}

/** Tell from what the parser made whether a quote begins like an alert. */
export function mayBeAlert(nodes: ParsedNodes, id: number): boolean {
  const paragraph = firstChild(nodes, id, 'paragraph')
  const text = paragraph && firstChild(nodes, paragraph, 'text')
  return text !== undefined && nodes.valueOf(text).startsWith('[!')
}

function firstChild(nodes: ParsedNodes, id: number, type: string): number | undefined {
  if (nodes.childCount(id) === 0) return undefined
  const child = nodes.childOf(id, 0)
  return nodes.typeOf(child) === type ? child : undefined
}

function findMarker({ children: [paragraph] }: Blockquote): Marker | undefined {
  if (paragraph?.type !== 'paragraph') return undefined
  const [first, ...others] = paragraph.children
  if (first?.type !== 'text' || !first.value.startsWith('[!')) return undefined
  const [whole, name = '', fold] = marker.exec(first.value) ?? []
  const type = findAlertType(name)
  if (whole === undefined || type === undefined) return undefined
  const words: PhrasingContent[] = [withWords(first, first.value.slice(whole.length)), ...others]
  const { title, rest } = splitAtBreak(words)
  return {
    type,
    name: name[0]?.toUpperCase() + name.slice(1).toLowerCase(),
    isFoldable: fold !== '',
    title,
    rest: rest.length === 0 ? [] : [belowFirstLine(paragraph, rest)],
  }
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
