/** Leaves out the first heading where it repeats the page's title. @module */
import { anchorName } from '../adf/heading-names.ts'
import type { AdfDoc, AdfNode } from '../adf/types.ts'
import { wordsOfParts } from './headings.ts'

/**
 * Decides which heading of a document is left out: the one that opens it and repeats the title.
 * Only blocks without words, such as images and rules, may stand before it, and something must be
 * left on the page.
 */
export class TitleFilter<Heading> {
  readonly #names: readonly string[]
  #isOpening: boolean
  #isFirst = true
  #alone: Heading | undefined
  #removed: Heading | undefined

  constructor(title: string) {
    this.#names = namesIn(title)
    this.#isOpening = this.#names.length > 0
  }

  /** Tell of a block that is no heading. */
  pass(hasWords: boolean): void {
    if (this.#alone !== undefined) {
      // The heading was the whole document so far; now that more follows, it may go.
      this.#removed = this.#alone
      this.#alone = undefined
    }
    this.#isFirst = false
    if (hasWords) this.#isOpening = false
  }

  /**
   * Tell whether a heading is left out, as far as is known.
   * @param words Undefined where it has links or images, which must stay.
   */
  leavesOut(heading: Heading, words: string | undefined): boolean {
    const isOpening = this.#isOpening
    const isFirst = this.#isFirst
    this.pass(true)
    if (!isOpening || words === undefined || !this.#names.includes(lettersOf(words))) return false
    if (isFirst) this.#alone = heading
    else this.#removed = heading
    return true
  }

  /** The heading that turned out to be all of the document, and has to stay. */
  get alone(): Heading | undefined {
    return this.#alone
  }

  get removed(): Heading | undefined {
    return this.#removed
  }
}

/** Tell whether a page opens with a heading that repeats its title. */
export function opensWithTitle(title: string, blocks: AdfDoc['content']): boolean {
  const filter = new TitleFilter<AdfNode>(title)
  return blocks.some((block) => {
    if (block.type === 'heading') return filter.leavesOut(block, linklessWords(block))
    filter.pass(hasWords(block))
    return false
  })
}

/** Read a heading's words; undefined where it has links or images. */
export function linklessWords({ content = [] }: AdfNode<'heading'>): string | undefined {
  const isPlain = content.every((node) => {
    if (node.type !== 'text') return node.type === 'hardBreak'
    return (node.marks ?? []).every(({ type }) => type !== 'link')
  })
  return isPlain ? wordsOfParts(content, ' ') : undefined
}

function hasWords(block: AdfNode): boolean {
  if (block.type === 'rule' || block.type === 'mediaSingle') return false
  return block.type !== 'paragraph' || !(block.content ?? []).every(isWordless)
}

function isWordless(node: AdfNode): boolean {
  if (node.type === 'text') return node.text.trim() === ''
  return node.type === 'mediaInline' || node.type === 'hardBreak' || anchorName(node) !== undefined
}

/** The title, also without a suffix that only tells it apart: "Overview (operator)". */
function namesIn(title: string): string[] {
  return [title, title.replace(/\s\([^()]{1,100}\)\s*$/, '')].map(lettersOf).filter(Boolean)
}

/**
 * Compare titles as they are spoken: keep signs only where they are words (C++, C#, A & B) and dots
 * in 1.2.
 */
function lettersOf(words: string): string {
  const heard = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{N})[^\p{L}\p{N}]{1,3}(?=\p{N})/gu, '.')
    .replace(/(?:(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}#&%@*.])+/gu, '')
  // A title of nothing but signs is compared as it is.
  return heard === '' ? words.trim() : heard
}
