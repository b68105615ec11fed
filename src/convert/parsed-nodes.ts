/**
 * The parser's tree as mdast nodes, each made from the parser's buffer when somebody asks for it. With
 * `parse-markdown` and `parser-layout`, all that knows the parser.
 * @module
 */
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
 * All nodes of a document by number: 0 is the root, and a parent comes before what it holds. Else they
 * are in no order, and some may be left that no parent holds.
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
  /** The parser's own, for what it does best; to make it takes a while. */
  #reader: MdastReader | undefined
  /** All strings, one behind the other. */
  readonly #bytes: Buffer
  /** The same, a character for each byte; cut out of it, one in ASCII costs next to nothing. */
  readonly #strings: string
  readonly #isAscii: boolean
  /** By the parser's number of a type. */
  #isThere: boolean[] | undefined

  /** @param buffer What the parser made. */
  constructor(buffer: Uint8Array) {
    // Words stand at multiples of their size.
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

  /** Tell the type of a node, which takes far less than the node. */
  typeOf(id: number): NodeType {
    return this.#rowOf(id).type
  }

  /** Tell the parser's number of the type of a node; see `byNumber`. */
  numberOf(id: number): number {
    return this.#word(id, typeAt) & 0xff
  }

  /** Tell where a node stands; `undefined` for one that nobody wrote. */
  positionOf(id: number): Position | undefined {
    return this.#made().getPosition(id)
  }

  /** Tell the line of a node, from 1; 0 for one that nobody wrote. */
  lineOf(id: number): number {
    return this.#word(id, lineAt)
  }

  /** Count what a node holds. */
  childCount(id: number): number {
    return this.#word(id, childCountAt)
  }

  /** Tell the number of one of those that a node holds. */
  childOf(id: number, index: number): number {
    return this.#words[this.#firstChild + this.#word(id, childrenAt) + index] as number
  }

  /** Tell whether one of those that a node holds is of a type. */
  holds(id: number, type: NodeType): boolean {
    const count = this.childCount(id)
    for (let index = 0; index < count; index += 1) {
      if (this.typeOf(this.childOf(id, index)) === type) return true
    }
    return false
  }

  /** Read the characters of a text, or of code or HTML in a sentence. */
  valueOf(id: number): string {
    return this.text(id, valueAt)
  }

  /** Read where a link leads. */
  urlOf(id: number): string {
    return this.text(id, urlAt)
  }

  /** Read the title of a link; empty without one. */
  titleOf(id: number): string {
    return this.text(id, titleAt)
  }

  /** Read which definition a link refers to. */
  identifierOf(id: number): string {
    return this.text(id, identifierAt)
  }

  /** Tell the level of a heading, from 1. */
  levelOf(id: number): number {
    return this.byte(id, depthAt)
  }

  /** Tell whether an item of a list is a task. */
  isTask(id: number): boolean {
    return this.byte(id, listAt.checked) !== 2
  }

  /** Count the columns of a table. */
  columnCount(id: number): number {
    return this.number(id, tableAt.columns)
  }

  /** Tell how a column of a table is aligned. */
  alignOf(id: number, column: number): AlignType {
    return alignments[this.byte(id, tableAt.alignments + column)] ?? null
  }

  /** Make a node: another object each time, and what it holds when that is asked for. */
  node(id: number): Nodes {
    return makeNode(this, id, this.#rowOf(id))
  }

  /** Tell whether the document has a node of a type. */
  has(type: NodeType): boolean {
    if (this.#isThere === undefined) {
      this.#isThere = []
      for (let id = 0; id < this.count; id += 1) this.#isThere[this.numberOf(id)] = true
    }
    return this.#isThere[numbers.get(type) as number] === true
  }

  /**
   * Tell how many nodes of some types stand inside each other, at most.
   * @param isCounted Which types, by the parser's numbers; see `byNumber`.
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

  /** Read a text among the data of a node. */
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

  /** Read a byte among the data of a node. */
  byte(id: number, offset: number): number {
    return this.#view.getUint8(this.#firstDatum + this.#word(id, dataAt) + offset)
  }

  /** Read a number among the data of a node. */
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

/** The parser's numbers of the types. */
const numbers: ReadonlyMap<NodeType, number> = new Map(
  Object.entries(numberOf) as [NodeType, number][],
)
const rowsByNumber: TypeRow[] = []
for (const [type, number] of numbers) rowsByNumber[number] = { type, ...rows[type] }

/** Arrange a table by the parser's numbers of types, by which its rows are found fastest. */
export function byNumber<Item>(
  table: { readonly [Type in NodeType]?: Item },
): readonly (Item | undefined)[] {
  const items: (Item | undefined)[] = []
  for (const [type, number] of numbers) items[number] = table[type]
  return items
}
