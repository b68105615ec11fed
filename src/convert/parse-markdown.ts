/** The only file that knows the Markdown parser. @module */
import type { Nodes, Root, RootContentMap } from 'mdast'
import { markdownToMdast } from 'satteri'

/** A node of the Markdown tree. */
export type MarkdownNode = Nodes

/** Constructs that the parser knows beyond mdast's own. */
export type DescriptionList = RootContentMap['descriptionList']
export type DescriptionTerm = RootContentMap['descriptionTerm']
export type DescriptionDetails = RootContentMap['descriptionDetails']

/**
 * Parse Markdown: CommonMark with GFM, front matter and definition lists.
 * @param markdown The source.
 * @returns Its mdast tree, with positions.
 */
export function parseMarkdown(markdown: string): Root {
  return markdownToMdast(markdown, {
    features: { gfm: true, frontmatter: true, definitionList: true },
  }) as Root
}

/**
 * Tell where a node starts.
 * @param node Any node of the tree.
 * @returns Its line, from 1.
 */
export function lineOf(node: MarkdownNode): number {
  return node.position?.start.line ?? 1
}
