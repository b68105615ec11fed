/**
 * The parser's tree as flat nodes with numbers, read straight from its buffer.
 *
 * The package exports a reader of that buffer, `MdastReader`, but conversions take 1.1 to 2.3 times
 * as long with it, since it makes an array for the children of each node. So this file knows the
 * buffer's layout.
 * @module
 */
import { isAscii } from 'node:buffer'
import type { AlignType, Nodes } from 'mdast'

export type NodeType = Nodes['type']

/** The types by the parser's numbers. */
const typesByNumber: readonly (NodeType | undefined)[] = [
  'root',
  'paragraph',
  'heading',
  'thematicBreak',
  'blockquote',
  'list',
  'listItem',
  'html',
  'code',
  'definition',
  'text',
  'emphasis',
  'strong',
  'inlineCode',
  'break',
  'link',
  'image',
  'linkReference',
  'imageReference',
  'footnoteDefinition',
  'footnoteReference',
  'table',
  'tableRow',
  'tableCell',
  'delete',
  'yaml',
  'toml',
  'math',
  'inlineMath',
  undefined,
  'containerDirective',
  'leafDirective',
  'textDirective',
  'superscript',
  'subscript',
  'descriptionList',
  'descriptionTerm',
  'descriptionDetails',
]

/** Index a table by the parser's numbers of types, for the fastest look-up. */
export function byNumber<Item>(
  table: Readonly<Partial<Record<NodeType, Item>>>,
): readonly (Item | undefined)[] {
  return typesByNumber.map((type) => (type === undefined ? undefined : table[type]))
}

/** Offsets in the buffer's header, in 4-byte words. */
const header = { nodeSize: 2, count: 3, nodes: 4, children: 6, data: 8, length: 9, strings: 10 }

// Separate constants, so that the engine can inline them.
/** Offsets inside a node, in 4-byte words. */
const typeAt = 1
const parentAt = 2
const startAt = 3
const endAt = 4
const lineAt = 5
const endLineAt = 7
const childrenAt = 9
const childCountAt = 10
const dataAt = 11

/** Byte offsets of members in a node's data, by type; where a type has no row it is 0. */
const valueAt = offsets({ code: 16, math: 8, inlineMath: 8 })
const titleAt = offsets({ link: 8, definition: 8, image: 16 })
const altAt = offsets({ image: 8, imageReference: 20 })
const identifierAt = offsets({ definition: 16 })
const metaAt = offsets({ code: 8 })
const orderedAt = 4
const alignmentsAt = 4

function offsets(rows: Readonly<Partial<Record<NodeType, number>>>): readonly number[] {
  return byNumber(rows).map((offset) => offset ?? 0)
}

/** Node 0 is the root, and parents come before children. Some nodes may have no parent. */
export class ParsedNodes {
  /** The Markdown that was parsed. */
  readonly source: string
  readonly count: number
  /** What the parser made of it. */
  readonly buffer: Uint8Array
  readonly #words: Uint32Array
  readonly #firstNode: number
  readonly #nodeSize: number
  readonly #firstChild: number
  readonly #firstDatum: number
  readonly #view: DataView
  readonly #bytes: Buffer
  /** The bytes as Latin-1: slices of it are nearly free for ASCII. */
  readonly #strings: string
  readonly #isAscii: boolean
  /** Indexed by the parser's numbers of types. */
  #isThere: boolean[] | undefined
  #hasHtml: boolean | undefined

  constructor(buffer: Uint8Array, source: string) {
    // Uint32Array needs an aligned offset.
    const aligned = buffer.byteOffset % 4 === 0 ? buffer : buffer.slice()
    const { buffer: bytes, byteOffset, byteLength } = aligned
    const words = new Uint32Array(bytes, byteOffset, byteLength >> 2)
    const at = (which: number): number => words[which] as number
    this.source = source
    this.buffer = aligned
    this.count = at(header.count)
    this.#words = words
    this.#firstNode = at(header.nodes) >> 2
    this.#nodeSize = at(header.nodeSize) >> 2
    this.#firstChild = at(header.children) >> 2
    this.#firstDatum = at(header.data)
    this.#view = new DataView(bytes, byteOffset, byteLength)
    this.#bytes = Buffer.from(bytes, byteOffset + at(header.strings), at(header.length))
    this.#strings = this.#bytes.toString('latin1')
    this.#isAscii = isAscii(this.#bytes)
  }

  typeOf(id: number): NodeType {
    const type = typesByNumber[this.numberOf(id)]
    if (type === undefined) throw new TypeError('the parser made a node of an unknown type')
    return type
  }

  /** Give the parser's number of a node's type. */
  numberOf(id: number): number {
    return this.#word(id, typeAt) & 0xff
  }

  /** Give the line where a node starts, from 1. */
  lineOf(id: number): number {
    return this.#word(id, lineAt) || 1
  }

  /** Give the line where a node ends; 0 where the parser made it without a source. */
  lastLineOf(id: number): number {
    return this.#word(id, endLineAt)
  }

