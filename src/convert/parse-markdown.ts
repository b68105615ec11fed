/** The way to the Markdown parser: what it is asked for, and the types of what it gives. @module */
import type { Nodes, PhrasingContent, Root, RootContent, Text } from 'mdast'
import { createMdastHandle, dropHandle, serializeHandle } from 'satteri'
import { isMapping } from './code/front-matter-lines.ts'
import { ParsedNode } from './parsed-node.ts'
import { ParsedNodes } from './parsed-nodes.ts'

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

/** The root of a tree that was parsed; going through it gives its children without keeping them. */
export interface ParsedRoot extends Root, Iterable<RootContent> {
  /** The nodes of the whole document, for who looks for some only. */
  readonly nodes: ParsedNodes
  /** Give one of its children without keeping it. */
  childAt(index: number): RootContent
}

/**
 * Parse Markdown: CommonMark with GFM, front matter and definition lists.
 * @param options Whether dollar signs enclose formulas.
 * @returns Its mdast tree, with positions.
 */
export function parseMarkdown(
  markdown: string,
  { hasMath = false }: { readonly hasMath?: boolean } = {},
): ParsedRoot {
  const nodes = parse(markdown, { hasMath, hasFrontMatter: true })
  const first = nodes.childCount(0) === 0 ? undefined : nodes.node(nodes.childOf(0, 0))
  const isText = first?.type === 'yaml' && !isMapping(first.value)
  return rootOf(isText ? parse(markdown, { hasMath, hasFrontMatter: false }) : nodes)
}

interface Features {
  readonly hasMath: boolean
  readonly hasFrontMatter: boolean
}

function parse(markdown: string, { hasMath: math, hasFrontMatter }: Features): ParsedNodes {
  const features = { gfm: true, frontmatter: hasFrontMatter, definitionList: true, math }
  const handle = createMdastHandle(markdown, features)
  try {
    return new ParsedNodes(serializeHandle(handle))
  } finally {
    dropHandle(handle)
  }
}

function rootOf(nodes: ParsedNodes): ParsedRoot {
  // What stands at its start is the root.
  return Object.assign(nodes.node(0) as ParsedRoot, { nodes })
}

/** Make a text with other words, in the same place. */
export function withWords({ position }: Text, value: string): Text {
  return position === undefined ? { type: 'text', value } : { type: 'text', value, position }
}

/** Tell the number by which `ParsedNodes` knows a node of the parser. */
export function nodeId(node: MarkdownNode): number {
  return (node as object as ParsedNode).id
}

/**
 * Tell where a node starts.
 * @returns Its line, from 1.
 */
export function lineOf(node: MarkdownNode): number {
  const line = node instanceof ParsedNode ? node.line : node.position?.start.line
  return line || 1
}
