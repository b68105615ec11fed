/**
 * Parses Markdown with formulas between dollar signs, but leaves prices, variables and whatever else
 * people write with a dollar sign alone.
 * @module
 */
import {
  type InlineMath,
  type MarkdownNode,
  type MathBlock,
  type ParsedRoot,
  parseMarkdown,
} from './parse-markdown.ts'

/** Each pass settles half of the dollar signs that are in doubt, at least. */
const maxPasses = 6

/**
 * Parse a document.
 * @returns Its tree; formulas in sentences have their dollar signs as written.
 */
export function parseWithMath(markdown: string): ParsedRoot {
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

/** Formulas of one text, in order: a sign that opens nothing shifts the pairs behind it. */
function findMath(root: ParsedRoot): MathNode[][] {
  const found: MathNode[][] = []
  // With a list of its own instead of recursion, which a deep tree would exhaust.
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

/** Find the signs that open no formula. */
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
  // A block without its end would take the rest of the page.
  if (node.type === 'math') {
    return !node.meta && /\n[ \t>]*\$\$+[ \t]*$/.test(source.slice(start, end))
  }
  return standsAlone(source, start, end) && node.value.trim() !== ''
}

/** By the rules of Pandoc and GitHub, and a little more strictly. */
function isInSentence(source: string, start: number, end: number): boolean {
  const written = source.slice(start, end)
  return standsAlone(source, start, end) && written.length > 2 && !/^\$\s|\s\$$/.test(written)
}

function standsAlone(source: string, start: number, end: number): boolean {
  const [before, after] = [source[start - 1] ?? ' ', source[end] ?? ' ']
  return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)
}

function rangeOf({ position }: MarkdownNode): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

/** What only looks like a formula, a template's `$name$` say, must not lose its signs. */
function keepDollars(node: InlineMath, source: string): void {
  const written = source.slice(...rangeOf(node))
  node.value = written.includes('\n') ? `$${node.value}$` : written
}

function escapeDollars(source: string, others: readonly number[]): string {
  let escaped = ''
  let at = 0
  for (const start of others.toSorted((a, b) => a - b)) {
    escaped += `${source.slice(at, start)}\\`
    at = start
    // Both signs of `$$`, or the second would open a formula itself.
    if (source.startsWith('$$', start)) {
      escaped += '$\\'
      at += 1
    }
  }
  return escaped + source.slice(at)
}
