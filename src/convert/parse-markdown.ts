/** The only file that knows the Markdown parser. @module */
import type { Nodes, Root } from 'mdast'
import { markdownToMdast } from 'satteri'

/** A node of the Markdown tree. */
export type MarkdownNode = Nodes

/**
 * Parse Markdown: CommonMark with GFM and front matter.
 * @param markdown The source.
 * @returns Its mdast tree, with positions.
 */
export function parseMarkdown(markdown: string): Root {
  return markdownToMdast(markdown, { features: { gfm: true, frontmatter: true } }) as Root
}

/**
 * Tell where a node starts.
 * @param node Any node of the tree.
 * @returns Its line, from 1.
 */
export function lineOf(node: MarkdownNode): number {
  return node.position?.start.line ?? 1
}
