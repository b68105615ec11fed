/** Keeps Markdown that nests too deep from the parser and from everything after it. @module */
import type { Root } from 'mdast'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { lineOf, type MarkdownNode } from './parse-markdown.ts'

/** From here on a line of `>` might stand inside code, HTML or math, where it nests nothing. */
const maybeLiteral = /^[ \t>*+\-.)\d]*(?:```|~~~|<|\$\$|\+\+\+|---)/

/**
 * Refuse what certainly nests too deep, before the parser sees it: block quotes cost it time that
 * grows with the square of their depth. When unsure, let it pass; the tree is checked as well.
 * @param markdown The source.
 * @param maxDepth The most levels.
 * @throws {MarkdownLimitError} When a line opens more levels.
 */
export function checkQuotePrefixes(markdown: string, maxDepth: number): void {
  // Most documents have no such line at all.
  if (!markdown.includes('>'.repeat(2)) && !markdown.includes('> >')) return
  let line = 0
  let start = 0
  while (start <= markdown.length) {
    line += 1
    const newline = markdown.indexOf('\n', start)
    const end = newline === -1 ? markdown.length : newline
    const depth = countQuotes(markdown, start, end)
    if (depth > maxDepth) throw tooDeep(depth, line, maxDepth)
    if (depth === 0 && maybeLiteral.test(markdown.slice(start, Math.min(end, start + 200)))) return
    start = end + 1
  }
}

/** Count the `>` that open a line, each after at most three spaces. */
function countQuotes(markdown: string, start: number, end: number): number {
  let depth = 0
  let spaces = 0
  for (let index = start; index < end; index += 1) {
    const character = markdown[index]
    if (character === '>') {
      depth += 1
      spaces = 0
    } else if (character === ' ' && spaces < 3) spaces += 1
    else break
  }
  return depth
}

const containers: ReadonlySet<string> = new Set([
  'blockquote',
  'listItem',
  'footnoteDefinition',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'descriptionDetails',
])

/**
 * Refuse a tree that nests too deep.
 * @param root The parsed document.
 * @param maxDepth The most levels of quotes, list items and emphasis inside each other.
 * @throws {MarkdownLimitError} At the first place that has more.
 */
export function checkTreeDepth(root: Root, maxDepth: number): void {
  // With a list of its own instead of recursion, which a deep tree would exhaust.
  const pending: [node: MarkdownNode, depth: number][] = [[root, 0]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, outer] = next
    const depth = containers.has(node.type) ? outer + 1 : outer
    if (depth > maxDepth) throw tooDeep(depth, lineOf(node), maxDepth)
    if (!('children' in node)) continue
    for (const child of node.children) {
      if ('children' in child) pending.push([child, depth])
    }
  }
}

/**
 * Make the refusal of what nests too deep.
 * @param depth Its levels.
 * @param line Where.
 * @param maxDepth The most levels.
 */
export function tooDeep(depth: number, line: number, maxDepth: number): MarkdownLimitError {
  return new MarkdownLimitError(
    `content nests ${depth} levels deep at line ${line}; at most ${maxDepth} are allowed. Flatten the lists or quotes there.`,
  )
}
