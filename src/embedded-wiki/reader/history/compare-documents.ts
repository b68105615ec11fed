/** Compares two documents by blocks, and by words within a block. @module */

import { nodeText } from '../../../adf/node-text.ts'
import type { AdfDoc } from '../../../adf/types.ts'
import { diffBlocks } from '../../../compare/diff-blocks.ts'
import {
  type AnyNode,
  type ByNodeType,
  byNodeType,
  contentOf,
  textValue,
  type UncheckedNode,
} from '../../../render/unchecked-node.ts'
import { parseWithoutEdges, withPointers } from './pointers.ts'
import { diffWords, distinctWords, type TextChange } from './word-diff.ts'

export interface ComparedBlock {
  readonly kind: TextBlock['kind']
  readonly changes: readonly TextChange[]
}

interface DocumentPair {
  readonly before: string
  readonly after: string
}

/** The cost limit of all word comparisons together; see `align`. */
const wordCells = 8_000_000

/** @returns The blocks of both documents in reading order. */
export function compareDocuments({ before, after }: DocumentPair): ComparedBlock[] {
  const old = readBlocks(before)
  const young = readBlocks(after)
  const { next, added } = diffBlocks(old, young, (text) => ({
    words: distinctWords(text),
    ends: '',
  }))
  const budget = { cells: wordCells }
  const addedBehind = (index: number): ComparedBlock[] =>
    (added.get(index) ?? []).map((at) => wholeBlock(young[at] as TextBlock, 'added'))
  // Replacements follow the blocks that they replace.
  let coming = addedBehind(-1)
  const compared = old.flatMap((block, index): ComparedBlock[] => {
    const now = young[next[index] as number]
    if (now === undefined) {
      for (const one of addedBehind(index)) coming.push(one)
      return [wholeBlock(block, 'removed')]
    }
    const before = coming
    coming = addedBehind(index)
    return [
      ...before,
      now.text === block.text
        ? wholeBlock(now, 'same')
        : { kind: now.kind, changes: diffWords(block.text, now.text, budget) },
    ]
  })
  return [...compared, ...coming]
}

function readBlocks(json: string): (TextBlock & { readonly canonical: string })[] {
  const blocks = textBlocks(parseWithoutEdges(json) as AdfDoc)
  return blocks.map((block) => ({ ...block, canonical: `${block.kind} ${block.text}` }))
}

function wholeBlock({ kind, text }: TextBlock, change: TextChange['kind']): ComparedBlock {
  return { kind, changes: [{ kind: change, text }] }
}

interface TextBlock {
  readonly kind: 'text' | 'heading' | 'item' | 'code' | 'row'
  readonly text: string
}

/** Blocks without words and images are left out. */
function textBlocks(doc: AdfDoc): TextBlock[] {
  return blocksOf(withPointers(doc.content), 'text').filter(({ text }) => text.trim() !== '')
}

type Kind = TextBlock['kind']
type ToBlocks = (node: AnyNode, kind: Kind) => TextBlock[]

function blocksOf(nodes: unknown, kind: Kind): TextBlock[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: AnyNode) => byNodeType(blocks, node, kind, blocksInside))
}

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
