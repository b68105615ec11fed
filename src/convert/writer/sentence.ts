/**
 * The sentence that is being written: its JSON, its words, and what decides about the block around
 * it. It is put when it is complete, since an image may turn out to be all of it.
 * @module
 */
import type { AnyNode } from '../adf/any-node.ts'
import type { AdfInlineType, AdfNode } from '../adf/types.ts'
import { wordsOfParts } from '../headings.ts'
import type { AdfWriter } from './adf-writer.ts'
import { jsonOfText } from './json.ts'
import { bits, strongJson, type TextMarks } from './marks.ts'

/** An image in both forms: as a block of its own, and inline among words. */
export interface WrittenImage {
  /** Write the block; by default with the image's own layout. */
  blockIn(layout?: 'align-start' | 'center' | 'align-end'): string
  readonly blockText: string
  readonly inline: string
  readonly inlineText: string
  /** Whether text runs around the block. */
  readonly isFloat: boolean
  /** The words that stand for the image in a plain title. */
  readonly description: string
  readonly inlineNode: AnyNode
}

export interface SentenceOptions {
  /** Make words bold, as those of a heading that becomes a paragraph. */
  readonly makesBold?: boolean
  /** Whether anchors may stand in the sentence; in a heading they would change the heading's name. */
  readonly canHoldTargets?: boolean
  /** Whether an image may become a block beside the sentence. */
  readonly canBecomeBlock?: boolean
}

/** A part of a sentence that has more than words. */
type Part = AnyNode | WrittenImage

export class AdfSentence {
  /** The JSON of the nodes, with commas between. */
  json = ''
  /** The text of the nodes, the same as `nodeText` gives. */
  words = ''
  /** How many nodes are written. */
  count = 0
  /** Also counts nodes that turn out to be invisible space. */
  nodeCount = 0
  /** Whether any text is more than space. */
  hasWords = false
  /** Whether ADF could not combine some of the marks. */
  losesMarks = false
  /** Whether an image that text should run around stands among words instead. */
  hasFloat = false
  readonly canHoldTargets: boolean
  /** Images before all words, around which the text runs. */
  readonly floats: WrittenImage[] = []
  readonly #writer: Pick<AdfWriter, 'checkLength'>
  #checkedLength = 0
  readonly #canBecomeBlock: boolean
  readonly #makesBold: boolean
  readonly #around: TextMarks
  #hasLink = false
  /** How many nodes are neither blank nor a line break. */
  #shown = 0
  #lastImage: WrittenImage | undefined
  #hasBold = false
  #isAllBold = true
  /** Undefined while the sentence has only words. */
  #parts: Part[] | undefined
  #isTrimmed = false
  #endsWithSpace = true
  /** The text that was written last, whose end may have to be trimmed. */
  #heldText: { readonly words: string; readonly marks: TextMarks } | undefined
  #heldBreaks = 0

  /**
   * @param writer Checks the length of a sentence that becomes long.
   * @param around Marks of the elements around it.
   */
  constructor(
    writer: Pick<AdfWriter, 'checkLength'>,
    { makesBold = false, canHoldTargets = true, canBecomeBlock = false }: SentenceOptions,
    around: TextMarks,
  ) {
    this.#writer = writer
    this.canHoldTargets = canHoldTargets
    this.#canBecomeBlock = canBecomeBlock
    this.#makesBold = makesBold
    this.#around = around
  }

  /** Begin to leave out space at both ends and around line breaks, as HTML does. */
  trim(): this {
    this.#isTrimmed = true
    this.#endsWithSpace = true
    this.#heldText = undefined
    this.#heldBreaks = 0
    return this
  }

