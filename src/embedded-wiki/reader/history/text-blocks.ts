/** A document as a list of texts with pointers, one for each thing that a reader sees as one. @module */
import { nodeText } from '../../../adf/node-text.ts'
import type { AdfDoc } from '../../../adf/types.ts'
import {
  type AnyNode,
  type ByNodeType,
  byNodeType,
  contentOf,
  textValue,
  type UncheckedNode,
} from '../../../render/unchecked-node.ts'
import { withPointers } from './pointers.ts'

export interface TextBlock {
  readonly kind: 'text' | 'heading' | 'item' | 'code' | 'row'
  readonly text: string
}

/**
 * List the blocks, in order; what holds neither words nor images is left out.
 * @param doc Any document.
 */
export function textBlocks(doc: AdfDoc): TextBlock[] {
  return blocksOf(withPointers(doc.content), 'text').filter(({ text }) => text.trim() !== '')
}

type Kind = TextBlock['kind']
type ToBlocks = (node: AnyNode, kind: Kind) => TextBlock[]

function blocksOf(nodes: unknown, kind: Kind): TextBlock[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: AnyNode) => byNodeType(blocks, node, kind, blocksInside))
}

/** What stands in it, or its own words when nothing does. */
const blocksInside: ToBlocks = (node, kind) =>
  Array.isArray(node.content) ? blocksOf(node.content, kind) : one(node, kind)

const one: ToBlocks = (node, kind) => [{ kind, text: nodeText(node) }]
const item: ToBlocks = (node) => one(node, 'item')
const titled: ToBlocks = ({ attrs, content }, kind) => [
  { kind, text: textValue(attrs?.title) },
  ...blocksOf(content, kind),
]

const blocks: ByNodeType<Kind, TextBlock[]> = {
  paragraph: one,
  heading: (node) => one(node, 'heading'),
  text: blocksInside,
  hardBreak: blocksInside,
  rule: blocksInside,
  bulletList: blocksInside,
  orderedList: blocksInside,
  listItem: ({ content }) => blocksOf(content, 'item'),
  taskList: blocksInside,
  taskItem: item,
  blockTaskItem: blocksInside,
  decisionList: blocksInside,
  decisionItem: item,
  blockquote: blocksInside,
  codeBlock: (node) =>
    nodeText(node)
      .split('\n')
      .map((text) => ({ kind: 'code', text })),
  panel: blocksInside,
  table: blocksInside,
  tableRow: (node) => [{ kind: 'row', text: rowText(node) }],
  tableCell: blocksInside,
  tableHeader: blocksInside,
  expand: titled,
  nestedExpand: titled,
  mediaSingle: blocksInside,
  mediaGroup: blocksInside,
  media: blocksInside,
  mediaInline: blocksInside,
  caption: one,
  inlineCard: blocksInside,
  blockCard: blocksInside,
  embedCard: blocksInside,
  emoji: blocksInside,
  mention: blocksInside,
  date: blocksInside,
  status: blocksInside,
  placeholder: blocksInside,
  extension: blocksInside,
  bodiedExtension: blocksInside,
  inlineExtension: blocksInside,
  layoutSection: blocksInside,
  layoutColumn: blocksInside,
}

function rowText(row: UncheckedNode<'tableRow'>): string {
  return contentOf(row)
    .map((cell) => nodeText(cell).replaceAll('\n', ' '))
    .join(' | ')
}
