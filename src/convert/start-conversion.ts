/** The walk from node to handler, and what a conversion counts on its way. @module */
import { anchors } from './anchors.ts'
import type { Conversion } from './conversion.ts'
import { countBudget } from './count-budget.ts'
import { blockHandlers, inlineHandlers } from './handlers/index.ts'
import { htmlFlow } from './html/html-flow.ts'
import { htmlPhrasing } from './html/html-phrasing.ts'
import { hasHtml, htmlTree } from './html/html-tree.ts'
import type { LooseNode } from './loose-adf.ts'
import { tooDeep } from './nesting-depth.ts'
import type { MarkdownNode } from './parse-markdown.ts'
import { warnings } from './warnings.ts'

/** Beyond, rows stay as short as they are, which ADF allows. */
const maxEmptyCells = 20_000
/** A macro takes some hundred characters; beyond, formulas are code. */
const maxFormulas = 2_000

/**
 * Start a conversion.
 * @param collected What the whole document defines, and what becomes of its images and links.
 * @param maxDepth The most levels of HTML elements.
 */
export function startConversion(
  collected: Pick<Conversion, 'definitions' | 'footnotes' | 'resolveImage' | 'resolveLink'>,
  maxDepth: number,
): Conversion {
  let localIds = 0
  let elements = 0
  const conversion: Conversion = {
    ...collected,
    warnings: warnings(),
    cells: countBudget(maxEmptyCells),
    formulas: countBudget(maxFormulas),
    anchors: anchors(),
    blocks: (nodes) =>
      hasHtml(nodes)
        ? conversion.flow(htmlTree(nodes, false, conversion))
        : each(nodes, (node) => handleBlock(node, conversion)),
    inlines: (nodes, marks = []) =>
      hasHtml(nodes)
        ? conversion.phrasing(htmlTree(nodes, true, conversion), marks)
        : each(nodes, (node) => conversion.inline(node, marks)),
    inline(node, marks) {
      const handler = inlineHandlers[node.type]
      if (handler === undefined) throw new TypeError(`no handler for ${node.type} in a sentence`)
      return handler(node, marks, conversion)
    },
    isBlock: ({ type }) => type in blockHandlers,
    flow: (items, align) => htmlFlow(items, conversion, align),
    phrasing: (items, marks) => htmlPhrasing(items, conversion, marks),
    inElement(convert) {
      elements += 1
      const result = convert()
      elements -= 1
      return result
    },
    checkHtmlDepth(depth, line) {
      if (elements + depth > maxDepth) throw tooDeep(elements + depth, line, maxDepth)
    },
    nextLocalId() {
      localIds += 1
      return `local-${localIds}`
    },
  }
  return conversion
}

/** What `flatMap` does, several times as fast: this is the converter's innermost loop. */
function each(
  nodes: readonly MarkdownNode[],
  convert: (node: MarkdownNode) => readonly LooseNode[],
): readonly LooseNode[] {
  const [only] = nodes
  if (only !== undefined && nodes.length === 1) return convert(only)
  const all: LooseNode[] = []
  for (const node of nodes) for (const made of convert(node)) all.push(made)
  return all
}

function handleBlock(node: MarkdownNode, conversion: Conversion): readonly LooseNode[] {
  const handler = blockHandlers[node.type]
  if (handler === undefined) throw new TypeError(`no handler for ${node.type}`)
  return handler(node, conversion)
}
