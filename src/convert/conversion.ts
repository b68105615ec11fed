/** A conversion under way: what constructs share, and the walk from node to construct. @module */
import { type Anchors, anchors } from './anchors.ts'
import type { WriteBlock, WriteInline } from './constructs/construct.ts'
import { collectDefinitions, type Definitions } from './definitions.ts'
import { HeadingList } from './headings.ts'
import { writeFlow, writeHtmlParagraph } from './html/html-flow.ts'
import { writePhrasing } from './html/html-phrasing.ts'
import { type HtmlItem, htmlTree } from './html/html-tree.ts'
import { linkedNames } from './linked-names.ts'
import type { MarkdownOptions, ResolveImage, ResolveLink } from './markdown-options.ts'
import { tooDeep } from './nesting-depth.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import { type Warnings, warnings } from './warnings.ts'
import { AdfWriter } from './writer/adf-writer.ts'
import { noMarks, type TextMarks } from './writer/marks.ts'
import type { Align } from './writer/open-node.ts'
import { AdfSentence, type SentenceOptions } from './writer/sentence.ts'

/** Constructs by the parser's numbers of node types. */
export interface ConstructTables {
  readonly blocks: readonly (WriteBlock | undefined)[]
  readonly inlines: readonly (WriteInline | undefined)[]
}

/** Beyond this, short rows of tables stay short, which ADF allows. */
const maxEmptyCells = 20_000
/** A macro takes some hundred characters of JSON; beyond this, formulas become code. */
const maxFormulas = 2_000

/** A class and not closures, of which V8 would keep those of many conversions for long. */
export class Conversion {
  readonly nodes: ParsedNodes
  readonly writer: AdfWriter
  readonly sentence: AdfSentence
  readonly definitions: Definitions
  readonly warnings: Warnings = warnings()
  readonly anchors: Anchors = anchors()
  readonly headings: HeadingList = new HeadingList()
  /** Names of the targets of links that the text has. */
  readonly targets: Set<string> = new Set()
  readonly emptyCells: Budget = new Budget(maxEmptyCells)
  readonly formulas: Budget = new Budget(maxFormulas)
  readonly resolveImage: ResolveImage
  readonly resolveLink: ResolveLink
  readonly hasHtml: boolean
  /** Marks of HTML elements around the blocks that are being written. */
  around: TextMarks = noMarks
  #linkedNames: ReadonlySet<string> | undefined
  readonly #tables: ConstructTables
  readonly #maxDepth: number
  #localIds = 0
  #elements = 0

  constructor(
    nodes: ParsedNodes,
    tables: ConstructTables,
    { maxDepth, resolveImage, resolveLink }: Required<Omit<MarkdownOptions, 'title'>>,
    onLength?: (length: number) => void,
  ) {
    this.nodes = nodes
    this.hasHtml = nodes.has('html')
    this.definitions = collectDefinitions(nodes)
    this.writer = new AdfWriter(onLength)
    this.sentence = new AdfSentence(this.writer)
    this.resolveImage = resolveImage
    this.resolveLink = resolveLink
    this.#tables = tables
    this.#maxDepth = maxDepth
  }

  /** Write the blocks that a node holds, from one index up to another. */
  blocks(id: number, from = 0, to: number = this.nodes.childCount(id)): void {
    const { nodes } = this
    if (this.hasHtml && nodes.holds(id, 'html')) {
      this.flow(htmlTree(nodes.childrenOf(id, from, to), false, this), this.writer.align)
      return
    }
    for (let index = from; index < to; index += 1) this.block(nodes.childOf(id, index))
  }

  block(id: number): void {
    const write = this.#tables.blocks[this.nodes.numberOf(id)]
    if (write === undefined) throw new TypeError(`no construct for ${this.nodes.typeOf(id)}`)
    write(id, this)
  }

  isBlock(id: number): boolean {
    return this.#tables.blocks[this.nodes.numberOf(id)] !== undefined
  }

  /** Start a sentence. */
  startSentence(options: SentenceOptions = {}): AdfSentence {
    return this.sentence.start(options, this.around)
  }

  /** Write into the sentence what a node holds, from one index up to another. */
  inlines(id: number, marks: TextMarks, from = 0, to: number = this.nodes.childCount(id)): void {
    const { nodes } = this
    if (this.hasHtml && nodes.holds(id, 'html')) {
      this.phrasing(htmlTree(nodes.childrenOf(id, from, to), true, this), marks)
      return
    }
    for (let index = from; index < to; index += 1) this.inline(nodes.childOf(id, index), marks)
  }

  inline(id: number, marks: TextMarks): void {
    const write = this.#tables.inlines[this.nodes.numberOf(id)]
    if (write === undefined) {
      throw new TypeError(`no construct for ${this.nodes.typeOf(id)} in a sentence`)
    }
    write(id, marks, this)
  }

  /**
   * Write items of HTML as blocks.
   * @param align How an element around aligns them.
   */
  flow(items: readonly HtmlItem[], align?: Align): void {
    writeFlow(items, this, align)
  }

  /** Write items of HTML into the sentence. */
  phrasing(items: readonly HtmlItem[], marks: TextMarks): void {
    writePhrasing(items, marks, this)
  }

  /** Write a paragraph that holds HTML, or a part of one. */
  htmlParagraph(id: number, part: Parameters<typeof writeHtmlParagraph>[1]): void {
    writeHtmlParagraph(id, part, this)
  }

  /** Read what a node holds, as HTML inside a sentence. */
  htmlIn(id: number): readonly HtmlItem[] {
    return htmlTree(this.nodes.childrenOf(id), true, this)
  }

  /** Tell whether a link of the page leads to a name. */
  isLinked(name: string): boolean {
    this.#linkedNames ??= linkedNames(this.nodes)
    return this.#linkedNames.has(name)
  }

  /** Write what an HTML element holds, and count its level. */
  inElement(write: () => void): void {
    this.#elements += 1
    write()
    this.#elements -= 1
  }

  /**
   * Refuse HTML that nests too deep.
   * @throws {MarkdownLimitError} When this depth is over the limit, counted with the elements
   * around it.
   */
  checkHtmlDepth(depth: number, line: number): void {
    const levels = this.#elements + depth
    if (levels > this.#maxDepth) throw tooDeep(levels, line, this.#maxDepth)
  }

  /** Make an id that is unique in the document and the same in every conversion of it. */
  nextLocalId(): string {
    this.#localIds += 1
    return `local-${this.#localIds}`
  }
}

/** Limits what one document may have of something. */
class Budget {
  #left: number

  constructor(max: number) {
    this.#left = max
  }

  /** @returns Whether that many were left; if not, none is taken. */
  take(count: number): boolean {
    if (count > this.#left) return false
    this.#left -= count
    return true
  }
}
