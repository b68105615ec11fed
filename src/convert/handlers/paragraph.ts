/** A paragraph; images inside it are split off by the fit pass. @module */
import type { Paragraph } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { hasHtml, htmlTree } from '../html/html-tree.ts'
import { lineOf } from '../parse-markdown.ts'
import type { PlainPage, WriteBlock } from '../plain-page.ts'
import { displayMath } from './math.ts'
import { isTableOfContents, maxMarkerParts, tableOfContents } from './table-of-contents.ts'

export const paragraph: BlockHandler<Paragraph> = (node, conversion) => {
  const line = lineOf(node)
  if (isTableOfContents(node)) return [tableOfContents(line)]
  const formula = displayMath(node, conversion)
  if (formula !== undefined) return [formula]
  if (!hasHtml(node.children)) {
    return [{ type: 'paragraph', content: conversion.inlines(node.children), line }]
  }
  const items = htmlTree(node.children, true, conversion)
  // Lists and other blocks of HTML may stand in what is a sentence for Markdown.
  if (items.some((item) => item.kind === 'element' && item.element.hasBlocks)) {
    return conversion.flow(items)
  }
  const content = conversion.phrasing(items, [])
  // Nothing but a comment or the name of a place.
  return content.length === 0 ? [] : [{ type: 'paragraph', content, line }]
}

export const writeParagraph: WriteBlock = (id, page) => {
  const content = page.sentence(id)
  if (!content) return undefined
  if (mayBeMarker(id, page) && isTableOfContents(page.nodes.node(id) as Paragraph)) return undefined
  page.addLine(page.words)
  return `{"type":"paragraph","content":[${content}]}`
}

/** Nearly all sentences are longer, or have no such bracket. */
function mayBeMarker(id: number, { nodes, words }: PlainPage): boolean {
  return nodes.childCount(id) <= maxMarkerParts && /[\]}]/.test(words)
}
