/** A document as a list of texts, one for each thing that a reader sees as one. @module */
import type { AdfDoc, AdfNode } from '../../adf/types.ts'
import { adfToText } from '../../render/adf-to-text.ts'

export interface TextBlock {
  readonly kind: 'text' | 'heading' | 'item' | 'code' | 'row'
  readonly text: string
}

/**
 * List the blocks, in order; what holds no words is left out.
 * @param doc Any document.
 */
export function textBlocks(doc: AdfDoc): TextBlock[] {
  return blocksOf(doc.content, 'text').filter(({ text }) => text.trim() !== '')
}

function blocksOf(nodes: unknown, kind: TextBlock['kind']): TextBlock[] {
  if (!Array.isArray(nodes)) return []
  return (nodes as AdfNode[]).flatMap((node) => blocksOfNode(node, kind))
}

function blocksOfNode(node: AdfNode, kind: TextBlock['kind']): TextBlock[] {
  switch (node.type) {
    case 'heading':
      return [{ kind: 'heading', text: textOf(node) }]
    case 'codeBlock':
      return textOf(node)
        .split('\n')
        .map((text) => ({ kind: 'code', text }))
    case 'tableRow':
      return [{ kind: 'row', text: rowText(node) }]
    case 'taskItem':
    case 'decisionItem':
      return [{ kind: 'item', text: textOf(node) }]
    case 'listItem':
      return blocksOf(node.content, 'item')
    case 'expand':
    case 'nestedExpand':
      return [{ kind, text: titleOf(node) }, ...blocksOf(node.content, kind)]
    case 'paragraph':
    case 'caption':
      return [{ kind, text: textOf(node) }]
    default:
      return Array.isArray(node.content)
        ? blocksOf(node.content, kind)
        : [{ kind, text: textOf(node) }]
  }
}

function textOf(node: AdfNode): string {
  return adfToText({ version: 1, type: 'doc', content: [node] })
}

function titleOf({ attrs }: AdfNode): string {
  return typeof attrs?.title === 'string' ? attrs.title : ''
}

function rowText({ content }: AdfNode): string {
  const cells = Array.isArray(content) ? (content as AdfNode[]) : []
  return cells.map((cell) => textOf(cell).replaceAll('\n', ' ')).join(' | ')
}
