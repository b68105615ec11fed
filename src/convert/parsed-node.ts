/** The node types of the parser's tree, and the members of each. @module */
import type { AlignType, Nodes } from 'mdast'
import { listAt, type NodeType, placesOf } from './parser-layout.ts'

export type Position = NonNullable<Nodes['position']>

interface NodeSource {
  lineOf(id: number): number
  positionOf(id: number): Position | undefined
  childCount(id: number): number
  childOf(id: number, index: number): number
  node(id: number): Nodes
  text(id: number, offset: number): string
  number(id: number, offset: number): number
  byte(id: number, offset: number): number
  isTask(id: number): boolean
  columnCount(id: number): number
  alignOf(id: number, column: number): AlignType
}

/** Make a node; its children are made on first use. */
export function makeNode(nodes: NodeSource, id: number, { type, isLeaf, read }: TypeRow): Nodes {
  const node = isLeaf ? new ParsedNode(type, nodes, id) : new ParsedParent(type, nodes, id)
  // The row gives the node the members of its type.
  read?.(node as object as Members, nodes, id)
  return node as object as Nodes
}

export class ParsedNode {
  readonly type: NodeType
  readonly nodes: NodeSource
  readonly id: number

  constructor(type: NodeType, nodes: NodeSource, id: number) {
    this.type = type
    this.nodes = nodes
    this.id = id
  }

  /** From 1; 0 for nodes without a source. */
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

  /** Give a child without keeping it: long documents would fill the memory. */
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
  readonly read?: Read
}

const referenceTypes = ['shortcut', 'collapsed', 'full'] as const

function valueAlone(type: NodeType): Read {
  const { value } = placesOf(type)
  return (node, nodes, id) => {
    node.value = nodes.text(id, value)
  }
}

const heading = placesOf('heading')
const code = placesOf('code')
const definition = placesOf('definition')
const link = placesOf('link')
const image = placesOf('image')
const imageReference = placesOf('imageReference')
const linkReference = placesOf('linkReference')
const footnote = placesOf('footnoteReference')
const math = placesOf('math')

/** Types without children, or with members beside them. */
export const rows: { readonly [Type in NodeType]?: Omit<TypeRow, 'type'> } = {
  heading: {
    read(node, nodes, id) {
      node.depth = nodes.byte(id, heading.depth)
    },
  },
  thematicBreak: { isLeaf: true },
  list: {
    read(node, nodes, id) {
      node.ordered = nodes.byte(id, listAt.ordered) !== 0
      node.start = node.ordered ? nodes.number(id, listAt.start) : null
    },
  },
  listItem: {
    read(node, nodes, id) {
      node.checked = nodes.isTask(id) ? nodes.byte(id, listAt.checked) === 1 : null
    },
  },
  html: { isLeaf: true, read: valueAlone('html') },
  code: {
    isLeaf: true,
    read(node, nodes, id) {
      node.lang = nodes.text(id, code.lang) || null
      node.meta = nodes.text(id, code.meta) || null
      node.value = nodes.text(id, code.value)
    },
  },
  definition: {
    isLeaf: true,
    read(node, nodes, id) {
      node.url = nodes.text(id, definition.url)
      node.title = nodes.text(id, definition.title) || null
      node.identifier = nodes.text(id, definition.identifier)
    },
  },
  text: { isLeaf: true, read: valueAlone('text') },
  inlineCode: { isLeaf: true, read: valueAlone('inlineCode') },
  break: { isLeaf: true },
  link: {
    read(node, nodes, id) {
      node.url = nodes.text(id, link.url)
      node.title = nodes.text(id, link.title) || null
    },
  },
  image: {
    isLeaf: true,
    read(node, nodes, id) {
      node.url = nodes.text(id, image.url)
      node.alt = nodes.text(id, image.alt)
      node.title = nodes.text(id, image.title) || null
    },
  },
  linkReference: { read: readReference },
  imageReference: {
    isLeaf: true,
    read(node, nodes, id) {
      readReference(node, nodes, id)
      node.alt = nodes.text(id, imageReference.alt)
    },
  },
  footnoteDefinition: { read: readIdentifier },
  footnoteReference: { isLeaf: true, read: readIdentifier },
  table: {
    read(node, nodes, id) {
      node.align = []
      const columns = nodes.columnCount(id)
      for (let column = 0; column < columns; column += 1) {
        node.align.push(nodes.alignOf(id, column))
      }
    },
  },
  yaml: { isLeaf: true, read: valueAlone('yaml') },
  toml: { isLeaf: true, read: valueAlone('toml') },
  math: {
    isLeaf: true,
    read(node, nodes, id) {
      node.meta = nodes.text(id, math.meta) || null
      node.value = nodes.text(id, math.value)
    },
  },
  inlineMath: { isLeaf: true, read: valueAlone('inlineMath') },
}

function readIdentifier(node: Members, nodes: NodeSource, id: number): void {
  node.identifier = nodes.text(id, footnote.identifier)
}

function readReference(node: Members, nodes: NodeSource, id: number): void {
  node.identifier = nodes.text(id, linkReference.identifier)
  node.referenceType = referenceTypes[nodes.byte(id, linkReference.referenceType)] ?? 'shortcut'
}
