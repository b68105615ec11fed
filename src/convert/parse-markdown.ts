/** The only file that knows the Markdown parser. @module */
import type { Nodes, PhrasingContent, Root } from 'mdast'
import { markdownToMdast } from 'satteri'
import { isMapping } from './is-mapping.ts'

/** A node of the Markdown tree; `MarkdownNode<'list'>` is that of one type. */
export type MarkdownNode<Type extends Nodes['type'] = Nodes['type']> = Extract<
  Nodes,
  { type: Type }
>

/** Constructs that the parser knows beyond mdast's own. */
export type DescriptionList = MarkdownNode<'descriptionList'>
export type DescriptionTerm = MarkdownNode<'descriptionTerm'>
export type DescriptionDetails = MarkdownNode<'descriptionDetails'>
export type MathBlock = MarkdownNode<'math'>
export type InlineMath = MarkdownNode<'inlineMath'>

/** Constructs of the parser that `parseMarkdown` does not switch on. */
type UnusedType =
  | 'containerDirective'
  | 'leafDirective'
  | 'textDirective'
  | 'mdxFlowExpression'
  | 'mdxJsxFlowElement'
  | 'mdxJsxTextElement'
  | 'mdxTextExpression'
  | 'mdxjsEsm'
  | 'subscript'
  | 'superscript'

/** What the construct around it converts, and HTML, of which a tree of its own is made. */
type PartType =
  | 'root'
  | 'listItem'
  | 'tableRow'
  | 'tableCell'
  | 'descriptionTerm'
  | 'descriptionDetails'
  | 'html'

/** Constructs inside a sentence. */
export type InlineType = Exclude<PhrasingContent['type'], UnusedType | PartType>

/** Constructs that stand one below the other: all others. */
export type BlockType = Exclude<Nodes['type'], InlineType | UnusedType | PartType>

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
  const parse = (frontmatter: boolean): Root => {
    const features = { gfm: true, frontmatter, definitionList: true, math: hasMath }
    return markdownToMdast(markdown, { features }) as Root
  }
  const root = parse(true)
  const [first] = root.children
  return first?.type === 'yaml' && !isMapping(first.value) ? parse(false) : root
}

/**
 * Tell where a node starts.
 * @param node Any node of the tree.
 * @returns Its line, from 1.
 */
export function lineOf(node: MarkdownNode): number {
  return node.position?.start.line ?? 1
}
