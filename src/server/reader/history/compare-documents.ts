/** Compares two documents by blocks, and by words within a block. @module */

import { type AnyNode, contentOf, findMark, textValue } from '../../../convert/adf/any-node.ts'
import { imageAddress } from '../../../convert/adf/images.ts'
import { nodeText } from '../../../convert/adf/node-text.ts'
import type { AdfDoc, AdfNodeType } from '../../../convert/adf/types.ts'
import {
  type AlignBudget,
  type Change,
  joinRuns,
  sequenceChanges,
} from '../../../convert/compare/align.ts'
import { diffBlocks } from '../../../convert/compare/diff-blocks.ts'
import { safeImageUrl } from '../../../convert/render/escape.ts'

export interface ComparedBlock {
  readonly kind: TextBlock['kind']
  readonly changes: readonly TextChange[]
}

interface DocumentPair {
  readonly before: string
  readonly after: string
}

/** Limits the cost of all word comparisons together; see `align`. */
const wordCells = 8_000_000

export function compareDocuments({ before, after }: DocumentPair): ComparedBlock[] {
  const old = readBlocks(before)
  const young = readBlocks(after)
  const { next, added } = diffBlocks(old, young, (text) => ({
    words: distinctWords(text),
    ends: '',
  }))
  const budget = { cells: wordCells }
  const addedBehind = (index: number): ComparedBlock[] =>
    (added.get(index) ?? []).map((position) => wholeBlock(young[position] as TextBlock, 'added'))
  // Replacements follow the blocks that they replace.
  let coming = addedBehind(-1)
  const compared = old.flatMap((block, index): ComparedBlock[] => {
    const youngBlock = young[next[index] as number]
    if (youngBlock === undefined) {
      for (const added of addedBehind(index)) coming.push(added)
      return [wholeBlock(block, 'removed')]
    }
    const precedingBlocks = coming
    coming = addedBehind(index)
    return [
      ...precedingBlocks,
      youngBlock.text === block.text
        ? wholeBlock(youngBlock, 'same')
        : { kind: youngBlock.kind, changes: diffWords(block.text, youngBlock.text, budget) },
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

function textBlocks(doc: AdfDoc): TextBlock[] {
  return blocksOf(withPointers(doc.content), 'text').filter(({ text }) => text.trim() !== '')
}

type Kind = TextBlock['kind']
type ToBlocks = (node: AnyNode, kind: Kind) => TextBlock[]

function blocksOf(nodes: unknown, kind: Kind): TextBlock[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node: AnyNode) => {
    const ownBlocks = Object.hasOwn(blocks, node.type)
      ? blocks[node.type as AdfNodeType]
      : undefined
    return (ownBlocks ?? blocksInside)(node, kind)
  })
}

const blocksInside: ToBlocks = (node, kind) =>
  Array.isArray(node.content) ? blocksOf(node.content, kind) : toBlocks(node, kind)

const toBlocks: ToBlocks = (node, kind) => [{ kind, text: nodeText(node) }]
const item: ToBlocks = (node) => toBlocks(node, 'item')
const titled: ToBlocks = ({ attrs, content }, kind) => [
  { kind, text: textValue(attrs?.title) },
  ...blocksOf(content, kind),
]

/** How to compare each kind of block. Other nodes are compared by the blocks inside them. */
const blocks: Partial<Record<AdfNodeType, ToBlocks>> = {
  paragraph: toBlocks,
  caption: toBlocks,
  heading: (node) => toBlocks(node, 'heading'),
  listItem: ({ content }) => blocksOf(content, 'item'),
  taskItem: item,
  decisionItem: item,
  codeBlock: (node) =>
    nodeText(node)
      .split('\n')
      .map((text) => ({ kind: 'code', text })),
  tableRow: (node) => [{ kind: 'row', text: rowText(node) }],
  expand: titled,
  nestedExpand: titled,
}

function rowText(row: AnyNode): string {
  return contentOf(row)
    .map((cell) => nodeText(cell).replaceAll('\n', ' '))
    .join(' | ')
}

export interface Pointer {
  readonly kind: 'link' | 'image'
  readonly address: string
  readonly name: string
}

const edge = '\0'

const pointerPattern = '\\0[^\\0]*\\0'

/**
 * Removes NUL characters, which mark pointers.
 * @param json The document as JSON text.
 */
function parseWithoutEdges(json: string): unknown {
  const escaped = '\\u0000'
  if (!json.includes(escaped)) return JSON.parse(json)
  return JSON.parse(json.replace(/\\(?:u0000|.)/gs, (match) => (match === escaped ? '' : match)))
}

/** Adds pointers behind the words of links and in place of images. */
function withPointers(nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes
  return nodes.flatMap((node: AnyNode, index) => {
    const address = linkOf(node)
    const image = shownAddress(node)
    const child =
      image === undefined
        ? { ...node, content: withPointers(node.content) }
        : textNode({ kind: 'image', address: image, name: textValue(node.attrs?.alt) })
    // Marks split a link into several text nodes.
    const isLast = address !== linkOf(nodes[index + 1])
    return address === undefined || !isLast
      ? [child]
      : [child, textNode({ kind: 'link', address, name: '' })]
  })
}

export function splitPointers(text: string): (string | Pointer)[] {
  return text
    .split(new RegExp(`(${pointerPattern})`))
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(edge) ? (JSON.parse(part.slice(1, -1)) as Pointer) : part))
}

function linkOf(node: AnyNode | undefined): string | undefined {
  const address = node && textValue(findMark(node, 'link')?.attrs?.href)
  return address === '' ? undefined : address
}

function shownAddress(node: AnyNode): string | undefined {
  const address = imageAddress(node)
  return address === undefined ? undefined : safeImageUrl(address)
}

function textNode(pointer: Pointer): AnyNode {
  return { type: 'text', text: `${edge}${JSON.stringify(pointer)}${edge}` }
}

export interface TextChange {
  readonly kind: Change<string>['kind']
  readonly text: string
}

/** Words, runs of space, or single other characters. Scripts without spaces are compared by character. */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]]+|\s+|./gsv

const token = new RegExp(`${pointerPattern}|${word.source}`, word.flags)

/** @param budget When it is used up, the whole differing middle becomes one change. */
export function diffWords(before: string, after: string, budget?: AlignBudget): TextChange[] {
  const changes = sequenceChanges(wordsOf(before), wordsOf(after), budget)
  return joinRuns(changes.flatMap(changeSpaces)).map(({ kind, items }) => ({
    kind,
    text: items.join(''),
  }))
}

function changeSpaces(
  change: Change<string>,
  index: number,
  all: readonly Change<string>[],
): Change<string>[] {
  const isBetween = index > 0 && index < all.length - 1
  if (change.kind !== 'same' || !isBetween || change.items.some((item) => item.trim() !== '')) {
    return [change]
  }
  return [
    { kind: 'removed', items: change.items },
    { kind: 'added', items: change.items },
  ]
}

function distinctWords(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => /[\p{L}\p{N}]/u.test(word)))
}

function wordsOf(text: string): string[] {
  return text.match(token) ?? []
}
