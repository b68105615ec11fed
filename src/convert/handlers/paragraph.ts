/** A paragraph; images inside it are split off by the fit pass. @module */
import type { Paragraph } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { hasHtml, htmlTree } from '../html/html-tree.ts'
import { lineOf } from '../parse-markdown.ts'

export const paragraph: BlockHandler<Paragraph> = (node, conversion) => {
  const line = lineOf(node)
  if (!hasHtml(node.children)) {
    return [{ type: 'paragraph', content: conversion.inlines(node.children), line }]
  }
  const items = htmlTree(node.children, true, conversion)
  // Lists and other blocks of HTML may stand in what is a sentence for Markdown.
  if (items.some((item) => item.kind === 'element' && item.element.hasBlocks)) {
    return conversion.flow(items)
  }
  return [{ type: 'paragraph', content: conversion.phrasing(items, []), line }]
}
