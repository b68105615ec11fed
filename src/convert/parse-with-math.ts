/**
 * Parses Markdown with formulas between dollar signs, but leaves prices, variables and whatever else
 * people write with a dollar sign alone.
 * @module
 */
import type { Root } from 'mdast'
import {
  type InlineMath,
  type MarkdownNode,
  type MathBlock,
  parseMarkdown,
} from './parse-markdown.ts'

/** Each pass settles half of the dollar signs that are in doubt, at least. */
const maxPasses = 6

/**
 * Parse a document.
 * @param markdown The source.
 * @returns Its tree; formulas in sentences have their dollar signs as written.
 */
export function parseWithMath(markdown: string): Root {
  if (!markdown.includes('$')) return parseMarkdown(markdown)
  let source = markdown
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const root = parseMarkdown(source, { hasMath: true })
    const formulas = findMath(root)
    const others = formulas.filter((node) => !isFormula(node, source))
    if (others.length === 0) {
      for (const node of formulas) if (node.type === 'inlineMath') keepDollars(node, source)
      return root
    }
    source = escapeDollars(source, others)
  }
  return parseMarkdown(markdown)
}

function findMath(root: Root): (MathBlock | InlineMath)[] {
  const found: (MathBlock | InlineMath)[] = []
  // With a list of its own instead of recursion, which a deep tree would exhaust.
  const pending: MarkdownNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'math' || node.type === 'inlineMath') found.push(node)
    else if ('children' in node) for (const child of node.children) pending.push(child)
  }
  return found
}

/** By the rules of Pandoc and GitHub, and a little more strictly. */
function isFormula(node: MathBlock | InlineMath, source: string): boolean {
  const [start, end] = rangeOf(node)
  const written = source.slice(start, end)
  // A block without its end would take the rest of the page.
  if (node.type === 'math') return !node.meta && /\n[ \t>]*\$\$+[ \t]*$/.test(written)
  const before = source[start - 1] ?? ' '
  const after = source[end] ?? ' '
  if (/[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after)) return false
  if (written.startsWith('$$')) return node.value.trim() !== ''
  return written.length > 2 && !/^\$\s|\s\$$/.test(written)
}

function rangeOf({ position }: MarkdownNode): [start: number, end: number] {
  return [position?.start.offset ?? 0, position?.end.offset ?? 0]
}

/** What only looks like a formula, a template's `$name$` say, must not lose its signs. */
function keepDollars(node: InlineMath, source: string): void {
  const written = source.slice(...rangeOf(node))
  node.value = written.includes('\n') ? `$${node.value}$` : written
}

function escapeDollars(source: string, nodes: readonly MarkdownNode[]): string {
  const starts = nodes.map((node) => rangeOf(node)[0]).sort((a, b) => a - b)
  let escaped = ''
  let at = 0
  for (const start of starts) {
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
