/**
 * The second pass: makes loose ADF valid. Blocks that ADF cannot nest are lifted, flattened or
 * rewritten; every word stays, in its order, and each change is a warning.
 * @module
 */
import { nodeRules } from '../adf/content-rules.ts'
import { isTabId } from '../adf/local-ids.ts'
import { markParents } from '../adf/mark-rules.ts'
import type { AdfMark } from '../adf/marks.ts'
import type { AdfParentType } from '../adf/node-row.ts'
import { isPanelTitle, panelNames } from '../adf/panel-titles.ts'
import type { AdfDoc, AdfNode, AdfNodeType } from '../adf/types.ts'
import { append } from '../base/append.ts'
import { fitSentence, strongParagraph, tableRowsAsParagraphs } from './fit-sentence.ts'
import type { HeadingList } from './headings.ts'
import { type LooseNode, withContent } from './loose-adf.ts'
import type { Warnings } from './warnings.ts'

export interface Fitting {
  readonly warnings: Warnings
  /** Names the places of headings that become paragraphs. */
  readonly headings: Pick<HeadingList, 'placeOf'>
}

/**
 * Make a block valid.
 * @returns What the document holds in its place.
 */
export function fit(block: LooseNode, fitting: Fitting): AdfDoc['content'] {
  // `fitChildren` has checked each node against the rules for a document.
  return fitChildren('doc', [block], 1, fitting).map(nodeOf) as AdfDoc['content']
}

type Piece = AdfNode | Lifted

/** A piece that the parent cannot hold; it goes behind the part of the parent before it. */
interface Lifted {
  readonly lifted: AdfNode
}

function isPlaced(piece: Piece): piece is AdfNode {
  return !('lifted' in piece)
}

function nodeOf(piece: Piece): AdfNode {
  return isPlaced(piece) ? piece : piece.lifted
}

function fitChildren(
  parentType: AdfParentType,
  children: readonly LooseNode[],
  parentLine: number,
  fitting: Fitting,
): Piece[] {
  const pieces: Piece[] = []
  const allowed = nodeRules[parentType].children
  for (const [index, child] of children.entries()) {
    const line = child.line ?? parentLine
    // Tabs belong together, so only the first gets a warning.
    const isTold = isTab(child) && isTab(children[index - 1])
    const parts: readonly LooseNode[] = allowed.has(child.type)
      ? fitNode(child, line, fitting)
      : [child]
    for (const part of parts) {
      // Most parts fit once their content does; the others are placed until they fit.
      if (allowed.has(part.type)) {
        pieces.push(withoutMisplacedMarks(parentType, part as AdfNode, line, fitting))
      } else append(pieces, placeMisfit(parentType, part, { line, isTold }, fitting))
    }
  }
  return pieces
}

function isTab(node: LooseNode | undefined): boolean {
  return node?.type === 'expand' && isTabId(node.attrs?.localId)
}

function withoutMisplacedMarks(
  parentType: AdfParentType,
  node: AdfNode,
  line: number,
  fitting: Fitting,
): AdfNode {
  if (!('marks' in node) || node.marks === undefined) return node
  const isAllowed = ({ type }: AdfMark): boolean => markParents[type]?.has(parentType) !== false
  if (node.marks.every(isAllowed)) return node
  fitting.warnings.add('alignment-dropped', line)
  const { marks, ...rest } = node
  const placed = marks.filter(isAllowed)
  // ADF allows fewer marks on a node, never more than it had.
  return (placed.length === 0 ? rest : { ...rest, marks: placed }) as AdfNode
}

function placeMisfit(
  parentType: AdfParentType,
  child: LooseNode,
  { line, isTold }: { readonly line: number; readonly isTold: boolean },
  fitting: Fitting,
): Piece[] {
  const again = (nodes: readonly LooseNode[]): Piece[] =>
    fitChildren(parentType, nodes, line, fitting)
  switch (misfitAction(parentType, child.type)) {
    case 'strong-paragraph':
      fitting.warnings.add('heading-flattened', line)
      return again([strongParagraph(child, fitting.headings.placeOf(child.attrs))])
    case 'flatten':
      if (child.type === 'blockquote') fitting.warnings.add('quote-flattened', line)
      else if (child.type === 'panel') fitting.warnings.add('panel-flattened', line)
      return again([...titleParagraph(child), ...(child.content ?? [])])
    case 'nested-expand':
      return again([nestedExpand(child)])
    case 'flatten-table':
      fitting.warnings.add('table-flattened', line)
      return again(tableRowsAsParagraphs(child))
    case 'drop':
      fitting.warnings.add('rule-dropped', line)
      return []
    case 'lift':
      // A part without a line was lifted before and keeps rising.
      if (child.line === undefined) return [{ lifted: child as AdfNode }]
      if (!isTold) fitting.warnings.add('block-lifted', line)
      return fitNode(child, line, fitting).map((lifted) => ({ lifted }))
  }
}