  /** Give the offsets where a node starts and ends in the Markdown. */
  rangeOf(id: number): readonly [start: number, end: number] {
    return [this.#word(id, startAt), this.#word(id, endAt)]
  }

  /** Give the Markdown of a node. */
  sourceOf(id: number): string {
    return this.source.slice(this.#word(id, startAt), this.#word(id, endAt))
  }

  childCount(id: number): number {
    return this.#word(id, childCountAt)
  }

  childOf(id: number, index: number): number {
    return this.#words[this.#firstChild + this.#word(id, childrenAt) + index] as number
  }

  /** List children, from one index up to another. */
  childrenOf(id: number, from = 0, to: number = this.childCount(id)): number[] {
    const children: number[] = []
    for (let index = from; index < to; index += 1) children.push(this.childOf(id, index))
    return children
  }

  /** Tell whether a node has HTML among its children. */
  holdsHtml(id: number): boolean {
    this.#hasHtml ??= this.has('html')
    if (!this.#hasHtml) return false
    const count = this.childCount(id)
    for (let index = 0; index < count; index += 1) {
      if (this.typeOf(this.childOf(id, index)) === 'html') return true
    }
    return false
  }

  /** Tell whether the document has a node of a type. */
  has(type: NodeType): boolean {
    if (this.#isThere === undefined) {
      this.#isThere = []
      for (let id = 0; id < this.count; id += 1) this.#isThere[this.numberOf(id)] = true
    }
    return this.#isThere[typesByNumber.indexOf(type)] === true
  }

  /** Tell whether a node stands in a cell of a table. */
  isInCell(id: number): boolean {
    let outer = id
    while (outer > 0 && this.typeOf(outer) !== 'tableCell') outer = this.#word(outer, parentAt)
    return outer > 0
  }

  /**
   * Find the first node that stands in more nodes of some types than allowed, itself counted.
   * @param isCounted Indexed by numbers of types; see `byNumber`.
   */
  findDeeper(isCounted: readonly (true | undefined)[], maxDepth: number): number | undefined {
    const depths = new Uint32Array(this.count)
    for (let id = 1; id < this.count; id += 1) {
      const outer = depths[this.#word(id, parentAt)] as number
      const depth = isCounted[this.numberOf(id)] ? outer + 1 : outer
      if (depth > maxDepth) return id
      depths[id] = depth
    }
    return undefined
  }

  valueOf(id: number): string {
    return this.#text(id, valueAt[this.numberOf(id)] as number)
  }

  urlOf(id: number): string {
    return this.#text(id, 0)
  }

  /** Give the title of a link, an image or a definition; empty for none. */
  titleOf(id: number): string {
    return this.#text(id, titleAt[this.numberOf(id)] as number)
  }

  altOf(id: number): string {
    return this.#text(id, altAt[this.numberOf(id)] as number)
  }

  identifierOf(id: number): string {
    return this.#text(id, identifierAt[this.numberOf(id)] as number)
  }

  /** Give the first word behind the fence of a code block. */
  langOf(id: number): string {
    return this.#text(id, 0)
  }

  /** Give the other words behind the fence of a code block or formula. */
  metaOf(id: number): string {
    return this.#text(id, metaAt[this.numberOf(id)] as number)
  }

  levelOf(heading: number): number {
    return this.#byte(heading, 0)
  }

  /** Give the first number of a list; undefined for bullets. */
  startOf(list: number): number | undefined {
    return this.#byte(list, orderedAt) === 0 ? undefined : this.#number(list, 0)
  }

  /** Give the state of a task; undefined for other items. */
  stateOf(item: number): 'DONE' | 'TODO' | undefined {
    const checked = this.#byte(item, 0)
    if (checked === 2) return undefined
    return checked === 1 ? 'DONE' : 'TODO'
  }

  alignmentOf(table: number, column: number): NonNullable<AlignType> | undefined {
    if (column >= this.#number(table, 0)) return undefined
    return alignments[this.#byte(table, alignmentsAt + column)]
  }

  #text(id: number, offset: number): string {
    const at = this.#firstDatum + this.#word(id, dataAt) + offset
    const start = this.#view.getUint32(at, true)
    const length = this.#view.getUint32(at + 4, true)
    if (length === 0) return ''
    const end = start + length
    const text = this.#strings.substring(start, end)
    return this.#isAscii || !beyondAscii.test(text)
      ? text
      : this.#bytes.toString('utf8', start, end)
  }

  #byte(id: number, offset: number): number {
    return this.#view.getUint8(this.#firstDatum + this.#word(id, dataAt) + offset)
  }

  #number(id: number, offset: number): number {
    return this.#view.getUint32(this.#firstDatum + this.#word(id, dataAt) + offset, true)
  }

  #word(id: number, which: number): number {
    return this.#words[this.#firstNode + id * this.#nodeSize + which] as number
  }
}

const beyondAscii = /[\x80-\xff]/
const alignments = [undefined, 'left', 'right', 'center'] as const
