/** A document as one text with the places of its leaves, in which comments are located. @module */
import type { AnyNode } from '../../convert/adf/any-node.ts'
import { nodeRules } from '../../convert/adf/content-rules.ts'
import { childrenOf } from './sent-node.ts'

/** Stands for an inline node without text. */
export const objectSign = '\uFFFC'

/** Replace the object sign in people's text, so that it stands for no object. */
export function withoutObjectSigns(text: string): string {
  return text.replaceAll(objectSign, '\uFFFD')
}

export interface FlatText {
  /** Text nodes, U+FFFC for other inline nodes, and a line end after each block of text. */
  readonly text: string
  readonly leaves: readonly FlatLeaf[]
}

export interface FlatLeaf {
  readonly node: AnyNode
  /** Offsets in UTF-16 units; images have no length. */
  readonly start: number
  readonly end: number
  /** Whether it is in a code block, whose text may carry no marks. */
  readonly isCode: boolean
}

export function flatText(nodes: readonly AnyNode[]): FlatText {
  const texts: string[] = []
  const leaves: FlatLeaf[] = []
  let length = 0
  const add = (text: string): void => {
    texts.push(text)
    length += text.length
  }
  const addLeaf = (node: AnyNode, text: string, isCode: boolean): void => {
    const start = length
    add(text)
    leaves.push({ node, start, end: length, isCode })
  }
  const visit = (node: AnyNode, isCode: boolean): void => {
    const text = leafText(node)
    if (text !== undefined) {
      addLeaf(node, text, isCode)
      return
    }
    const children = childrenOf(node)
    for (const child of children) visit(child, node.type === 'codeBlock')
    if (children.some(isInline)) add('\n')
  }
  for (const node of nodes) visit(node, false)
  return { text: texts.join(''), leaves }
}

function leafText(node: AnyNode): string | undefined {
  if (node.type === 'text')
    return typeof node.text === 'string' ? withoutObjectSigns(node.text) : ''
  if (isInline(node)) return objectSign
  return node.type === 'media' ? '' : undefined
}

function isInline({ type }: AnyNode): boolean {
  return nodeRules.paragraph.children.has(type)
}
