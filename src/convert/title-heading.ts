/** The heading that says the title of its page, which the page shows already. @module */
import { isAnchor } from './anchor-macro.ts'
import { headingText } from './headings.ts'
import type { LooseNode } from './loose-adf.ts'
import type { PlainBlock } from './plain-page.ts'

/** Blocks of a document on their way to the page, without the heading that says its title. */
export interface TitleFilter {
  /** Give the next block of the document, and get those that are the page's. */
  pass(block: LooseNode): readonly LooseNode[]
  /**
   * Let a block pass that is written already.
   * @returns Whether it is the page's; `false` where only `pass` can tell.
   */
  passPlain(block: PlainBlock): boolean
  /** Get what was held back, once the document is at its end. */
  rest(): readonly LooseNode[]
  /** The heading that was left out. */
  removed(): LooseNode<'heading'> | undefined
}

/**
 * Start leaving out the heading that opens a document and says its page's title. Only what has no words
 * of its own may stand before it, images and dividing lines say; and something must be left to be a page.
 * @param title The title; `undefined` for a page that keeps all.
 */
export function titleFilter(title: string | undefined): TitleFilter {
  const wanted = title === undefined ? [] : namesIn(title)
  let isOpening = wanted.length > 0
  let isFirst = true
  let held: LooseNode<'heading'> | undefined
  let removed: LooseNode<'heading'> | undefined
  const settle = (): void => {
    if (held === undefined) return
    // The heading was all of the document up to here: now that more follows, it may go.
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
      // Of what the page shows nothing of, nothing follows from it either.
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

/** The title, also without what only tells it apart from others: "Overview (operator)". */
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

/** Formatting may go with a heading; a link or an image would be lost. */
function isPlain({ content = [] }: LooseNode<'heading'>): boolean {
  return content.every(({ type, marks = [] }) => {
    if (type === 'hardBreak') return true
    return type === 'text' && marks.every((mark) => mark.type !== 'link')
  })
}

/** What a reader hears of it: of signs only those that are words, as in C++, C# and A & B, and points in 1.2. */
function lettersOf(words: string): string {
  const heard = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{N})[^\p{L}\p{N}]{1,3}(?=\p{N})/gu, '.')
    .replace(/(?:(?<!\p{N})\.|\.(?!\p{N})|[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}#&%@*.])+/gu, '')
  // Of one that is nothing but signs, each counts.
  return heard === '' ? words.trim() : heard
}
