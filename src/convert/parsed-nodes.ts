/**
 * The parser's tree as mdast nodes, each made from the parser's buffer when somebody asks for it. With
 * `parse-markdown`, all that knows the parser.
 * @module
 */
import type { Nodes } from 'mdast'
import { MdastReader } from 'satteri'

type NodeType = Nodes['type']
type Position = NonNullable<Nodes['position']>

/**
 * All nodes of a document by number: 0 is the root, and a parent comes before what it holds. Else they
 * are in no order, and some may be left that no parent holds.
 */
export class ParsedNodes {
  readonly count: number
  readonly #words: Uint32Array
  readonly #reader: MdastReader
  readonly #view: DataView
  readonly #firstNode: number
  readonly #nodeSize: number
  readonly #firstChild: number
  readonly #firstDatum: number
  /** By the parser's number of a type: whether there is one. */
  #isThere: Uint8Array | undefined

  /** @param buffer What the parser made. */
  constructor(buffer: Uint8Array) {
    // Words stand at multiples of their size.
    const {
      buffer: bytes,
      byteOffset,
      byteLength,
    } = buffer.byteOffset % 4 === 0 ? buffer : buffer.slice()
    this.#reader = new MdastReader(buffer)
    const { header } = this.#reader
    this.count = header.nodeCount
    this.#words = new Uint32Array(bytes, byteOffset, byteLength >> 2)
    this.#view = new DataView(bytes, byteOffset, byteLength)
    this.#firstNode = header.nodesOffset >> 2
    this.#nodeSize = header.nodeStructSize >> 2
    this.#firstChild = header.childrenOffset >> 2
    this.#firstDatum = header.typeDataOffset
  }

  /** Tell the type of a node, which takes far less than the node. */
  typeOf(id: number): NodeType {
    return this.#rowOf(id).type
  }

  /** Tell which node holds a node. */
  parentOf(id: number): number {
    return this.#word(id, member.parent)
  }

  /** Tell where a node stands; `undefined` for one that nobody wrote. */
  positionOf(id: number): Position | undefined {
    return this.#reader.getPosition(id)
  }

  /** Tell the line of a node, from 1; 0 for one that nobody wrote. */
  lineOf(id: number): number {
    return this.#word(id, member.line)
  }

  /** Count what a node holds. */
  childCount(id: number): number {
    return this.#word(id, member.childCount)
  }

  /** Tell the number of one of those that a node holds. */
  childOf(id: number, index: number): number {
    return this.#words[this.#firstChild + this.#word(id, member.firstChild) + index] as number
  }

  /** Read the characters of a text, or of code or HTML in a sentence. */
  valueOf(id: number): string {
    return this.text(id, 0)
  }

  /** Read where a link leads. */
  urlOf(id: number): string {
    return this.text(id, 0)
  }

  /** Read the title of a link; empty without one. */
  titleOf(id: number): string {
    return this.text(id, 8)
  }

  /** Tell whether an item of a list is a task. */
  isTask(id: number): boolean {
    return this.byte(id, 0) !== 2
  }

  /** Make a node: another object each time, and what it holds when that is asked for. */
  node(id: number): Nodes {
    const { type, isLeaf, read } = this.#rowOf(id)
    const node = isLeaf ? new ParsedNode(type, this, id) : new ParsedParent(type, this, id)
    // By its row it has the members of its type.
    read?.(node as object as Members, this, id)
    return node as object as Nodes
  }

  /** Tell whether the document has a node of a type. */
  has(type: NodeType): boolean {
    if (this.#isThere === undefined) {
      this.#isThere = new Uint8Array(maxRows)
      for (let id = 0; id < this.count; id += 1)
        this.#isThere[this.#word(id, member.type) & 0xff] = 1
    }
    return this.#isThere[numbers.get(type) as number] === 1
  }

  /** Tell how many nodes of some types stand inside each other, at most. */
  depthOf(types: ReadonlySet<string>): number {
    const isCounted = new Uint8Array(maxRows)
    for (const [type, number] of numbers) if (types.has(type)) isCounted[number] = 1
    const depths = new Uint32Array(this.count)
    let deepest = 0
    for (let id = 1; id < this.count; id += 1) {
      const outer = depths[this.#word(id, member.parent)] as number
      const depth = outer + (isCounted[this.#word(id, member.type) & 0xff] as number)
      depths[id] = depth
      if (depth > deepest) deepest = depth
    }
    return deepest
  }

  /** Read a text among the data of a node. */
  text(id: number, offset: number): string {
    const at = this.#firstDatum + this.#word(id, member.data) + offset
    const length = this.#view.getUint32(at + 4, true)
    return length === 0 ? '' : this.#reader.getString(this.#view.getUint32(at, true), length)
  }

  /** Read a number among the data of a node. */
  number(id: number, offset: number): number {
    return this.#view.getUint32(this.#firstDatum + this.#word(id, member.data) + offset, true)
  }

  /** Read a byte among the data of a node. */
  byte(id: number, offset: number): number {
    return this.#view.getUint8(this.#firstDatum + this.#word(id, member.data) + offset)
  }

  #rowOf(id: number): Row {
    const row = rows[this.#word(id, member.type) & 0xff]
    if (row === undefined) throw new TypeError('the parser made a node of an unknown type')
    return row
  }

  #word(id: number, which: number): number {
    return this.#words[this.#firstNode + id * this.#nodeSize + which] as number
  }
}

/** Where a node has what, in words of four bytes. */
const member = { type: 1, parent: 2, line: 5, firstChild: 9, childCount: 10, data: 11 } as const

/** A node of the parser; `line` is what nearly all of its position is asked for. */
export class ParsedNode {
  readonly type: NodeType
  readonly nodes: ParsedNodes
  readonly id: number

  constructor(type: NodeType, nodes: ParsedNodes, id: number) {
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
  align: (string | null)[]
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

type Read = (node: Members, nodes: ParsedNodes, id: number) => void

interface Row {
  readonly type: NodeType
  readonly isLeaf?: true
  /** Read the members of a node. */
  readonly read?: Read
}

const alignments = [null, 'left', 'right', 'center'] as const
const referenceTypes = ['shortcut', 'collapsed', 'full'] as const

const valueAt =
  (offset: number): Read =>
  (node, nodes, id) => {
    node.value = nodes.text(id, offset)
  }

/** By the parser's number of a type: where its buffer has the members. */
const rows: Readonly<Record<number, Row>> = {
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
      const columns = nodes.number(id, 0)
      node.align = []
      for (let column = 0; column < columns; column += 1) {
        node.align.push(alignments[nodes.byte(id, 4 + column)] ?? null)
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

/** What a byte may number. */
const maxRows = 256
const numbers: ReadonlyMap<NodeType, number> = new Map(
  Object.entries(rows).map(([number, { type }]) => [type, Number(number)]),
)

function readIdentifier(node: Members, nodes: ParsedNodes, id: number): void {
  node.identifier = nodes.text(id, 0)
}

function readReference(node: Members, nodes: ParsedNodes, id: number): void {
  readIdentifier(node, nodes, id)
  node.referenceType = referenceTypes[nodes.byte(id, 16)] ?? 'shortcut'
}
