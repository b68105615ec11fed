/** Parses a document, with the notations that the parser does not know rewritten before. @module */
import { admonitionsAsAlerts } from './admonitions.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/line-code.ts'
import { splitLines } from './code/line-reader.ts'
import { withImageSizes } from './image-sizes.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { parseNodes } from './parse-markdown.ts'
import type { ParsedNodes } from './parsed-nodes.ts'
import { rewriteSource } from './rewrites/rewrite-source.ts'
import { checkEmphasis, checkTreeDepth, countMarks, shortenNesting } from './source-nesting.ts'

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

/** Each pass settles at least half of the doubtful dollar signs. */
const maxPasses = 6

/**
 * Parse Markdown with formulas between dollar signs. The parser takes prices and variables for
 * formulas too: their signs are escaped, and the document is parsed again.
 */
function parseWithFormulas(markdown: string): ParsedNodes {
  if (!markdown.includes('$')) return parseNodes(markdown)
  let source = markdown
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const nodes = parseNodes(source, { hasMath: true })
    // Most dollar signs are prices and variables.
    if (!nodes.has('math') && !nodes.has('inlineMath')) return nodes
    const others = formulasByText(nodes).flatMap((run) => findOthers(run, nodes))
    if (others.length === 0) return nodes
    source = escapeDollars(source, others)
  }
  return parseNodes(markdown)
}

/**
 * Collect the formulas of each text, in order: a dollar sign that opens nothing shifts all pairs
 * behind it.
 */
function formulasByText(nodes: ParsedNodes): number[][] {
  const runs: number[][] = []
  const pending = [0]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const run: number[] = []
    for (const child of nodes.childrenOf(id)) {
      const type = nodes.typeOf(child)
      if (type === 'math' || type === 'inlineMath') run.push(child)
      else if (nodes.childCount(child) > 0) pending.push(child)
    }
    if (run.length > 0) runs.push(run)
  }
  return runs
}

function findOthers(run: readonly number[], nodes: ParsedNodes): number[] {
  const { source } = nodes
  const others: number[] = []
  let signs: number[] = []
  const pairSigns = (): void => {
    for (let at = 0; at + 1 < signs.length; ) {
      const [start, end] = [signs[at] as number, signs[at + 1] as number]
      if (isInSentence(source, start, end + 1)) at += 2
      else {
        others.push(start)
        at += 1
      }
    }
    signs = []
  }
  for (const id of run) {
    const [start, end] = rangeOf(id, nodes)
    const isSingle = nodes.typeOf(id) === 'inlineMath' && !source.startsWith('$$', start)
    if (isSingle) signs.push(start, end - 1)
    else {
      pairSigns()
      if (!isOfTwoSigns(id, nodes)) others.push(start)
    }
  }
  pairSigns()
  return others
}

function isOfTwoSigns(id: number, nodes: ParsedNodes): boolean {
  // A formula without its end would take the rest of the page.
  if (nodes.typeOf(id) === 'math') {
    return nodes.metaOf(id) === '' && /\n[ \t>]*\$\$+[ \t]*$/.test(nodes.sourceOf(id))
  }
  return standsAlone(nodes.source, ...rangeOf(id, nodes)) && nodes.valueOf(id).trim() !== ''
}

/** Apply the rules of Pandoc and GitHub, slightly stricter. */
function isInSentence(source: string, start: number, end: number): boolean {
  const written = source.slice(start, end)
  if (!standsAlone(source, start, end) || written.length === 2) return false
  if (/^\$\s|\s\$$/.test(written)) return false
  return !arePrices(written.slice(1, -1), source.slice(end, end + 2))
}

function standsAlone(source: string, start: number, end: number): boolean {
  const [before, after] = [source[start - 1] ?? ' ', source[end] ?? ' ']
  return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)
}

function rangeOf(id: number, nodes: ParsedNodes): [start: number, end: number] {
  const { start, end } = nodes.positionOf(id) ?? {}
  return [start?.offset ?? 0, end?.offset ?? 0]
}

function escapeDollars(source: string, others: readonly number[]): string {
  let escaped = ''
  let at = 0
  for (const start of others.toSorted((a, b) => a - b)) {
    escaped += `${source.slice(at, start)}\\`
    at = start
    // Escape both signs of `$$`, or the second would open a formula.
    if (source.startsWith('$$', start)) {
      escaped += '$\\'
      at += 1
    }
  }
  return escaped + source.slice(at)
}

const amount = /^[-+~≈]?\.?\d/
const lastAmount = /\d[kKmMbB]?$/
/** The letters before the sign of a dollar, such as A$ and US$. */
const currency = /(?:^|[\s(,/])(?:[A-Z]|AU|BZ|CA|HK|MX|NT|NZ|SG|TT|US)$/
const ofTex = /[\\^_{}]/
/** A word of a sentence, but for those of formulas. */
const word =
  /(?<!\p{L})(?!(?:cos|det|exp|gcd|lim|ln|log|max|min|mod|sin|tan)(?!\p{L}))[\p{Ll}\p{Lo}]{2,}/u

/**
 * Tell whether two dollar signs are those of prices.
 * @param inside What stands between them.
 * @param behind What follows the second one.
 */
function arePrices(inside: string, behind: string): boolean {
  if (!amount.test(inside) || ofTex.test(inside)) return false
  if (currency.test(inside))
    return /^\s?\d/.test(behind) || /[A-Z]{2}$/.test(inside) || word.test(inside)
  return lastAmount.test(inside) && word.test(inside)
}
