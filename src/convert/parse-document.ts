/** Parses a document, with the notations that the parser does not know rewritten before. @module */
import { admonitionsAsAlerts } from './admonitions.ts'
import { tooDeep } from './markdown-limit-error.ts'
import { parseNodes } from './parse-markdown.ts'
import { byNumber, type ParsedNodes } from './parsed-nodes.ts'
import { rewriteSource } from './rewrite-source.ts'

/**
 * Parse a document.
 * @param maxDepth The most levels of nesting.
 * @throws {MarkdownLimitError} When it nests deeper.
 */
export function parseDocument(markdown: string, maxDepth: number): ParsedNodes {
  // CommonMark 0.31.2, section 2.3. Later readers may stop at a NUL or refuse it.
  const withoutNul = markdown.replaceAll('\0', '\uFFFD')
  const source = rewriteSource(admonitionsAsAlerts(withoutNul)).text
  const shortened = shortenNesting(source, maxDepth)
  if (shortened !== undefined) checkTreeDepth(parseWithFormulas(shortened), maxDepth)
  const nodes = parseWithFormulas(source)
  checkTreeDepth(nodes, maxDepth)
  return nodes
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
    const [start, end] = nodes.rangeOf(id)
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
  return standsAlone(nodes.source, ...nodes.rangeOf(id)) && nodes.valueOf(id).trim() !== ''
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

/** Opens a level at the start of a line: quote, item, definition, footnote. */
const opening = /[ \t]*(?:>|(?:[-*+:]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,99}\]:)/y
const mayOpen = /[ \t>*+:[\d-]/

/**
 * Shorten lines that open more levels than allowed. The parser can then tell quickly whether they
 * really nest or stand in code.
 * @returns A document that nests too deep if the source does; undefined if no line opens so many
 * levels.
 */
export function shortenNesting(markdown: string, maxDepth: number): string | undefined {
  const source = markdown.includes('\r') ? markdown.replace(/\r\n?/g, '\n') : markdown
  let shortened = ''
  let at = 0
  let next = 0
  for (let start = 0; start < source.length; start = next) {
    next = lineAfter(source, start)
    if (next - start <= maxDepth || !mayOpen.test(source[start] as string)) continue
    const enough = afterOpenings(source, start, maxDepth + 1)
    const end = afterOpenings(source, enough, Number.POSITIVE_INFINITY)
    if (end === enough) continue
    shortened += source.slice(at, enough)
    at = end
  }
  return at === 0 ? undefined : shortened + source.slice(at)
}

function afterOpenings(source: string, start: number, most: number): number {
  let end = start
  for (let count = 0; count < most; count += 1) {
    opening.lastIndex = end
    if (!opening.test(source)) return end
    end = opening.lastIndex
  }
  return end
}

function lineAfter(source: string, start: number): number {
  const newline = source.indexOf('\n', start)
  return newline === -1 ? source.length : newline + 1
}

const containers = byNumber({
  blockquote: true,
  listItem: true,
  footnoteDefinition: true,
  emphasis: true,
  strong: true,
  delete: true,
  link: true,
  linkReference: true,
  descriptionDetails: true,
} as const)

/**
 * Refuse a tree that nests too deep.
 * @param maxDepth The most levels of quotes, list items and emphasis inside each other.
 * @throws {MarkdownLimitError} At the first place that has more.
 */
function checkTreeDepth(nodes: ParsedNodes, maxDepth: number): void {
  const tooFar = nodes.findDeeper(containers, maxDepth)
  if (tooFar !== undefined) throw tooDeep(maxDepth + 1, nodes.lineOf(tooFar), maxDepth)
}
