/**
 * The sentence that is being written: its JSON, its words, and what decides about the block around
 * it. It is put when it is complete, since an image may turn out to be all of it.
 * @module
 */
import type { AnyNode } from '../adf/any-node.ts'
import type { AdfInlineType, AdfNode } from '../adf/types.ts'
import { wordsOfParts } from '../headings.ts'
import type { AdfWriter } from './adf-writer.ts'
import { jsonInside } from './json.ts'
import { bits, strongJson, type TextMarks } from './marks.ts'

/** An image in both forms that it may have: a block of its own, and among words. */
export interface WrittenImage {
  /** Write its block; without a layout it has its own. */
  blockIn(layout?: 'align-start' | 'center' | 'align-end'): string
  readonly blockText: string
  readonly inline: string
  readonly inlineText: string
  /** Whether text runs around its block. */
  readonly isFloat: boolean
  /** Its words in a plain title. */
  readonly description: string
  readonly inlineNode: AnyNode
}

export interface SentenceOptions {
  /** Make words bold, as those of a heading that becomes a paragraph. */
  readonly makesBold?: boolean
  /** Whether targets of links may stand in it; in a heading they would become part of its name. */
  readonly canHoldTargets?: boolean
  /** Whether an image may become a block beside it. */
  readonly canBecomeBlock?: boolean
}

/** A part of a sentence that has more than words. */
type Part = AnyNode | WrittenImage

export class AdfSentence {
  /** Its nodes, with commas between. */
  json = ''
  /** Its text, as `nodeText` gives it. */
  words = ''
  /** How many nodes it has. */
  count = 0
  /** How many nodes it was given; some may turn out to be space that nobody sees. */
  given = 0
  /** Whether a text in it is more than space. */
  hasWords = false
  /** Whether ADF could not combine some of the marks. */
  losesMarks = false
  /** Whether an image stands among words that text was to run around. */
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
  /** Nodes that are neither blank nor a line break. */
  #shown = 0
  #lastImage: WrittenImage | undefined
  #hasBold = false
  #isAllBold = true
  /** Only where it has more than words. */
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

  /** End it: space that was held back is left out. */
  end(): this {
    if (!this.#isTrimmed) return this
    this.#release(true)
    this.#heldBreaks = 0
    this.#isTrimmed = false
    return this
  }

  /** Write a text; an empty one is no node. */
  text(words: string, marks: TextMarks): void {
    if (words === '') return
    this.given += 1
    if (this.#isTrimmed) this.#hold(words, marks)
    else this.#write(words, jsonInside(words), marks)
  }

  /** Write a text that is the same in JSON, and not empty. */
  plainText(words: string, marks: TextMarks): void {
    this.given += 1
    if (this.#isTrimmed) this.#hold(words, marks)
    else this.#write(words, words, marks)
  }

  lineBreak(): void {
    if (!this.#isTrimmed) {
      this.#writeNode({ type: 'hardBreak' }, hardBreak, '\n')
      return
    }
    // The text beside an image that it runs around begins with words.
    if (this.floats.length > 0 && this.count === 0 && this.#heldText === undefined) return
    this.#release(true)
    this.#heldBreaks += 1
    this.#endsWithSpace = true
  }

  /** Write another node, such as a macro; a target of links has no words. */
  node(node: AdfNode<AdfInlineType>, words: string): void {
    this.#writeNode(node as AnyNode, JSON.stringify(node), words)
    this.#shown += 1
    if (words !== '') this.hasWords = true
  }

  image(image: WrittenImage): void {
    if (image.isFloat && this.#shown === 0 && this.#canBecomeBlock) {
      this.floats.push(image)
      this.given += 1
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

  /** Put what is written already at its start. */
  prepend(json: string): void {
    this.json = this.json === '' ? json : `${json},${this.json}`
    this.#shown += 1
  }

  /** Put at its end what may turn out to be nothing. */
  append(late: string): void {
    this.json += late
    this.words += late
    this.#shown += 1
  }

  /** The image that is all of it. */
  get onlyImage(): WrittenImage | undefined {
    return this.#shown === 1 ? this.#lastImage : undefined
  }

  /** Whether all of it is bold, by which the title of a panel is known. */
  get isTitle(): boolean {
    return this.#hasBold && this.#isAllBold
  }

  /** Whether it has neither marks nor anything but text. */
  get isPlainText(): boolean {
    return this.#parts === undefined && !this.json.includes('"marks":[')
  }

  /** Whether it has neither links nor anything but text and line breaks. */
  get isLinkless(): boolean {
    const isText = (part: Part): boolean =>
      !('blockIn' in part) && (part.type === 'text' || part.type === 'hardBreak')
    return !this.#hasLink && (this.#parts ?? []).every(isText)
  }

  /** Read its words in one line, with the descriptions of images. */
  get plainWords(): string {
    return this.wordsWith('described', ' ')
  }

  wordsWith(images: 'described' | 'left out', lineBreak: string): string {
    if (this.#parts === undefined) return this.words
    return wordsOfParts(this.partsWith(images), lineBreak)
  }

  /** List its parts as far as names of headings are made of them. */
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

  /** @param isEnd Whether a line ends behind it, so that space is not shown there. */
  #release(isEnd: boolean): void {
    const held = this.#heldText
    this.#heldText = undefined
    if (held !== undefined) {
      const words = isEnd ? held.words.replace(/[ \n]+$/, '') : held.words
      if (words !== '') this.#write(words, jsonInside(words), held.marks)
    }
    if (isEnd) return
    for (; this.#heldBreaks > 0; this.#heldBreaks -= 1) {
      this.#writeNode({ type: 'hardBreak' }, hardBreak, '\n')
    }
  }

  #write(words: string, inside: string, own: TextMarks): void {
    const isAlone = own.bits === 0 && !this.#makesBold && this.#around.bits === 0
    const marks = isAlone ? own : this.#fittedMarks(own)
    this.#add(
      marks.json === ''
        ? `{"type":"text","text":"${inside}"}`
        : `{"type":"text","text":"${inside}","marks":[${marks.json}]}`,
    )
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

  /** @param words Its text; all but line breaks are shown. */
  #writeNode(node: Part, json: string, words: string): void {
    this.given += 1
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

/** After how many more characters the length of a sentence is looked at again. */
const growth = 64 * 1024

const hardBreak = '{"type":"hardBreak"}'