  /** End the sentence; space at its end is left out. */
  end(): this {
    if (!this.#isTrimmed) return this
    this.#release(true)
    this.#heldBreaks = 0
    this.#isTrimmed = false
    return this
  }

  /** Write a text; for an empty one nothing is written. */
  text(words: string, marks: TextMarks): void {
    if (words === '') return
    this.nodeCount += 1
    if (this.#isTrimmed) this.#hold(words, marks)
    else this.#write(words, marks)
  }

  lineBreak(): void {
    if (!this.#isTrimmed) {
      this.#writeNode({ type: 'hardBreak' }, hardBreak, '\n')
      return
    }
    // Text that runs around an image does not begin with a line break.
    if (this.floats.length > 0 && this.count === 0 && this.#heldText === undefined) return
    this.#release(true)
    this.#heldBreaks += 1
    this.#endsWithSpace = true
  }

  /** Write another node, such as a macro; an anchor has no words. */
  node(node: AdfNode<AdfInlineType>, words: string): void {
    this.#writeNode(node as AnyNode, JSON.stringify(node), words)
    this.#shown += 1
    if (words !== '') this.hasWords = true
  }

  image(image: WrittenImage): void {
    if (image.isFloat && this.#shown === 0 && this.#canBecomeBlock) {
      this.floats.push(image)
      this.nodeCount += 1
      this.json = ''
      this.words = ''
      this.count = 0
      this.#parts = undefined
      this.trim()
      return
    }
    if (image.isFloat) this.hasFloat = true
    this.#lastImage = image
    this.#writeNode(image, image.inline, image.inlineText)
    this.#shown += 1
  }

  noteLink(): void {
    this.#hasLink = true
  }

  /** Put finished JSON at the start. */
  prepend(json: string): void {
    this.json = this.json === '' ? json : `${json},${this.json}`
    this.#shown += 1
  }

  /** The image, if the sentence consists of nothing else. */
  get onlyImage(): WrittenImage | undefined {
    return this.#shown === 1 ? this.#lastImage : undefined
  }

  /** Whether all words are bold, which makes the sentence the title of a panel. */
  get isTitle(): boolean {
    return this.#hasBold && this.#isAllBold
  }

  /** Whether the sentence is text without marks. */
  get isPlainText(): boolean {
    return this.#parts === undefined && !this.json.includes('"marks":[')
  }

  /** Whether the sentence is text and line breaks without links. */
  get isLinkless(): boolean {
    const isText = (part: Part): boolean =>
      !('blockIn' in part) && (part.type === 'text' || part.type === 'hardBreak')
    return !this.#hasLink && (this.#parts ?? []).every(isText)
  }

  /** The words in one line, with the descriptions of images. */
  get plainWords(): string {
    return this.wordsWith('described', ' ')
  }

  wordsWith(images: 'described' | 'left out', lineBreak: string): string {
    if (this.#parts === undefined) return this.words
    return wordsOfParts(this.partsWith(images), lineBreak)
  }

  /** The parts from which the names of headings are made. */
  partsWith(images: 'shown' | 'described' | 'left out'): readonly AnyNode[] {
    if (this.#parts === undefined) {
      return this.words === '' ? [] : [{ type: 'text', text: this.words }]
    }
    return this.#parts.flatMap((part) => {
      if (!('blockIn' in part)) return [part]
      if (images === 'left out') return []
      return [images === 'shown' ? part.inlineNode : { type: 'text', text: part.description }]
    })
  }

  #hold(written: string, marks: TextMarks): void {
    const words = this.#endsWithSpace ? written.replace(/^[ \n]+/, '') : written
    if (words === '') return
    this.#release(false)
    this.#heldText = { words, marks }
    this.#endsWithSpace = /[ \n]$/.test(words)
  }

  /** @param isEnd Whether a line ends here, so that browsers show no space before the end. */
  #release(isEnd: boolean): void {
    const held = this.#heldText
    this.#heldText = undefined
    if (held !== undefined) {
      const words = isEnd ? held.words.replace(/[ \n]+$/, '') : held.words
      if (words !== '') this.#write(words, held.marks)
    }
    if (isEnd) return
    for (; this.#heldBreaks > 0; this.#heldBreaks -= 1) {
      this.#writeNode({ type: 'hardBreak' }, hardBreak, '\n')
    }
  }

  #write(words: string, own: TextMarks): void {
    const isAlone = own.bits === 0 && !this.#makesBold && this.#around.bits === 0
    const marks = isAlone ? own : this.#fittedMarks(own)
    this.#add(jsonOfText(words, marks))
    this.words += words
    this.#parts?.push({ type: 'text', text: words })
    if (marks.isBold) this.#hasBold = true
    else if (!marks.has(bits.code)) this.#isAllBold = false
    if (this.#shown === 0 || !this.hasWords) {
      if (words.trim() === '') return
      this.hasWords = true
    }
    this.#shown += 1
  }

  #fittedMarks(own: TextMarks): TextMarks {
    const outer = own.within(this.#around)
    const becomesBold = this.#makesBold && !outer.isBold && !outer.has(bits.code)
    const marks = becomesBold ? outer.with(bits.strong, strongJson) : outer
    if (marks.losesByFitting) this.losesMarks = true
    return marks.fitted
  }

  #writeNode(node: Part, json: string, words: string): void {
    this.nodeCount += 1
    if (this.#isTrimmed && json !== hardBreak) {
      this.#release(false)
      this.#endsWithSpace = false
    }
    this.#parts ??= this.words === '' ? [] : [{ type: 'text', text: this.words }]
    this.#parts.push(node)
    this.#add(json)
    this.words += words
    this.#isAllBold = false
  }

  #add(json: string): void {
    this.json += this.count === 0 ? json : `,${json}`
    this.count += 1
    if (this.json.length < this.#checkedLength + growth) return
    this.#checkedLength = this.json.length
    this.#writer.checkLength(this.#checkedLength)
  }
}

/** The length of a long sentence is checked again after so many more characters. */
const growth = 64 * 1024

const hardBreak = '{"type":"hardBreak"}'
