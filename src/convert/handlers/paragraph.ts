/** Converts paragraphs; the fit pass splits images off. @module */
import type { Paragraph } from 'mdast'
import type { BlockHandler } from '../conversion.ts'
import { hasHtml, htmlTree } from '../html/html-tree.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import type { WriteBlock } from '../plain-page.ts'
import { displayMath } from './formatting.ts'
import { writeImage } from './image.ts'

/** Markers for a table of contents in Python-Markdown, GitLab, Azure DevOps and others. */
const marker = /^(?:\[toc\]|\[\[toc\]\]|\{:toc\}|@\[toc\])$/i
const maxMarkerParts = 3

/** Tell whether a paragraph asks for a table of contents. */
function isTableOfContents({ children }: Paragraph): boolean {
  if (children.length > maxMarkerParts) return false
  let written = ''
  for (const child of children) {
    if (child.type === 'text') written += child.value
    else {
      const [only, ...others] = child.type === 'emphasis' ? child.children : []
      if (only?.type !== 'text' || others.length > 0) return false
      written += only.value
    }
  }
  return marker.test(written.trim())
}

function tableOfContents(line: number): LooseNode {
  return {
    type: 'extension',
    attrs: {
      extensionType: 'com.atlassian.confluence.macro.core',
      extensionKey: 'toc',
      text: 'Table of contents',
      parameters: {
        macroParams: {},
        macroMetadata: { schemaVersion: { value: '1' }, title: 'Table of Contents' },
      },
    },
    line,
  }
}

export const paragraph: BlockHandler<Paragraph> = (node, conversion) => {
  const line = lineOf(node)
  if (isTableOfContents(node)) return [tableOfContents(line)]
  const formula = displayMath(node, conversion)
  if (formula !== undefined) return [formula]
  if (!hasHtml(node.children)) {
    return [{ type: 'paragraph', content: conversion.inlines(node.children), line }]
  }
  const items = htmlTree(node.children, true, conversion)
  if (items.some((item) => item.kind === 'element' && item.element.hasBlocks)) {
    return conversion.flow(items)
  }
  const content = conversion.phrasing(items, [])
  // A paragraph may hold nothing but a comment or an anchor.
  return content.length === 0 ? [] : [{ type: 'paragraph', content, line }]
}

export const writeParagraph: WriteBlock = (id, page, allowed) => {
  const { nodes } = page
  const count = nodes.childCount(id)
  if (count === 1 && nodes.typeOf(nodes.childOf(id, 0)) === 'image') {
    return allowed.has('mediaSingle') ? writeImage(nodes.childOf(id, 0), page) : undefined
  }
  const content = page.sentence(id)
  if (!content) return undefined
  if (mayBeMarker(count, page.words) && isTableOfContents(nodes.node(id) as Paragraph)) {
    return undefined
  }
  page.addLine(page.words)
  return `{"type":"paragraph","content":[${content}]}`
}

/** Quick check whether a sentence may ask for a table of contents. */
export function mayBeMarker(count: number, words: string): boolean {
  return count <= maxMarkerParts && /[\]}]/.test(words)
}
