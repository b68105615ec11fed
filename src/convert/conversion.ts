/** A conversion under way: what constructs share, and the walk from node to construct. @module */
import { decodePart } from './adf/node-text.ts'
import { Anchors } from './anchors.ts'
import { blockWriters, inlineWriters } from './constructs/constructs.ts'
import { HeadingList } from './headings.ts'
import { writeFlow } from './html/html-flow.ts'
import { writePhrase } from './html/html-phrasing.ts'
import { type HtmlItem, htmlTree } from './html/html-tree.ts'
import { tooDeep } from './markdown-limit-error.ts'
import type { MarkdownOptions, ResolveImage, ResolveLink } from './markdown-options.ts'
import { byNumber, type ParsedNodes } from './parsed-nodes.ts'
import { Warnings } from './warnings.ts'
import { AdfWriter } from './writer/adf-writer.ts'
import { noMarks, type TextMarks } from './writer/marks.ts'
import type { Align } from './writer/open-node.ts'
import { AdfSentence, type SentenceOptions } from './writer/sentence.ts'

/** Beyond this, short rows of tables stay short, which ADF allows. */
const maxEmptyCells = 20_000
/** A macro takes some hundred characters of JSON; beyond this, formulas become code. */
const maxFormulas = 2_000

/** A class and not closures, of which V8 would keep those of many conversions for long. */
export class Conversion {
  readonly nodes: ParsedNodes
  readonly writer: AdfWriter
  /** The sentence that is being written. */
  sentence: AdfSentence
  readonly definitions: ReturnType<typeof collectDefinitions>
  readonly warnings: Warnings = new Warnings()
  readonly anchors: Anchors = new Anchors()
  readonly headings: HeadingList = new HeadingList()
  /** Names of the targets of links that the text has. */
  readonly targets: Set<string> = new Set()
  readonly emptyCells: Budget = new Budget(maxEmptyCells)
  readonly formulas: Budget = new Budget(maxFormulas)
  readonly resolveImage: ResolveImage
  readonly resolveLink: ResolveLink
  /** Marks of HTML elements around the blocks that are being written. */
  around: TextMarks = noMarks
  #linkedNames: ReadonlySet<string> | undefined
  readonly #maxDepth: number
  #localIds = 0
  #elements = 0

  constructor(
    nodes: ParsedNodes,
    { maxDepth, resolveImage, resolveLink }: Required<Omit<MarkdownOptions, 'title'>>,
    onLength?: (length: number) => void,
  ) {
    this.nodes = nodes
    this.definitions = collectDefinitions(nodes)
    this.writer = new AdfWriter(this.warnings, onLength)
    this.sentence = new AdfSentence(this.writer, {}, noMarks)
    this.resolveImage = resolveImage
    this.resolveLink = resolveLink
    this.#maxDepth = maxDepth
  }

  /** Write the blocks that a node holds, from an index on. */
  blocks(id: number, from = 0): void {
    const { nodes } = this
    if (nodes.holdsHtml(id)) {
      this.flow(htmlTree(nodes.childrenOf(id, from), false, this), this.writer.align)
      return
    }
    const count = nodes.childCount(id)
    for (let index = from; index < count; index += 1) this.block(nodes.childOf(id, index))
  }

  block(id: number): void {
    const write = blockWriters[this.nodes.numberOf(id)]
    if (write === undefined) throw new TypeError(`no construct for ${this.nodes.typeOf(id)}`)
    write(id, this)
  }

  isBlock(id: number): boolean {
    return blockWriters[this.nodes.numberOf(id)] !== undefined
  }

  /** Start a sentence. */
  startSentence(options: SentenceOptions = {}, around: TextMarks = this.around): AdfSentence {
    this.sentence = new AdfSentence(this.writer, options, around)
    return this.sentence
  }

  /** Write into the sentence what a node holds, from one index up to another. */
  inlines(id: number, marks: TextMarks, from = 0, to: number = this.nodes.childCount(id)): void {
    const { nodes } = this
    if (nodes.holdsHtml(id)) {
      this.phrasing(htmlTree(nodes.childrenOf(id, from, to), true, this), marks)
      return
    }
    for (let index = from; index < to; index += 1) this.inline(nodes.childOf(id, index), marks)
  }

  inline(id: number, marks: TextMarks): void {
    const write = inlineWriters[this.nodes.numberOf(id)]
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
    for (const item of items) writePhrase(item, marks, this)
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

/** Collect the definitions of a document. Of links and images with one name, the first counts. */
function collectDefinitions(nodes: ParsedNodes) {
  const links = new Map<string, number>()
  const notes = new Map<string, number>()
  const collect = (id: number): void => {
    const type = nodes.typeOf(id)
    const name = type.endsWith('efinition') ? nodes.identifierOf(id) : ''
    if (type === 'definition' && !links.has(name)) links.set(name, id)
    // Keep a second note of a name as one that nothing refers to, so that its words stay.
    if (type === 'footnoteDefinition')
      notes.set(notes.has(name) ? `${name}\0${notes.size}` : name, id)
    if (holdsBlocks[nodes.numberOf(id)] === undefined) return
    const count = nodes.childCount(id)
    for (let index = 0; index < count; index += 1) collect(nodes.childOf(id, index))
  }
  if (nodes.has('definition') || nodes.has('footnoteDefinition')) collect(0)
  return { links, footnotes: new Footnotes(notes) }
}

const holdsBlocks = byNumber({
  root: true,
  blockquote: true,
  list: true,
  listItem: true,
  footnoteDefinition: true,
  descriptionList: true,
  descriptionDetails: true,
} as const)

/** The notes of a document, numbered by their first references. */
class Footnotes {
  readonly #definitions: ReadonlyMap<string, number>
  readonly #numbers = new Map<string, number>()

  constructor(definitions: ReadonlyMap<string, number>) {
    this.#definitions = definitions
  }

  /** List the nodes of all notes by their numbers; those without a reference are last. */
  inOrder(): number[] {
    for (const name of this.#definitions.keys()) this.numberOf(name)
    return [...this.#numbers.keys()].map((name) => this.#definitions.get(name) as number)
  }

  numberOf(name: string): number {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1
    this.#numbers.set(name, number)
    return number
  }
}

const linkInHtml = /\shref\s*=\s*["']?#([^\s"'<>]+)/gi

/** List the names of a document, decoded. */
function linkedNames(nodes: ParsedNodes): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (name: string): void => {
    names.add(decodePart(name))
  }
  for (let id = 0; id < nodes.count; id += 1) {
    const type = nodes.typeOf(id)
    if (type === 'html') {
      for (const [, name = ''] of nodes.valueOf(id).matchAll(linkInHtml)) add(name)
    } else if (type === 'link' || type === 'definition') {
      const url = nodes.urlOf(id)
      if (url.startsWith('#')) add(url.slice(1))
    }
  }
  return names
}
