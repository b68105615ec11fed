/**
 * The second pass: makes loose ADF valid by the content rules. Blocks that ADF cannot nest are
 * lifted, flattened or rewritten, so that every word stays and in its order; each such change is a
 * warning.
 * @module
 */
import { markParents, nodeRules } from '../adf/content-rules.ts'
import type { AdfDoc, AdfMark, AdfNode } from '../adf/types.ts'
import { fitSentence, strongParagraph, tableRowsAsParagraphs } from './fit-sentence.ts'
import { type LooseNode, withContent } from './loose-adf.ts'
import { misfitAction } from './misfits.ts'
import type { Warnings } from './warnings.ts'

/**
 * Make valid ADF.
 * @param blocks What the handlers produced for the document.
 * @param warnings Takes what had to be changed.
 */
export function fit(blocks: readonly LooseNode[], warnings: Warnings): AdfDoc {
  const content = fitChildren('doc', blocks, 1, warnings).map(nodeOf)
  // An empty page is one empty paragraph: the editor refuses a document without a block.
  return {
    version: 1,
    type: 'doc',
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  }
}

type Piece = AdfNode | Lifted

/** The parent cannot hold it: it belongs after the part of the parent before it. */
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
  parentType: string,
  children: readonly LooseNode[],
  parentLine: number,
  warnings: Warnings,
): Piece[] {
  const pieces: Piece[] = []
  const allowed = nodeRules[parentType]?.children as ReadonlySet<string>
  for (const child of children) {
    const line = child.line ?? parentLine
    for (const part of allowed.has(child.type) ? fitNode(child, line, warnings) : [child]) {
      // Most parts fit as they are; the others go on until they do.
      if (allowed.has(part.type) && part !== child) {
        pieces.push(withoutMisplacedMarks(parentType, part, line, warnings))
      }
      // Not `push(...)`: a part may hold more than a call has arguments.
      else for (const piece of placeMisfit(parentType, part, line, warnings)) pieces.push(piece)
    }
  }
  return pieces
}

function withoutMisplacedMarks(
  parentType: string,
  node: AdfNode,
  line: number,
  warnings: Warnings,
): AdfNode {
  if (node.marks === undefined) return node
  const isAllowed = ({ type }: AdfMark): boolean => markParents[type]?.has(parentType) !== false
  if (node.marks.every(isAllowed)) return node
  warnings.add('alignment-dropped', line)
  const { marks, ...rest } = node
  const placed = marks.filter(isAllowed)
  return placed.length === 0 ? rest : { ...rest, marks: placed }
}

function placeMisfit(
  parentType: string,
  child: LooseNode,
  line: number,
  warnings: Warnings,
): Piece[] {
  const again = (nodes: readonly LooseNode[]): Piece[] =>
    fitChildren(parentType, nodes, line, warnings)
  switch (misfitAction(parentType, child.type)) {
    case 'strong-paragraph':
      warnings.add('heading-flattened', line)
      return again([strongParagraph(child)])
    case 'flatten':
      if (child.type === 'blockquote') warnings.add('quote-flattened', line)
      else if (child.type === 'panel') warnings.add('panel-flattened', line)
      return again([...titleParagraph(child), ...(child.content ?? [])])
    case 'nested-expand':
      return again([{ ...child, attrs: { title: '', ...child.attrs }, type: 'nestedExpand' }])
    case 'flatten-table':
      warnings.add('table-flattened', line)
      return again(tableRowsAsParagraphs(child))
    case 'drop':
      warnings.add('rule-dropped', line)
      return []
    default:
      // A part without a line was lifted before, and goes on up.
      if (child.line === undefined) return [{ lifted: child }]
      warnings.add('block-lifted', line)
      return fitNode(child, line, warnings).map((lifted) => ({ lifted }))
  }
}

/** The title of an expand is text too. */
function titleParagraph(node: LooseNode): AdfNode[] {
  const title = node.attrs?.title
  if (typeof title !== 'string' || title === '') return []
  return [
    { type: 'paragraph', content: [{ type: 'text', text: title, marks: [{ type: 'strong' }] }] },
  ]
}

/** Make one node valid; several come of one that had to be split. */
function fitNode(node: LooseNode, line: number, warnings: Warnings): AdfNode[] {
  const { type, content = [] } = node
  const { children, minChildren } = nodeRules[type] ?? { children: new Set(), minChildren: 0 }
  if (type !== 'codeBlock' && children.has('text')) return fitSentence(node, line, warnings)
  if (children.size === 0 || type === 'codeBlock') return [withContent(node, content as AdfNode[])]
  const pieces = fitChildren(type, content, line, warnings)
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
      // A second item would show a bullet or number of its own, which the writer did not ask for.
      isClosed = node.type === 'listItem'
    } else open.push(piece)
  }
  close()
  // Nothing was left for the node itself; its title stays, before what was lifted out of it.
  if (placed === 0 && parts.length > 0) return [...titleParagraph(node), ...parts]
  if (parts.length > 0 || !nodeRules[node.type]?.children.has('paragraph')) return parts
  return [withContent(node, [{ type: 'paragraph' }])]
}

function nextPart(node: LooseNode, placed: number): LooseNode {
  if (placed === 0) return node
  if (node.type === 'orderedList') {
    const start = typeof node.attrs?.order === 'number' ? node.attrs.order : 1
    return { ...node, attrs: { ...node.attrs, order: start + placed } }
  }
  if (node.type === 'taskList') {
    return { ...node, attrs: { localId: `${node.attrs?.localId}-${placed}` } }
  }
  return node
}
