/** Markdown to its tree: the parser, and the notations around it that it does not know. @module */
import { admonitionsAsAlerts } from './admonitions.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/found-code.ts'
import { splitLines } from './code/line-reader.ts'
import { attachImageSizes } from './image-sizes.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { checkTreeDepth } from './nesting-depth.ts'
import { type MarkdownNode, type ParsedRoot, parseMarkdown } from './parse-markdown.ts'
import { parseWithMath } from './parse-with-math.ts'
import { checkEmphasis, countMarks, shortenNesting } from './source-nesting.ts'

/**
 * Parse a document.
 * @param maxDepth The most levels of nesting.
 * @returns Its tree, no deeper than that.
 * @throws {MarkdownLimitError} When it nests deeper, or would cost the parser too much.
 */
export function parseDocument(markdown: string, maxDepth: number): ParsedRoot {
  const source = admonitionsAsAlerts(withoutNul(markdown))
  checkMarks(source)
  const shortened = shortenNesting(source, maxDepth)
  if (shortened !== undefined) {
    checkTreeDepth(parseWithMath(withoutReferences(shortened)), maxDepth)
  }
  checkReferences(source)
  const root = parseWithMath(source)
  checkTreeDepth(root, maxDepth)
  attachImageSizes(root, source)
  return root
}

/**
 * Check the marks of a document. What stands in code costs the parser nothing; where that is, is looked for
 * only where something would be refused.
 */
function checkMarks(source: string): void {
  try {
    checkEmphasis(source)
    checkWords(source)
  } catch (error) {
    if (!(error instanceof MarkdownLimitError)) throw error
    const lines = splitLines(source)
    const code = findCode(lines, plainRules)
    const others = lines.map((line, index) => (isCode(code[index]) ? '' : line)).join('\n')
    checkEmphasis(others)
    checkWords(others)
  }
}

function isCode(line: LineCode | undefined): boolean {
  return line?.kind === 'code' || line?.kind === 'indented'
}

/** CommonMark 0.31.2, section 2.3: whatever reads the text later may end at a NUL or refuse it. */
function withoutNul(markdown: string): string {
  return markdown.replaceAll('\0', '\uFFFD')
}

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
function checkWords(markdown: string): void {
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
function checkReferences(markdown: string): void {
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
function withoutReferences(markdown: string): string {
  return markdown.replace(reference, '+')
}
