/** A sentence of storage format, canonically: texts with the marks on them, in whatever order they were nested. @module */

/** A text with its marks, a line break, or a thing that is no text. */
type Leaf =
  | { readonly text: string; readonly marks: string }
  | { readonly object: unknown; readonly marks: string }

/** The marks on a text, in one order. */
export interface LeafMarks {
  readonly names: readonly string[]
  /** Equal for the same marks. */
  readonly key: string
}

export const noMarks: LeafMarks = { names: [], key: '' }

const lineBreak: Leaf = { object: 'br', marks: '' }

/** Collects a sentence. */
export class CanonicalRun {
  readonly #leaves: Leaf[] = []

  /** Add text; spaces of all kinds are alike, say nothing of marks, and end what stands before them. */
  addText(text: string, marks: LeafMarks): void {
    const spaced = text.replaceAll(/[\s\u00A0]+/g, ' ')
    const last = this.#leaves.at(-1)
    if (last === undefined || !('text' in last)) {
      if (spaced !== '') this.#leaves.push({ text: spaced, marks: spaced === ' ' ? '' : marks.key })
      return
    }
    const words = spaced.trimStart()
    const before = { ...last, text: words === spaced ? last.text : `${last.text} ` }
    const isOne = last.marks === marks.key
    this.#leaves[this.#leaves.length - 1] = isOne
      ? { ...before, text: before.text + words }
      : before
    if (!isOne && words !== '') this.#leaves.push({ text: words, marks: marks.key })
  }

  /** Add what is no text, such as a macro. */
  addObject(object: unknown, marks: LeafMarks): void {
    this.#leaves.push({ object, marks: marks.key })
  }

  addBreak(): void {
    this.#leaves.push(lineBreak)
  }

  /** List what was added, without the spaces and line breaks that readers do not see at its ends. */
  leaves(): readonly Leaf[] {
    const leaves = [...this.#leaves]
    const isBlank = (leaf: Leaf | undefined): boolean =>
      leaf === lineBreak || (leaf !== undefined && 'text' in leaf && leaf.text.trim() === '')
    while (isBlank(leaves.at(-1))) leaves.pop()
    let begin = 0
    while (begin < leaves.length && isSpace(leaves[begin] as Leaf)) begin += 1
    return leaves.slice(begin).map((leaf, at, kept) => {
      if (!('text' in leaf)) return leaf
      const before = at === 0 ? leaf.text.trimStart() : leaf.text
      const text = at === kept.length - 1 ? before.trimEnd() : before
      return { ...leaf, text: text.replaceAll(/ {2,}/g, ' ') }
    })
  }
}

function isSpace(leaf: Leaf): boolean {
  return 'text' in leaf && leaf.text.trim() === ''
}
