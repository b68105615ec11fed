/** Refuses trees that nest too deep, before anything recursive reads them. @module */
import type { Parents } from 'mdast'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { lineOf, type ParsedRoot } from './parse-markdown.ts'
import { byNumber } from './parsed-nodes.ts'
import type { NodeType } from './parser-layout.ts'

const containers: { readonly [Type in NodeType]?: true } = {
  blockquote: true,
  listItem: true,
  footnoteDefinition: true,
  emphasis: true,
  strong: true,
  delete: true,
  link: true,
  linkReference: true,
  descriptionDetails: true,
}
const containersByNumber = byNumber(containers)

/**
 * Refuse a tree that nests too deep.
 * @param maxDepth The most levels of quotes, list items and emphasis inside each other.
 * @throws {MarkdownLimitError} At the first place that has more.
 */
export function checkTreeDepth(root: ParsedRoot, maxDepth: number): void {
  // Checked without making nodes, as nearly all documents are far below the limit.
  if (root.nodes.depthOf(containersByNumber) <= maxDepth) return
  const pending: Parents[] = [root]
  const depths = [0]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const outer = depths.pop() as number
    const depth = Object.hasOwn(containers, node.type) ? outer + 1 : outer
    if (depth > maxDepth) throw tooDeep(depth, lineOf(node), maxDepth)
    for (const child of node.children) {
      if (!('children' in child)) continue
      pending.push(child)
      depths.push(depth)
    }
  }
}

/** Make the error for nesting that is too deep. */
export function tooDeep(depth: number, line: number, maxDepth: number): MarkdownLimitError {
  return new MarkdownLimitError(
    `content nests ${depth} levels deep at line ${line}; at most ${maxDepth} are allowed. Flatten the lists or quotes there.`,
  )
}
