/** Calls the Markdown parser, and names the types of its tree. @module */
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

/** Constructs of the parser that mdast does not have. */
export type DescriptionList = MarkdownNode<'descriptionList'>
export type DescriptionTerm = MarkdownNode<'descriptionTerm'>
export type DescriptionDetails = MarkdownNode<'descriptionDetails'>
export type MathBlock = MarkdownNode<'math'>
export type InlineMath = MarkdownNode<'inlineMath'>

/** Constructs of the parser that `parseMarkdown` leaves off. */
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

type PartType =
  | 'root'
  | 'listItem'
  | 'tableRow'
  | 'tableCell'
  | 'descriptionTerm'
  | 'descriptionDetails'
  | 'html'

export type InlineType = Exclude<PhrasingContent['type'], UnusedType | PartType>

export type BlockType = Exclude<Nodes['type'], InlineType | UnusedType | PartType>

/** The root of a parsed tree; iterating gives its children without keeping them in memory. */
export interface ParsedRoot extends Root, Iterable<RootContent> {
  /** All nodes of the document, for reading some without building the tree. */
  readonly nodes: ParsedNodes
  /** Give a child without keeping it in memory. */
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
  // The first node in the buffer is the root.
  return Object.assign(nodes.node(0) as ParsedRoot, { nodes })
}

/** Make a text node with other words in the same position. */
export function withWords({ position }: Text, value: string): Text {
  return position === undefined ? { type: 'text', value } : { type: 'text', value, position }
}

/** Give the number of a node in `ParsedNodes`. */
export function nodeId(node: MarkdownNode): number {
  return (node as object as ParsedNode).id
}

/** @returns The line where the node starts, from 1. */
export function lineOf(node: MarkdownNode): number {
  const line = node instanceof ParsedNode ? node.line : node.position?.start.line
  return line || 1
}
