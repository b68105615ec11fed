/** Calls the Markdown parser. @module */
import type { Nodes, Root } from 'mdast'
import type { Features } from 'satteri'
import { requirePackage } from '../contract/base/own-package.ts'
import { isMapping } from './code/front-matter-lines.ts'
import { parserFeatures } from './constructs/constructs.ts'
import { type NodeType, ParsedNodes } from './parsed-nodes.ts'

const { createMdastHandle, dropHandle, MdastReader, materializeMdastTree, serializeHandle } =
  requirePackage('satteri') as typeof import('satteri')

/** A node of the Markdown tree; `MarkdownNode<'list'>` is that of one type. */
export type MarkdownNode<Type extends NodeType = NodeType> = Extract<Nodes, { type: Type }>

/** Parse Markdown to an mdast tree with positions. */
export function parseMarkdown(markdown: string): Root {
  return mdastOf(parseNodes(markdown))
}

/**
 * Parse Markdown: CommonMark with GFM, front matter and what the constructs need.
 * @param options Whether dollar signs enclose formulas.
 */
export function parseNodes(
  markdown: string,
  { hasMath = false }: { readonly hasMath?: boolean } = {},
): ParsedNodes {
  const features = { ...parserFeatures, gfm: true, math: hasMath }
  const nodes = parse(markdown, { ...features, frontmatter: true })
  const first = nodes.childCount(0) === 0 ? 0 : nodes.childOf(0, 0)
  const isText = nodes.typeOf(first) === 'yaml' && !isMapping(nodes.valueOf(first))
  return isText ? parse(markdown, { ...features, frontmatter: false }) : nodes
}

function parse(markdown: string, features: Features): ParsedNodes {
  const handle = createMdastHandle(markdown, features)
  try {
    return new ParsedNodes(serializeHandle(handle), markdown)
  } finally {
    dropHandle(handle)
  }
}

/** Make the mdast tree of flat nodes. */
export function mdastOf({ buffer }: ParsedNodes): Root {
  return materializeMdastTree(new MdastReader(buffer)) as Root
}

/** Give the line where a node starts, from 1. */
export function lineOf({ position }: MarkdownNode): number {
  return position?.start.line ?? 1
}
