/**
 * Writes a document as JSON while it is converted, and makes it valid as it writes. Constructs open
 * and close nodes as their Markdown has them; the JSON of a node begins with its first child. A block
 * that a node cannot hold is lifted out of it: the JSON of that node ends, and begins again with its
 * next child.
 * @module
 */
import { isTabId } from '../adf/local-ids.ts'
import type { AdfMark, AdfMarkType, AdfNodeType, AdfParentType } from '../adf/types.ts'
import type { TitleFilter } from '../headings.ts'
import type { Warnings } from '../warnings.ts'
import { DocumentText, LateValues } from './document-text.ts'
import { jsonOfBoldLine, plainParagraph } from './json.ts'
import { misfitAction, misfitWarning } from './misfits.ts'
import {
  type Align,
  canHaveMark,
  isPartOfTable,
  type NodeAttributes,
  OpenAdfNode,
} from './open-node.ts'

/**
 * Above 128 KB V8 asks the system for memory for each string, which takes longer than writing it;
 * and one character beyond Latin-1 doubles the size of its string.
 */
const pieceLength = 16 * 1024

/** Each anchor takes some hundred characters of JSON. */
const maxTargets = 2_000

const emptyParagraph = '{"type":"paragraph"}'

/** Where a node is written. */
interface Place {
  /** Level of the node that becomes the parent; -1 when nothing is written. */
  at: number
  /** Level of the first node above that can hold the type, or its content when that is flattened. */
  home: number
  /** The type that the node gets there. */
  type: AdfNodeType
  isFlat: boolean
}

/** What a block is to its surroundings: the title of a panel, words, or nothing to read. */
type BlockKind = 'title' | 'words' | 'wordless'

/** Where a block at the top of a document begins. */
export interface TopBlock {
  /** The line of the block in the Markdown. */
  readonly line: number
  /** The number of the piece that begins with it. */
  readonly piece: number
}

export interface AdfPieces {
  /** JSON, cut where it was long enough. */
  readonly adf: string[]
  /** The text that `adfToText` gives, with headings marked. */
  readonly text: string
}

export class AdfWriter {
  readonly late: LateValues = new LateValues()
  readonly warnings: Warnings
  /** Notified of each block at the top of the document. */
  titleFilter: TitleFilter | undefined
  /** Set to collect the blocks at the top; the JSON is then cut at each of them. */
  topBlocks: TopBlock[] | undefined
  /** Names that have an `anchor` macro in the text. */
  readonly targets: Set<string> = new Set()
  /** Names of anchors for the next paragraph. */
  #awaitedTargets: string[] = []
  readonly #onLength: ((length: number) => void) | undefined
  readonly #levels: OpenAdfNode[] = [new OpenAdfNode('doc', 1)]
  #depth = 0
  /** Where the next block goes. */
  readonly #next: Place = { at: 0, home: 0, type: 'paragraph', isFlat: false }
  /** Where a node begins whose first child is being written. */
  readonly #outer: Place = { at: 0, home: 0, type: 'paragraph', isFlat: false }
  readonly #pieces: string[] = []
  /** The length of all pieces. */
  #length = 0
  #json = '{"version":1,"type":"doc","content":['
  readonly #text = new DocumentText()

  /** @param onLength Receives the length of the JSON before more is written; throws to stop. */
  constructor(warnings: Warnings, onLength?: (length: number) => void) {
    this.warnings = warnings
    this.#onLength = onLength
    this.#top().isOpen = true
  }

