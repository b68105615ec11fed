/** Parses a document, with the notations that the parser does not know rewritten before. @module */
import { admonitionsAsAlerts } from './admonitions.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/found-code.ts'
import { splitLines } from './code/line-reader.ts'
import { withImageSizes } from './image-sizes.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { checkTreeDepth } from './nesting-depth.ts'
import { parseNodes } from './parse-markdown.ts'
import { parseWithFormulas } from './parse-with-formulas.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import { rewriteSource } from './rewrites/rewrite-source.ts'
import { checkEmphasis, countMarks, shortenNesting } from './source-nesting.ts'

/**
 * Parse a document.
 * @param maxDepth The most levels of nesting.
 * @throws {MarkdownLimitError} When it nests deeper, or would take the parser too long.
 */
export function parseDocument(markdown: string, maxDepth: number): ParsedNodes {
  const source = rewriteSource(admonitionsAsAlerts(withoutNul(markdown))).text
  checkMarks(source)
  const shortened = shortenNesting(source, maxDepth)
  if (shortened !== undefined) {
    checkTreeDepth(parseWithFormulas(withoutReferences(shortened)), maxDepth)
  }
  checkReferences(source)
  const nodes = parseWithFormulas(source)
  checkTreeDepth(nodes, maxDepth)
  return withImageSizes(nodes)
}

/**
 * Check the cost of a document's marks. Marks in code cost nothing, but code is looked for only
 * where a document would be refused.
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

/** CommonMark 0.31.2, section 2.3. Later readers may stop at a NUL or refuse it. */
function withoutNul(markdown: string): string {
  return markdown.replaceAll('\0', '\uFFFD')
}

/** From here on parsing takes some 50 ms. */
const maxMarksInWord = 10_000
const address = /:\/\/|www\.|@/i
/**
 * Brackets before addresses times the characters of the word: the parser reads on from each
 * bracket.
 */
const maxBracketCost = 50_000_000
/**
 * Underscores times the characters of their word: the parser walks over the word at each. Takes
 * some 500 ms.
 */
const maxUnderscoreCost = 2_000_000_000

/**
 * Refuse words with too many marks of emphasis, brackets or underscores, for which the parser needs
 * quadratic time.
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

/** A word of that length fills at least one of these pieces, and nearly all pieces have a space. */
function mayHoldLongWord(markdown: string): boolean {
  const length = maxMarksInWord / 2
  for (let at = 0; at + length <= markdown.length; at += length) {
    if (!/\s/.test(markdown.slice(at, at + length))) return true
  }
  return false
}

/** References times the characters of their text; takes some 100 ms and as many megabytes. */
const maxReferenceCost = 200_000_000
const reference = /&(?=#?[a-z\d]+;)/gi
const blankLine = /\n[ \t>]*(?=\r?\n)/

/**
 * Refuse a text with very many character references: for each, the parser copies the text before
 * it.
 * @throws {MarkdownLimitError} When there is one.
 */
function checkReferences(markdown: string): void {
  const isCheap = (text: string): boolean =>
    text.length ** 2 <= maxReferenceCost ||
    text.length * (text.match(reference)?.length ?? 0) <= maxReferenceCost
  // Nearly all documents are cheap as a whole, and no text goes on below a blank line.
  if (!markdown.includes('&') || isCheap(markdown)) return
  if (markdown.split(blankLine).every(isCheap)) return
  // References in code and HTML cost nothing, so parse the document without references to see where
  // they stand.
  const nodes = parseNodes(withoutReferences(markdown))
  for (let id = 0; id < nodes.count; id += 1) {
    const { start, end } = nodes.positionOf(id) ?? {}
    if (nodes.typeOf(id) !== 'text' || start === undefined || end === undefined) continue
    if (!isCheap(markdown.slice(start.offset, end.offset))) {
      throw new MarkdownLimitError(
        `content has too many character references, as &amp;, in the paragraph at line ${start.line}. Write the characters themselves.`,
      )
    }
  }
}

function withoutReferences(markdown: string): string {
  return markdown.replace(reference, '+')
}
