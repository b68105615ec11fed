/**
 * Refuses text that costs the parser time or memory growing with the square of its length. No one
 * writes such text, and the parser cannot be stopped once it has begun.
 * @module
 */
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts'
import { countMarks } from './source-nesting.ts'

/** From here on the time is felt: some 50 ms. */
const maxMarksInWord = 10_000
const address = /:\/\/|www\.|@/i
/** Beginnings of addresses with a bracket times characters of their word: the parser reads on from each. */
const maxBracketCost = 50_000_000
/** Underscores times characters of their word: the parser goes over the word at each. Some 500 ms. */
const maxUnderscoreCost = 2_000_000_000

/**
 * Refuse an address with very many marks of emphasis in it, or very many others with brackets, and a word
 * with very many underscores.
 * @throws {MarkdownLimitError} When there is one.
 */
export function checkWords(markdown: string): void {
  if (!mayHoldLongWord(markdown)) return
  for (const [word] of markdown.matchAll(/\S+/g)) {
    if (word.length <= maxMarksInWord) continue
    const underscores = word.split('_').length - 1
    if (underscores * word.length > maxUnderscoreCost) {
      throw new MarkdownLimitError(
        `content has a word of ${word.length} characters with ${underscores} underscores in it. Put spaces into it, or show it as a block of code.`,
      )
    }
    const brackets = word.match(/:\/\/\[/g)?.length ?? 0
    if (brackets * word.length > maxBracketCost) {
      throw new MarkdownLimitError(
        `content has a word of ${word.length} characters with :// and a bracket in it ${brackets} times. Put spaces between the addresses.`,
      )
    }
    const marks = countMarks(word)
    if (marks > maxMarksInWord && address.test(word)) {
      throw new MarkdownLimitError(
        `content has an address with ${marks} of the characters * _ ~ in it; at most ${maxMarksInWord} are allowed. Escape them as %2A, %5F and %7E.`,
      )
    }
  }
}

/** A word of so many characters fills one of these pieces at least, and nearly all have a space. */
function mayHoldLongWord(markdown: string): boolean {
  const length = maxMarksInWord / 2
  for (let at = 0; at + length <= markdown.length; at += length) {
    if (!/\s/.test(markdown.slice(at, at + length))) return true
  }
  return false
}

/** References times characters of one text: some 100 ms, and as many megabytes. */
const maxReferenceCost = 200_000_000
const reference = /&(?=#?[a-z\d]+;)/gi
const blankLine = /\n[ \t>]*(?=\r?\n)/

/**
 * Refuse a text with very many character references, each of which makes the parser copy the text
 * before it.
 * @throws {MarkdownLimitError} When there is one.
 */
export function checkReferences(markdown: string): void {
  const isCheap = (text: string): boolean =>
    text.length ** 2 <= maxReferenceCost ||
    text.length * (text.match(reference)?.length ?? 0) <= maxReferenceCost
  // Nearly all are cheap as a whole; and no text goes on below a blank line.
  if (!markdown.includes('&') || isCheap(markdown)) return
  if (markdown.split(blankLine).every(isCheap)) return
  // In code and HTML they cost nothing: without its references, the document tells where they stand.
  const pending: MarkdownNode[] = [parseMarkdown(withoutReferences(markdown))]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('children' in node) for (const child of node.children) pending.push(child)
    const { start, end } = node.position ?? {}
    if (node.type !== 'text' || start === undefined || end === undefined) continue
    if (!isCheap(markdown.slice(start.offset, end.offset))) {
      throw new MarkdownLimitError(
        `content has too many character references, as &amp;, in the paragraph at line ${start.line}. Write the characters themselves.`,
      )
    }
  }
}

/**
 * Replace character references by characters that mean nothing.
 * @returns Markdown of the same structure, quick to parse.
 */
export function withoutReferences(markdown: string): string {
  return markdown.replace(reference, '+')
}
