/**
 * What handlers produce: ADF that may break the nesting rules, with the line that each block came
 * from. The fit pass makes it valid.
 * @module
 */
import type { AdfMark, AdfNode } from '../adf/types.ts'

export interface LooseNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly LooseNode[]
  readonly text?: string
  readonly marks?: readonly AdfMark[]
  /** Line of the Markdown, from 1; absent on text. */
  readonly line?: number
}

/**
 * Make a text node; `undefined` for no text, which ADF does not have.
 * @param text The characters.
 * @param marks The marks around it.
 */
export function textNode(text: string, marks: readonly AdfMark[]): AdfNode | undefined {
  if (text === '') return undefined
  return marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks }
}

/**
 * Read the words of nodes, without their formatting; an image is its description.
 * @param nodes Text, or nodes around text.
 */
export function plainText(nodes: readonly LooseNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'hardBreak') text += ' '
    else if (node.type === 'expand')
      text += `${node.attrs?.title ?? ''}\n${plainText(node.content ?? [])}`
    else if (node.type === 'media') text += String(node.attrs?.alt ?? '')
    else text += node.text ?? (node.content === undefined ? '' : plainText(node.content))
  }
  return text
}

/**
 * Copy a node with the members of ADF only, in the order that readers of the JSON expect.
 * @param node The node.
 * @param content What it holds, made valid.
 */
export function withContent(node: LooseNode, content: readonly AdfNode[]): AdfNode {
  const { type, attrs, marks } = node
  // The most frequent shapes, each in one piece: spreading members one by one takes far longer.
  if (attrs === undefined && marks === undefined) {
    return content.length === 0 ? { type } : { type, content }
  }
  return {
    type,
    ...(attrs === undefined ? {} : { attrs }),
    ...(content.length === 0 ? {} : { content }),
    ...(marks === undefined ? {} : { marks }),
  }
}
