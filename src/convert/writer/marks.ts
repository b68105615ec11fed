/** The marks of words in a sentence, as JSON and as bits. @module */
import type { AdfTextMarkType } from '../adf/types.ts'

/** A bit for each mark that Markdown or HTML can write. */
export const bits: Readonly<Record<AdfTextMarkType, number>> = {
  strong: 1,
  em: 2,
  strike: 4,
  link: 8,
  subsup: 16,
  code: 32,
  underline: 64,
  textColor: 128,
  backgroundColor: 256,
  annotation: 512,
}

/**
 * Bold that we give to titles and terms. Code in them loses nothing that the author wrote, so it
 * needs no warning.
 */
const titleBit = 1024

/** A chain of marks, from the outermost construct on. It is never changed. */
export class TextMarks {
  /** The JSON of all marks, with commas between. */
  readonly json: string
  readonly bits: number
  readonly #outer: TextMarks | undefined
  readonly #bit: number
  readonly #own: string

  constructor(outer: TextMarks | undefined, bit: number, own: string) {
    this.json = outer === undefined || outer.json === '' ? own : `${outer.json},${own}`
    this.bits = (outer?.bits ?? 0) | bit
    this.#outer = outer
    this.#bit = bit
    this.#own = own
  }

  has(some: number): boolean {
    return (this.bits & some) !== 0
  }

  /** Whether words with these marks are bold. */
  get isBold(): boolean {
    return this.has(bits.strong | titleBit)
  }

  /** The marks that the author wrote. */
  get authorBits(): number {
    return this.bits & ~titleBit
  }

  /** Add a mark, unless it is there already. */
  with(bit: number, json: string): TextMarks {
    if (this.has(bit)) return this
    // The author also makes these words bold.
    if (bit === bits.strong && this.has(titleBit)) return this.#withAuthorsBold()
    return new TextMarks(this, bit, json)
  }

  #withAuthorsBold(): TextMarks {
    if (this.#outer === undefined) return this
    if (this.#bit === titleBit) return new TextMarks(this.#outer, bits.strong, this.#own)
    return new TextMarks(this.#outer.#withAuthorsBold(), this.#bit, this.#own)
  }

  /** Add the marks of a surrounding element; of two marks of a kind the inner one counts. */
  within(around: TextMarks): TextMarks {
    if (around.#outer === undefined) return this
    const inner = this.within(around.#outer)
    const isThere = inner.has(around.#bit) || (around.has(bits.strong) && inner.has(titleBit))
    return isThere ? inner : new TextMarks(inner, around.#bit, around.#own)
  }

  /** The marks that ADF can combine: code allows no other mark, and a link wins over code. */
  get fitted(): TextMarks {
    if (!this.has(bits.code) || this.bits === bits.code) return this
    return this.has(bits.link) ? this.without(bits.code) : codeMarks
  }

  /** Whether `fitted` leaves out a mark of the author's, other than code inside a link. */
  get losesByFitting(): boolean {
    return (this.bits & ~(this.fitted.bits | bits.code | titleBit)) !== 0
  }

  only(bit: number): TextMarks {
    if (this.#bit === bit || this.#outer === undefined) {
      return new TextMarks(undefined, this.#bit, this.#own)
    }
    return this.#outer.only(bit)
  }

  without(bit: number): TextMarks {
    if (!this.has(bit) || this.#outer === undefined) return this
    const outer = this.#outer.without(bit)
    return this.#bit === bit ? outer : new TextMarks(outer, this.#bit, this.#own)
  }
}

export const strongJson = '{"type":"strong"}'
export const noMarks: TextMarks = new TextMarks(undefined, 0, '')
export const titleMarks: TextMarks = noMarks.with(titleBit, strongJson)
export const boldMarks: TextMarks = noMarks.with(bits.strong, strongJson)
export const codeMarks: TextMarks = noMarks.with(bits.code, '{"type":"code"}')
