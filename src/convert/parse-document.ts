/** Parses a document, with the notations that the parser does not know rewritten before. @module */
import { admonitionsAsAlerts } from './admonitions.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/found-code.ts'
import { splitLines } from './code/line-reader.ts'
import { attachImageSizes } from './image-sizes.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { checkTreeDepth } from './nesting-depth.ts'
import {
  type InlineMath,
  type MarkdownNode,
  type MathBlock,
  type ParsedRoot,
  parseMarkdown,
} from './parse-markdown.ts'
import { arePrices } from './prices.ts'
import { rewriteSource } from './rewrites/rewrite-source.ts'
import { checkEmphasis, countMarks, shortenNesting } from './source-nesting.ts'

/**
 * Parse a document.
 * @param maxDepth The most levels of nesting.
 * @throws {MarkdownLimitError} When it nests deeper, or would take the parser too long.
 */
export function parseDocument(markdown: string, maxDepth: number): ParsedRoot {
  const source = rewriteSource(admonitionsAsAlerts(withoutNul(markdown))).text
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

function withoutReferences(markdown: string): string {
  return markdown.replace(reference, '+')
}

/** Each pass settles at least half of the doubtful dollar signs. */
const maxPasses = 6

function parseWithMath(markdown: string): ParsedRoot {
  if (!markdown.includes('$')) return parseMarkdown(markdown)
  let source = markdown
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const root = parseMarkdown(source, { hasMath: true })
    // Most dollar signs are prices and variables.
    if (!root.nodes.has('math') && !root.nodes.has('inlineMath')) return root
    const runs = findMath(root)
    const others = runs.flatMap((run) => findOthers(run, source))
    if (others.length === 0) {
      for (const node of runs.flat()) if (node.type === 'inlineMath') keepDollars(node, source)
      return root
    }
    source = escapeDollars(source, others)
  }
  return parseMarkdown(markdown)
}

type MathNode = MathBlock | InlineMath

/**
 * Collect the formulas by text, in order: a dollar sign that opens nothing shifts all pairs behind
 * it.
 */
function findMath(root: ParsedRoot): MathNode[][] {
  const found: MathNode[][] = []
  const pending: MarkdownNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!('children' in node)) continue
    const run: MathNode[] = []
    for (const child of node.children as readonly MarkdownNode[]) {
      if (child.type === 'math' || child.type === 'inlineMath') run.push(child)
      else pending.push(child)
    }
    if (run.length > 0) found.push(run)
  }
  return found
}

function findOthers(run: readonly MathNode[], source: string): number[] {
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
  for (const node of run) {
    const [start, end] = rangeOf(node)
    const isSingle = node.type === 'inlineMath' && !source.startsWith('$$', start)
    if (isSingle) signs.push(start, end - 1)
    else {
      pairSigns()
      if (!isOfTwoSigns(node, source)) others.push(start)
    }
  }
  pairSigns()
  return others
}

function isOfTwoSigns(node: MathNode, source: string): boolean {
  const [start, end] = rangeOf(node)
  // A formula without its end would take the rest of the page.
  if (node.type === 'math') {
    return !node.meta && /\n[ \t>]*\$\$+[ \t]*$/.test(source.slice(start, end))
  }
  return standsAlone(source, start, end) && node.value.trim() !== ''
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

function rangeOf({ position }: MarkdownNode): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

/** Keep the signs of what only looks like a formula, such as a template's `$name$`. */
function keepDollars(node: InlineMath, source: string): void {
  const written = source.slice(...rangeOf(node))
  // On several lines marks of quotes stand between, and in tables backslashes before bars.
  const isChanged =
    written.includes('\n') || (written.includes('\\|') && !node.value.includes('\\|'))
  node.value = isChanged ? `$${node.value}$` : written
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
