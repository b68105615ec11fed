/**
 * The parser's tree as mdast nodes, each made from the parser's buffer when somebody asks for it. With
 * `parse-markdown`, all that knows the parser.
 * @module
 */
import type { Nodes } from 'mdast'
import type { MdastReader } from 'satteri'

type NodeType = Nodes['type']
type Position = NonNullable<Nodes['position']>

/**
 * All nodes of a document by number: 0 is the root, and a parent comes before what it holds. Else they
 * are in no order, and some may be left that no parent holds.
 */
export class ParsedNodes {
  readonly count: number
  readonly #reader: MdastReader

  /** @param reader Holds the buffer. */
  constructor(reader: MdastReader) {
    this.#reader = reader
    this.count = reader.nodeCount
  }

  /** Tell the type of a node, which takes far less than the node. */
  typeOf(id: number): NodeType {
    return this.#row(id).type
  }

  /** Tell which node holds a node. */
  parentOf(id: number): number {
    return this.#reader.getParentId(id)
  }

  /** List what a node holds. */
  childrenOf(id: number): readonly number[] {
    return this.#reader.getChildIds(id)
  }

  /** Tell where a node stands; `undefined` for one that nobody wrote. */
  positionOf(id: number): Position | undefined {
    return this.#reader.getPosition(id)
  }

  /** Make a node: another object each time, and what it holds when that is asked for. */
  node(id: number): Nodes {
    const { type, isLeaf, read } = this.#row(id)
    const node = isLeaf ? new ParsedNode(type, this, id) : new ParsedParent(type, this, id)
    read?.(node as object as Members, this.#reader, id)
    // By its row it has the members of its type.
    return node as object as Nodes
  }

  /** Tell whether the document has a node of a type. */
  has(type: NodeType): boolean {
    for (let id = 0; id < this.count; id += 1) if (this.typeOf(id) === type) return true
    return false
  }

  #row(id: number): Row {
    const row = rows[this.#reader.getNodeType(id)]
    if (row === undefined) throw new TypeError('the parser made a node of an unknown type')
    return row
  }
}

class ParsedNode {
  readonly type: NodeType
  readonly #nodes: ParsedNodes
  readonly #id: number

  constructor(type: NodeType, nodes: ParsedNodes, id: number) {
    this.type = type
    this.#nodes = nodes
    this.#id = id
  }

  get position(): Position | undefined {
    return this.#nodes.positionOf(this.#id)
  }

  protected childIds(): readonly number[] {
    return this.#nodes.childrenOf(this.#id)
  }

  protected child(id: number): Nodes {
    return this.#nodes.node(id)
  }
}

class ParsedParent extends ParsedNode {
  #children: Nodes[] | undefined

  get children(): Nodes[] {
    this.#children ??= this.childIds().map((id) => this.child(id))
    return this.#children
  }

  set children(children: Nodes[]) {
    this.#children = children
  }

  /** Go through what it holds without keeping it, which a long document would feel. */
  *[Symbol.iterator](): Generator<Nodes> {
    if (this.#children !== undefined) yield* this.#children
    else for (const id of this.childIds()) yield this.child(id)
  }
}

/** What nodes have beside their type, position and children. */
interface Members {
  align: readonly (string | null)[]
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

type Read = (node: Members, reader: MdastReader, id: number) => void

interface Row {
  readonly type: NodeType
  readonly isLeaf?: true
  /** Read the members of a node. */
  readonly read?: Read
}

const referenceTypes = ['shortcut', 'collapsed', 'full'] as const

const valueAt =
  (offset: number): Read =>
  (node, reader, id) => {
    node.value = reader.fieldString(id, offset)
  }

/** By the parser's number of a type: where its buffer has the members. */
const rows: Readonly<Record<number, Row>> = {
  0: { type: 'root' },
  1: { type: 'paragraph' },
  2: {
    type: 'heading',
    read(node, reader, id) {
      node.depth = reader.fieldU8(id, 0, 1)
    },
  },
  3: { type: 'thematicBreak', isLeaf: true },
  4: { type: 'blockquote' },
  5: {
    type: 'list',
    read(node, reader, id) {
      const { ordered, start } = reader.getListData(id)
      node.ordered = ordered
      node.start = ordered ? start : null
    },
  },
  6: {
    type: 'listItem',
    read(node, reader, id) {
      const checked = reader.fieldU8(id, 0, 2)
      node.checked = checked === 2 ? null : checked === 1
    },
  },
  7: { type: 'html', isLeaf: true, read: valueAt(0) },
  8: {
    type: 'code',
    isLeaf: true,
    read(node, reader, id) {
      node.lang = reader.fieldString(id, 0) || null
      node.meta = reader.fieldString(id, 8) || null
      node.value = reader.fieldString(id, 16)
    },
  },
  9: {
    type: 'definition',
    isLeaf: true,
    read(node, reader, id) {
      node.url = reader.fieldString(id, 0)
      node.title = reader.fieldString(id, 8) || null
      node.identifier = reader.fieldString(id, 16)
    },
  },
  10: { type: 'text', isLeaf: true, read: valueAt(0) },
  11: { type: 'emphasis' },
  12: { type: 'strong' },
  13: { type: 'inlineCode', isLeaf: true, read: valueAt(0) },
  14: { type: 'break', isLeaf: true },
  15: {
    type: 'link',
    read(node, reader, id) {
      node.url = reader.fieldString(id, 0)
      node.title = reader.fieldString(id, 8) || null
    },
  },
  16: {
    type: 'image',
    isLeaf: true,
    read(node, reader, id) {
      node.url = reader.fieldString(id, 0)
      node.alt = reader.fieldString(id, 8)
      node.title = reader.fieldString(id, 16) || null
    },
  },
  17: { type: 'linkReference', read: readReference },
  18: {
    type: 'imageReference',
    isLeaf: true,
    read(node, reader, id) {
      readReference(node, reader, id)
      node.alt = reader.fieldString(id, 20)
    },
  },
  19: { type: 'footnoteDefinition', read: readIdentifier },
  20: { type: 'footnoteReference', isLeaf: true, read: readIdentifier },
  21: {
    type: 'table',
    read(node, reader, id) {
      node.align = reader.getTableAlign(id)
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
    read(node, reader, id) {
      node.meta = reader.fieldString(id, 0) || null
      node.value = reader.fieldString(id, 8)
    },
  },
  28: { type: 'inlineMath', isLeaf: true, read: valueAt(8) },
  35: { type: 'descriptionList' },
  36: { type: 'descriptionTerm' },
  37: { type: 'descriptionDetails' },
}

function readIdentifier(node: Members, reader: MdastReader, id: number): void {
  node.identifier = reader.fieldString(id, 0)
}

function readReference(node: Members, reader: MdastReader, id: number): void {
  readIdentifier(node, reader, id)
  node.referenceType = referenceTypes[reader.fieldU8(id, 16, 0)] ?? 'shortcut'
}
