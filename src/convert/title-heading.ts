/** Leaves out the first heading where it repeats the page's title. @module */
import { isAnchor } from './anchor-macro.ts'
import { headingText } from './headings.ts'
import type { LooseNode } from './loose-adf.ts'
import type { PlainBlock } from './plain-page.ts'

/** Passes the blocks of a document on, without the heading that repeats the title. */
export interface TitleFilter {
  pass(block: LooseNode): readonly LooseNode[]
  /**
   * Let a block pass that is already written.
   * @returns False where the block must go through `pass` instead.
   */
  passPlain(block: PlainBlock): boolean
  /** Give what was held back, at the end of the document. */
  rest(): readonly LooseNode[]
  removed(): LooseNode<'heading'> | undefined
}

/**
 * Leave out the heading that opens a document and repeats the title. Only blocks without words,
 * such as images and rules, may stand before it, and something must be left on the page.
 * @param title Undefined keeps everything.
 */
export function titleFilter(title: string | undefined): TitleFilter {
  const wanted = title === undefined ? [] : namesIn(title)
  let isOpening = wanted.length > 0
  let isFirst = true
  let held: LooseNode<'heading'> | undefined
  let removed: LooseNode<'heading'> | undefined
  const settle = (): void => {
    if (held === undefined) return
    // The heading was the whole document so far; now that more follows, it may go.
    removed = held
    held = undefined
  }
  const pass: TitleFilter['pass'] = (block) => {
    settle()
    if (!isOpening) return [block]
    const isAlone = isFirst
    isFirst = false
    if (!hasWords(block)) return [block]
    isOpening = false
    if (block.type !== 'heading' || !saysTitle(block, wanted)) return [block]
    if (isAlone) held = block
    else removed = block
    return []
  }
  return {
    pass,
    passPlain(block) {
      // A block that shows nothing counts neither before nor after the heading.
      if (block.json === '') return true
      if (isOpening && !opensWithWords(block, wanted)) return false
      settle()
      isOpening = false
      isFirst = false
      return true
    },
    rest: () => (held === undefined ? [] : [held]),
    removed: () => removed,
  }
}

/** Tell whether a block has words, other than the title's, for certain. */
function opensWithWords({ json, text, headings }: PlainBlock, wanted: readonly string[]): boolean {
  if (text.trim() === '' || json.startsWith('{"type":"mediaSingle"')) return false
  return !headings.some((heading) => saysTitle(heading, wanted))
}

function saysTitle(heading: LooseNode<'heading'>, wanted: readonly string[]): boolean {
  return isPlain(heading) && wanted.includes(lettersOf(headingText(heading, ' ')))
}

/** The title, also without a suffix that only tells it apart: "Overview (operator)". */
function namesIn(title: string): string[] {
  return [title, title.replace(/\s\([^()]{1,100}\)\s*$/, '')].map(lettersOf).filter(Boolean)
}

function hasWords({ type, content = [] }: LooseNode): boolean {
  if (type === 'rule' || type === 'mediaSingle') return false
  return type !== 'paragraph' || !content.every(isWordless)
}

function isWordless(node: LooseNode): boolean {
  if (node.type === 'text') return node.text.trim() === ''
  return node.type === 'mediaSingle' || node.type === 'hardBreak' || isAnchor(node)
}

/** A heading's formatting may be dropped, but not its links and images. */
function isPlain({ content = [] }: LooseNode<'heading'>): boolean {
  return content.every(({ type, marks = [] }) => {
    if (type === 'hardBreak') return true
    return type === 'text' && marks.every((mark) => mark.type !== 'link')
  })
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
