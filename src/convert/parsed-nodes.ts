/** The parser's tree as mdast nodes, each made from the parser's buffer on first use. @module */
import { isAscii } from 'node:buffer'
import type { AlignType, Nodes } from 'mdast'
import { MdastReader } from 'satteri'
import { makeNode, type Position, rows, type TypeRow } from './parsed-node.ts'
import {
  childCountAt,
  childrenAt,
  dataAt,
  header,
  lineAt,
  listAt,
  type NodeType,
  numberOf,
  parentAt,
  placesOf,
  tableAt,
  typeAt,
} from './parser-layout.ts'

/**
 * All nodes of a document by number: 0 is the root, and parents come before children. Some nodes
 * may have no parent.
 */
export class ParsedNodes {
  readonly count: number
  readonly #words: Uint32Array
  readonly #firstNode: number
  readonly #nodeSize: number
  readonly #firstChild: number
  readonly #firstDatum: number
  readonly #view: DataView
  readonly #buffer: Uint8Array
  /** The parser's own reader, made on first use because that takes a while. */
  #reader: MdastReader | undefined
  readonly #bytes: Buffer
  /** The bytes as Latin-1: slices of it are nearly free for ASCII. */
  readonly #strings: string
  readonly #isAscii: boolean
  /** Indexed by the parser's number of a type. */
  #isThere: boolean[] | undefined

  /** @param buffer What the parser made. */
  constructor(buffer: Uint8Array) {
    // Uint32Array needs an aligned offset.
    const aligned = buffer.byteOffset % 4 === 0 ? buffer : buffer.slice()
    const { buffer: bytes, byteOffset, byteLength } = aligned
    const words = new Uint32Array(bytes, byteOffset, byteLength >> 2)
    const at = (which: number): number => words[which] as number
    this.#words = words
    this.count = at(header.count)
    this.#firstNode = at(header.nodes) >> 2
    this.#nodeSize = at(header.nodeSize) >> 2
    this.#firstChild = at(header.children) >> 2
    this.#firstDatum = at(header.data)
    this.#view = new DataView(bytes, byteOffset, byteLength)
    this.#buffer = aligned
    this.#bytes = Buffer.from(bytes, byteOffset + at(header.strings), at(header.stringsLength))
    this.#strings = this.#bytes.toString('latin1')
    this.#isAscii = isAscii(this.#bytes)
  }

  typeOf(id: number): NodeType {
    return this.#rowOf(id).type
  }

  numberOf(id: number): number {
    return this.#word(id, typeAt) & 0xff
  }

  positionOf(id: number): Position | undefined {
    return this.#made().getPosition(id)
  }

  /** Give the line of a node, from 1; 0 for nodes without a source. */
  lineOf(id: number): number {
    return this.#word(id, lineAt)
  }

  childCount(id: number): number {
    return this.#word(id, childCountAt)
  }

  childOf(id: number, index: number): number {
    return this.#words[this.#firstChild + this.#word(id, childrenAt) + index] as number
  }

  holds(id: number, type: NodeType): boolean {
    const count = this.childCount(id)
    for (let index = 0; index < count; index += 1) {
      if (this.typeOf(this.childOf(id, index)) === type) return true
    }
    return false
  }

  valueOf(id: number): string {
    return this.text(id, valueAt)
  }

  urlOf(id: number): string {
    return this.text(id, urlAt)
  }

  /** Read the title of a link; empty without one. */
  titleOf(id: number): string {
    return this.text(id, titleAt)
  }

  identifierOf(id: number): string {
    return this.text(id, identifierAt)
  }

  levelOf(id: number): number {
    return this.byte(id, depthAt)
  }

  isTask(id: number): boolean {
    return this.byte(id, listAt.checked) !== 2
  }

  columnCount(id: number): number {
    return this.number(id, tableAt.columns)
  }

  alignOf(id: number, column: number): AlignType {
    return alignments[this.byte(id, tableAt.alignments + column)] ?? null
  }

  node(id: number): Nodes {
    return makeNode(this, id, this.#rowOf(id))
  }

  has(type: NodeType): boolean {
    if (this.#isThere === undefined) {
      this.#isThere = []
      for (let id = 0; id < this.count; id += 1) this.#isThere[this.numberOf(id)] = true
    }
    return this.#isThere[numbers.get(type) as number] === true
  }

  /**
   * Give the deepest nesting of some types.
   * @param isCounted Indexed by the parser's type numbers; see `byNumber`.
   */
  depthOf(isCounted: readonly (true | undefined)[]): number {
    const depths = [0]
    let deepest = 0
    for (let id = 1; id < this.count; id += 1) {
      const outer = depths[this.#word(id, parentAt)] as number
      const depth = isCounted[this.numberOf(id)] ? outer + 1 : outer
      depths.push(depth)
      if (depth > deepest) deepest = depth
    }
    return deepest
  }

  text(id: number, offset: number): string {
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

  byte(id: number, offset: number): number {
    return this.#view.getUint8(this.#firstDatum + this.#word(id, dataAt) + offset)
  }

  number(id: number, offset: number): number {
    return this.#view.getUint32(this.#firstDatum + this.#word(id, dataAt) + offset, true)
  }

  #made(): MdastReader {
    this.#reader ??= new MdastReader(this.#buffer)
    return this.#reader
  }

  #rowOf(id: number): TypeRow {
    const row = rowsByNumber[this.numberOf(id)]
    if (row === undefined) throw new TypeError('the parser made a node of an unknown type')
    return row
  }

  #word(id: number, which: number): number {
    return this.#words[this.#firstNode + id * this.#nodeSize + which] as number
  }
}

const beyondAscii = /[\x80-\xff]/
const alignments = [null, 'left', 'right', 'center'] as const
const { value: valueAt } = placesOf('text')
const { url: urlAt, title: titleAt } = placesOf('link')
const { identifier: identifierAt } = placesOf('linkReference')
const { depth: depthAt } = placesOf('heading')

const numbers: ReadonlyMap<NodeType, number> = new Map(
  Object.entries(numberOf) as [NodeType, number][],
)
const rowsByNumber: TypeRow[] = []
for (const [type, number] of numbers) rowsByNumber[number] = { type, ...rows[type] }

/** Index a table by the parser's type numbers, which is the fastest look-up. */
export function byNumber<Item>(
  table: { readonly [Type in NodeType]?: Item },
): readonly (Item | undefined)[] {
  const items: (Item | undefined)[] = []
  for (const [type, number] of numbers) items[number] = table[type]
  return items
}