  /** Open a node: everything written until `close` belongs to it. */
  open(
    type: AdfParentType & AdfNodeType,
    line: number,
    attrs?: NodeAttributes,
    marks?: readonly AdfMark[],
  ): void {
    const parent = this.#top()
    // ADF's schema before 2026 does not allow a list as the first child.
    if (parent.isWrittenItem && parent.blockCount === 0 && type.endsWith('List')) {
      this.emptyParagraph(parent.line)
    }
    if (this.#depth === 0) {
      this.titleFilter?.pass(true)
      if (this.topBlocks !== undefined) this.#startTopBlock(line, this.topBlocks)
    }
    const isTab = isTabId(attrs?.localId)
    const next = this.#next
    const isFlatPart = parent.isFlat && isPartOfTable(type)
    if (isFlatPart) Object.assign(next, { home: parent.home, type, isFlat: true })
    // Tabs belong together, so only the first gets a warning.
    else this.#find(next, type, line, this.#depth, !(isTab && parent.endsWithTab))
    this.#count(false)
    parent.endsWithTab = isTab
    const isNested = next.type === 'nestedExpand' && type === 'expand'
    const node = isNested
      ? new OpenAdfNode('nestedExpand', line, { title: '', ...attrs })
      : new OpenAdfNode(type, line, attrs)
    this.#depth += 1
    this.#levels[this.#depth] = node
    node.marks = marks
    node.home = next.home
    node.isFlat = next.isFlat
    node.owesTitle = next.isFlat && node.title !== ''
    if (type === 'tableRow' && !next.isFlat) {
      // A row begins even while it is empty, because its text is collected cell by cell.
      this.#begin(this.#depth)
      node.row = this.#text.beginRow()
    }
  }

  /** Open an item of a list. */
  openItem(line: number): void {
    this.open('listItem', line)
    this.#top().isWrittenItem = true
  }

  /**
   * Close the node that was opened last.
   * @param mayVanish Whether nothing is written for an empty node.
   */
  close(mayVanish = false): void {
    const node = this.#top()
    if (mayVanish && node.blockCount === 0) {
      this.#depth -= 1
      this.#top().blockCount -= 1
      return
    }
    if (node.needsBlock) this.emptyParagraph(node.line)
    if (node.isOpen) this.#json += node.end()
    if (node.lateTitle !== undefined && node.childCount === 0) node.lateTitle.isNeeded = true
    if (node.row !== undefined) this.#text.endRow(node.row)
    this.#depth -= 1
    const { row } = this.#top()
    if (row !== undefined) this.#text.endCell(row)
  }

  /** Write a block that contains no other blocks. */
  block(type: AdfNodeType, line: number, json: string, text = '', kind: BlockKind = 'words'): void {
    this.placeFor(type, line)
    this.put(json, text, kind)
  }

  emptyParagraph(line: number): void {
    this.block('paragraph', line, emptyParagraph, '', 'wordless')
  }

  /**
   * Find where the next block goes.
   * @returns The type that the block gets there; undefined when it is left out.
   */
  placeFor(type: AdfNodeType, line: number): AdfNodeType | undefined {
    if (this.#depth === 0 && this.topBlocks !== undefined) {
      this.#startTopBlock(line, this.topBlocks)
    }
    this.#find(this.#next, type, line, this.#depth, true)
    return this.#next.at === -1 ? undefined : this.#next.type
  }