function nestedExpand(node: LooseNode): LooseNode {
  if (node.type !== 'expand') return node
  return { ...node, attrs: { title: '', ...node.attrs }, type: 'nestedExpand' }
}

/** Keep the title of an expand as text, and the kind of a panel that has no title of its own. */
function titleParagraph(node: LooseNode): AdfNode[] {
  const isExpand = node.type === 'expand' || node.type === 'nestedExpand'
  const isNamed = node.type === 'panel' && !isPanelTitle(node.content?.[0])
  const title = isExpand ? node.attrs?.title : isNamed && panelNames[node.attrs.panelType]
  if (!title) return []
  return [
    { type: 'paragraph', content: [{ type: 'text', text: title, marks: [{ type: 'strong' }] }] },
  ]
}

function fitNode(node: LooseNode, line: number, fitting: Fitting): AdfNode[] {
  const { type, content = [] } = node
  const { children, minChildren } = nodeRules[type]
  if (type !== 'codeBlock' && children.has('text')) return fitSentence(node, line, fitting.warnings)
  // Leaves hold nothing, and code holds only text without marks.
  if (children.size === 0 || type === 'codeBlock') return [withContent(node, content as AdfNode[])]
  const pieces = fitChildren(type, content, line, fitting)
  if (pieces.every(isPlaced) && pieces.length >= minChildren) return [withContent(node, pieces)]
  return split(node, pieces)
}

/** Close the node before each lifted piece and open it again after it. */
function split(node: LooseNode, pieces: readonly Piece[]): AdfNode[] {
  const parts: AdfNode[] = []
  let open: AdfNode[] = []
  let placed = 0
  let isClosed = false
  const close = (): void => {
    if (open.length > 0) parts.push(withContent(nextPart(node, placed), open))
    placed += open.length
    open = []
  }
  for (const piece of pieces) {
    if (!isPlaced(piece) || isClosed) {
      close()
      parts.push(nodeOf(piece))
      // A second item would show a bullet or number that the writer did not ask for.
      isClosed = node.type === 'listItem'
    } else open.push(piece)
  }
  close()
  // Nothing is left for the node itself; its title stays, before what was lifted out of it.
  if (placed === 0 && parts.length > 0) return [...titleParagraph(node), ...parts]
  if (parts.length > 0 || !nodeRules[node.type].children.has('paragraph')) return parts
  return [withContent(node, [{ type: 'paragraph' }])]
}

function nextPart(node: LooseNode, placed: number): LooseNode {
  if (placed === 0) return node
  if (node.type === 'orderedList') {
    return { ...node, attrs: { ...node.attrs, order: (node.attrs?.order ?? 1) + placed } }
  }
  if (node.type === 'taskList') {
    return { ...node, attrs: { localId: `${node.attrs.localId}-${placed}` } }
  }
  return node
}

export type MisfitAction =
  /** The block moves behind its parent, which opens again below it. */
  | 'lift'
  /** The block is replaced by its content. */
  | 'flatten'
  /** A heading becomes a bold paragraph. */
  | 'strong-paragraph'
  | 'nested-expand'
  | 'flatten-table'
  | 'drop'

type Row = Readonly<Partial<Record<AdfNodeType, MisfitAction>>>

const inCell: Row = {
  table: 'flatten-table',
  expand: 'nested-expand',
  bodiedExtension: 'flatten',
  layoutSection: 'flatten',
  layoutColumn: 'flatten',
}
const inQuote: Row = { heading: 'strong-paragraph', blockquote: 'flatten', rule: 'drop' }

/** Keyed by parent, then by child; all other combinations are lifted. */
const misfits: Readonly<Partial<Record<AdfParentType, Row>>> = {
  listItem: inQuote,
  blockquote: inQuote,
  panel: { blockquote: 'flatten', panel: 'flatten' },
  expand: { expand: 'nested-expand' },
  nestedExpand: { expand: 'flatten', nestedExpand: 'flatten' },
  tableCell: inCell,
  tableHeader: inCell,
}

/** Decide what becomes of a child that its parent cannot hold. */
function misfitAction(parentType: AdfParentType, childType: AdfNodeType): MisfitAction {
  return misfits[parentType]?.[childType] ?? 'lift'
}
