/** Calls the Markdown parser. @module */
import type { Nodes, Parents, Root } from 'mdast'
import type { Features } from 'satteri'
import { requirePackage } from '../contract/base/own-package.ts'
import { isMapping } from './code/front-matter-lines.ts'
import { parserFeatures } from './constructs/constructs.ts'
import { type NodeType, ParsedNodes } from './parsed-nodes.ts'

const { createMdastHandle, dropHandle, serializeHandle } = requirePackage(
  'satteri',
) as typeof import('satteri')

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
export function mdastOf(nodes: ParsedNodes): Root {
  const root = mdastNode(nodes, 0) as Root
  const pending: { readonly node: Parents; readonly id: number }[] = [{ node: root, id: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, id } = next
    const count = nodes.childCount(id)
    for (let index = 0; index < count; index += 1) {
      const childId = nodes.childOf(id, index)
      const child = mdastNode(nodes, childId)
      ;(node.children as Nodes[]).push(child)
      if ('children' in child) pending.push({ node: child, id: childId })
    }
  }
  return root
}

function mdastNode(nodes: ParsedNodes, id: number): Nodes {
  const type = nodes.typeOf(id)
  const position = nodes.positionOf(id)
  return { type, ...membersOf(type, nodes, id), ...(position && { position }) } as Nodes
}

/** Give the members that a type has beside its position; those without a row hold children. */
function membersOf(type: NodeType, nodes: ParsedNodes, id: number): object {
  switch (type) {
    case 'text':
    case 'inlineCode':
    case 'html':
    case 'yaml':
    case 'toml':
    case 'inlineMath':
      return { value: nodes.valueOf(id) }
    case 'math':
      return { meta: nodes.metaOf(id) || null, value: nodes.valueOf(id) }
    case 'code': {
      const [lang, meta] = [nodes.langOf(id) || null, nodes.metaOf(id) || null]
      return { lang, meta, value: nodes.valueOf(id) }
    }
    case 'image': {
      const size = nodes.sizeOf(id)
      return { ...addressOf(nodes, id), alt: nodes.altOf(id), ...(size && { data: { size } }) }
    }
    case 'definition':
      return { ...addressOf(nodes, id), identifier: nodes.identifierOf(id) }
    case 'imageReference':
      return { identifier: nodes.identifierOf(id), alt: nodes.altOf(id) }
    case 'footnoteReference':
      return { identifier: nodes.identifierOf(id) }
    case 'break':
    case 'thematicBreak':
      return {}
    case 'link':
      return { ...addressOf(nodes, id), children: [] }
    case 'linkReference':
    case 'footnoteDefinition':
      return { identifier: nodes.identifierOf(id), children: [] }
    case 'heading':
      return { depth: nodes.levelOf(id), children: [] }
    case 'list': {
      const start = nodes.startOf(id)
      return { ordered: start !== undefined, start: start ?? null, children: [] }
    }
    case 'listItem': {
      const state = nodes.stateOf(id)
      return { checked: state === undefined ? null : state === 'DONE', children: [] }
    }
    default:
      return { children: [] }
  }
}

function addressOf(nodes: ParsedNodes, id: number): { url: string; title: string | null } {
  return { url: nodes.urlOf(id), title: nodes.titleOf(id) || null }
}

/** Give the line where a node starts, from 1. */
export function lineOf({ position }: MarkdownNode): number {
  return position?.start.line ?? 1
}