  /** Write a block at the place that `placeFor` found. */
  put(json: string, text: string, kind: BlockKind = 'words'): void {
    const node = this.#top()
    node.endsWithTab = false
    if (json !== emptyParagraph) this.forgetTargets()
    if (json === emptyParagraph && node.isFlatCell) return
    this.#count(kind === 'title')
    const { at, type } = this.#next
    if (at === -1) return
    if (this.#depth === 0 && type !== 'heading') this.titleFilter?.pass(kind !== 'wordless')
    if (this.#json.length >= pieceLength) this.#endPiece()
    this.#arriveAt(at, this.#depth)
    this.#json += json
    this.#text.addLine(text)
    node.lastBlock = at === this.#depth ? json : ''
  }

  /**
   * Append text that is decided only when the document ends. Returns false, and appends nothing, if the
   * open node does not end with a paragraph.
   */
  appendToParagraph(late: string): boolean {
    const { lastBlock } = this.#top()
    // The marks of an aligned paragraph follow its content.
    if (!lastBlock.startsWith(plainParagraph) || lastBlock.includes('],"marks":[')) return false
    this.#json = `${this.#json.slice(0, -']}'.length)}${late}]}`
    this.#text.append(late)
    return true
  }

  /** Keep a name for the next paragraph, because only paragraphs can carry an anchor. */
  awaitTarget(name: string): void {
    const isTaken = this.targets.has(name) || this.#awaitedTargets.includes(name)
    if (!isTaken && this.targets.size < maxTargets) this.#awaitedTargets.push(name)
  }

  /** Drop the kept names: a heading or another block follows, and has names of its own. */
  forgetTargets(): void {
    if (this.#awaitedTargets.length > 0) this.#awaitedTargets = []
  }

  /** Take the kept names for a paragraph. */
  takeTargets(): readonly string[] {
    const names = this.#awaitedTargets
    if (names.length > 0) this.#awaitedTargets = []
    for (const name of names) this.targets.add(name)
    return names
  }

  /** Append a late value, which may turn out to be a node. */
  append(late: string): void {
    this.#json += late
    this.#text.append(late)
  }

  /** Check the length that the document would have with `more` characters. */
  checkLength(more: number): void {
    this.#onLength?.(this.#length + this.#json.length + more)
  }

  /** Whether no node is open. */
  get isAtTop(): boolean {
    return this.#depth === 0
  }

  /** How many blocks the open node was given. */
  get blockCount(): number {
    return this.#top().blockCount
  }

  get align(): Align | undefined {
    return this.#top().align
  }

  /** Align the blocks that are written directly into the open node. */
  set align(align: Align | undefined) {
    this.#top().align = align
  }

  /** Tell whether the next block may carry a mark at its place; warns if not. */
  canPlaceMark(mark: AdfMarkType, line: number): boolean {
    const { at, home } = this.#next
    if (at === -1 || this.#top().isFlatCell) return false
    const isPlaced = canHaveMark((this.#levels[home] as OpenAdfNode).type, mark)
    if (!isPlaced) this.warnings.add('alignment-dropped', line)
    return isPlaced
  }

  /** End the document; an empty one gets an empty paragraph. */
  end(): AdfPieces {
    if (this.topBlocks !== undefined) this.#endPiece()
    this.topBlocks = undefined
    if (this.#top().childCount === 0) this.emptyParagraph(1)
    this.#json += ']}'
    this.#endPiece()
    let length = 0
    const adf = this.#pieces.map((piece) => {
      const whole = this.late.intoJson(piece, (more) => this.#onLength?.(length + more))
      length += whole.length
      return whole
    })
    return { adf, text: flattened(this.late.intoText(`${this.#text}`)) }
  }

  #top(): OpenAdfNode {
    return this.#levels[this.#depth] as OpenAdfNode
  }

  /** Count a block of the open node. Before the first one, write a title that it owes. */
  #count(isTitle: boolean): void {
    const node = this.#top()
    node.blockCount += 1
    node.lastBlock = ''
    if (!node.owesTitle) return
    node.owesTitle = false
    if (isTitle && node.type === 'panel') return
    const next = { ...this.#next }
    this.block('paragraph', node.line, jsonOfBoldLine(node.title), node.title)
    Object.assign(this.#next, next)
  }

  /**
   * Find the node that becomes the parent of another.
   * @param place Receives the result.
   * @param from Level where the search begins.
   * @param isTold Whether to warn when the node is changed or moved.
   */
  #find(place: Place, type: AdfNodeType, line: number, from: number, isTold: boolean): void {
    place.home = -1
    place.type = type
    place.isFlat = false
    let isLifted = false
    let at = from
    for (;;) {
      const node = this.#levels[at] as OpenAdfNode
      if (node.isFlat) at = node.home
      else if (node.children.has(place.type)) {
        if (place.home === -1) place.home = at
        if (!node.isEnded) break
        isLifted = true
        at = node.home
      } else {
        const action = misfitAction(node.type, place.type)
        if (isTold && !(action === 'lift' && isLifted)) {
          const code = misfitWarning(action, place.type)
          if (code !== undefined) this.warnings.add(code, isLifted ? this.#lineAbove(at) : line)
        }
        if (action === 'strong-paragraph') place.type = 'paragraph'
        else if (action === 'nested-expand') place.type = 'nestedExpand'
        else if (action === 'lift') {
          isLifted = true
          at = node.home
        } else {
          place.home = at
          place.isFlat = action !== 'drop'
          // Even a block that is then left out splits the nodes that it was lifted out of.
          if (action === 'drop') this.#leave(at, this.#depth)
          at = -1
          break
        }
      }
    }
    place.at = at
  }

  /** The line of the node that a block was lifted out of. */
  #lineAbove(at: number): number {
    let level = at + 1
    while (this.#levels[level]?.isFlat) level += 1
    return this.#levels[level]?.line ?? 1
  }

  /**
   * Prepare the node at a level for a child: begin its JSON if needed, and separate children by commas.
   * @param from Level at which the child was put.
   */
  #arriveAt(at: number, from: number): void {
    const node = this.#levels[at] as OpenAdfNode
    if (!node.isOpen) this.#begin(at)
    const titles = at === this.#depth ? '' : this.#leave(at, from)
    if (node.hasNode) this.#json += ','
    this.#json += titles
    this.#text.prependLate(titles)
    node.hasNode = true
    node.childCount += 1
  }

  /**
   * End the JSON of the nodes inside the node at a level.
   * @param from Level of the innermost node that a block is lifted out of.
   * @returns Late values for their titles.
   */
  #leave(at: number, from: number): string {
    let titles = ''
    for (let level = this.#depth; level > at; level -= 1) {
      const node = this.#levels[level] as OpenAdfNode
      if (node.isOpen) this.#json += node.end()
      if (level > from || node.isFlat) continue
      if (node.childCount + node.liftedCount === 0) titles = this.#lateTitleOf(node) + titles
      node.liftedCount += 1
      // A second item would show a bullet or number that the writer did not ask for.
      if (node.type === 'listItem') node.isEnded = true
    }
    return titles
  }

  /** Reserve the place for a title that is needed if nothing stays in the node. */
  #lateTitleOf(node: OpenAdfNode): string {
    const { title } = node
    if (title === '') return ''
    const late = { isNeeded: false }
    node.lateTitle = late
    return this.late.add(
      () => (late.isNeeded ? `${jsonOfBoldLine(title)},` : ''),
      () => (late.isNeeded ? `${title}\n` : ''),
    )
  }

  /** Begin the JSON of a node, or of its next part. */
  #begin(at: number): void {
    const node = this.#levels[at] as OpenAdfNode
    const outer = this.#outer
    this.#find(outer, node.type as AdfNodeType, node.line, node.home, false)
    this.#arriveAt(outer.at, at - 1)
    const { type: parentType } = this.#levels[outer.at] as OpenAdfNode
    if (node.marks !== undefined && !node.placeMarks(parentType)) {
      this.warnings.add('alignment-dropped', node.line)
    }
    this.#json += node.begin()
    if (node.type !== 'panel') this.#text.addLine(node.title)
  }

  #startTopBlock(line: number, topBlocks: TopBlock[]): void {
    this.#endPiece()
    topBlocks.push({ line, piece: this.#pieces.length })
  }

  #endPiece(): void {
    this.#length += this.#json.length
    this.#pieces.push(flattened(this.#json))
    this.#json = ''
    this.#onLength?.(this.#length)
  }
}

/** Make V8 join the parts of a string, which it keeps apart until somebody searches in it. */
function flattened(text: string): string {
  text.includes('\0')
  return text
}
