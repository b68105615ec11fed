/** The only file that knows the Markdown parser. @module */
import type { Nodes, Root, RootContentMap } from 'mdast'
import { markdownToMdast } from 'satteri'

/** A node of the Markdown tree. */
export type MarkdownNode = Nodes

/** Constructs that the parser knows beyond mdast's own. */
export type DescriptionList = RootContentMap['descriptionList']
export type DescriptionTerm = RootContentMap['descriptionTerm']
export type DescriptionDetails = RootContentMap['descriptionDetails']
export type MathBlock = RootContentMap['math']
export type InlineMath = RootContentMap['inlineMath']

/**
 * Parse Markdown: CommonMark with GFM, front matter and definition lists.
 * @param markdown The source.
 * @param options Whether dollar signs enclose formulas.
 * @returns Its mdast tree, with positions.
 */
export function parseMarkdown(
  markdown: string,
  { hasMath = false }: { readonly hasMath?: boolean } = {},
): Root {
  const features = { gfm: true, frontmatter: true, definitionList: true, math: hasMath }
  return markdownToMdast(markdown, { features }) as Root
}

/**
 * Tell where a node starts.
 * @param node Any node of the tree.
 * @returns Its line, from 1.
 */
export function lineOf(node: MarkdownNode): number {
  return node.position?.start.line ?? 1
}
