/** The nodes of the parser's tree by type: which members each has, and where the parser's buffer has them. @module */
import type { AlignType, Nodes } from 'mdast'

/** The types of what the parser makes. */
export type NodeType = Nodes['type']
/** Where a node stands. */
export type Position = NonNullable<Nodes['position']>

/** What the parser made, as far as a node reads in it. */
interface NodeSource {
  lineOf(id: number): number
  positionOf(id: number): Position | undefined
  childCount(id: number): number
  childOf(id: number, index: number): number
  node(id: number): Nodes
  text(id: number, offset: number): string
  number(id: number, offset: number): number
  byte(id: number, offset: number): number
  columnCount(id: number): number
  alignOf(id: number, column: number): AlignType
}

/**
 * Make a node, and what it holds when that is asked for.
 * @param nodes All of its document.
 * @param id Its number.
 * @param row What the table says of its type.
 */
export function makeNode(nodes: NodeSource, id: number, { type, isLeaf, read }: TypeRow): Nodes {
  const node = isLeaf ? new ParsedNode(type, nodes, id) : new ParsedParent(type, nodes, id)
  // By its row it has the members of its type.
  read?.(node as object as Members, nodes, id)
  return node as object as Nodes
}

/** A node of the parser; `line` is what nearly all of its position is asked for. */
export class ParsedNode {
  readonly type: NodeType
  readonly nodes: NodeSource
  readonly id: number

  constructor(type: NodeType, nodes: NodeSource, id: number) {
    this.type = type
    this.nodes = nodes
    this.id = id
  }

  /** From 1; 0 where nobody wrote it. */
  get line(): number {
    return this.nodes.lineOf(this.id)
  }

  get position(): Position | undefined {
    return this.nodes.positionOf(this.id)
  }
}

class ParsedParent extends ParsedNode {
  #children: Nodes[] | undefined

  get children(): Nodes[] {
    if (this.#children === undefined) {
      const { nodes, id } = this
      const count = nodes.childCount(id)
      const children: Nodes[] = []
      for (let index = 0; index < count; index += 1)
        children.push(nodes.node(nodes.childOf(id, index)))
      this.#children = children
    }
    return this.#children
  }

  set children(children: Nodes[]) {
    this.#children = children
  }

  /** Give one of those that it holds without keeping it, which a long document would feel. */
  childAt(index: number): Nodes {
    const { nodes, id } = this
    return this.#children?.[index] ?? nodes.node(nodes.childOf(id, index))
  }

  *[Symbol.iterator](): Generator<Nodes> {
    const count = this.nodes.childCount(this.id)
    for (let index = 0; index < count; index += 1) yield this.childAt(index)
  }
}

/** What nodes have beside their type, position and children. */
interface Members {
  align: AlignType[]
  alt: string
  checked: boolean | null
  depth: number
  identifier: string
  lang: string | null
  meta: string | null
  ordered: boolean
  referenceType: string
  start: number | null
  title: string | null
  url: string
  value: string
}

type Read = (node: Members, nodes: NodeSource, id: number) => void

/** What there is to know of a type. */
export interface TypeRow {
  readonly type: NodeType
  readonly isLeaf?: true
  /** Read the members of a node. */
  readonly read?: Read
}

const referenceTypes = ['shortcut', 'collapsed', 'full'] as const

const valueAt =
  (offset: number): Read =>
  (node, nodes, id) => {
    node.value = nodes.text(id, offset)
  }

/** By the parser's number of a type: where its buffer has the members. */
export const rows: Readonly<Record<number, TypeRow>> = {
  0: { type: 'root' },
  1: { type: 'paragraph' },
  2: {
    type: 'heading',
    read(node, nodes, id) {
      node.depth = nodes.byte(id, 0)
    },
  },
  3: { type: 'thematicBreak', isLeaf: true },
  4: { type: 'blockquote' },
  5: {
    type: 'list',
    read(node, nodes, id) {
      node.ordered = nodes.byte(id, 4) !== 0
      node.start = node.ordered ? nodes.number(id, 0) : null
    },
  },
  6: {
    type: 'listItem',
    read(node, nodes, id) {
      const checked = nodes.byte(id, 0)
      node.checked = checked === 2 ? null : checked === 1
    },
  },
  7: { type: 'html', isLeaf: true, read: valueAt(0) },
  8: {
    type: 'code',
    isLeaf: true,
    read(node, nodes, id) {
      node.lang = nodes.text(id, 0) || null
      node.meta = nodes.text(id, 8) || null
      node.value = nodes.text(id, 16)
    },
  },
  9: {
    type: 'definition',
    isLeaf: true,
    read(node, nodes, id) {
      node.url = nodes.text(id, 0)
      node.title = nodes.text(id, 8) || null
      node.identifier = nodes.text(id, 16)
    },
  },
  10: { type: 'text', isLeaf: true, read: valueAt(0) },
  11: { type: 'emphasis' },
  12: { type: 'strong' },
  13: { type: 'inlineCode', isLeaf: true, read: valueAt(0) },
  14: { type: 'break', isLeaf: true },
  15: {
    type: 'link',
    read(node, nodes, id) {
      node.url = nodes.text(id, 0)
      node.title = nodes.text(id, 8) || null
    },
  },
  16: {
    type: 'image',
    isLeaf: true,
    read(node, nodes, id) {
      node.url = nodes.text(id, 0)
      node.alt = nodes.text(id, 8)
      node.title = nodes.text(id, 16) || null
    },
  },
  17: { type: 'linkReference', read: readReference },
  18: {
    type: 'imageReference',
    isLeaf: true,
    read(node, nodes, id) {
      readReference(node, nodes, id)
      node.alt = nodes.text(id, 20)
    },
  },
  19: { type: 'footnoteDefinition', read: readIdentifier },
  20: { type: 'footnoteReference', isLeaf: true, read: readIdentifier },
  21: {
    type: 'table',
    read(node, nodes, id) {
      node.align = []
      const columns = nodes.columnCount(id)
      for (let column = 0; column < columns; column += 1) {
        node.align.push(nodes.alignOf(id, column))
      }
    },
  },
  22: { type: 'tableRow' },
  23: { type: 'tableCell' },
  24: { type: 'delete' },
  25: { type: 'yaml', isLeaf: true, read: valueAt(0) },
  26: { type: 'toml', isLeaf: true, read: valueAt(0) },
  27: {
    type: 'math',
    isLeaf: true,
    read(node, nodes, id) {
      node.meta = nodes.text(id, 0) || null
      node.value = nodes.text(id, 8)
    },
  },
  28: { type: 'inlineMath', isLeaf: true, read: valueAt(8) },
  35: { type: 'descriptionList' },
  36: { type: 'descriptionTerm' },
  37: { type: 'descriptionDetails' },
}

function readIdentifier(node: Members, nodes: NodeSource, id: number): void {
  node.identifier = nodes.text(id, 0)
}

function readReference(node: Members, nodes: NodeSource, id: number): void {
  readIdentifier(node, nodes, id)
  node.referenceType = referenceTypes[nodes.byte(id, 16)] ?? 'shortcut'
}
