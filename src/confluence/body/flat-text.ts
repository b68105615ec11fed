/** A document as one text, and where in it each leaf stands; what comments are placed by. @module */
import type { AdfInlineType } from '../../adf/inline-nodes.ts'
import type { AnyNode } from '../../render/unchecked-node.ts'
import { childrenOf } from './sent-node.ts'

/** Stands for whatever is part of a sentence and has no text of its own. */
export const objectSign = '\uFFFC'

/** Give a text as it is compared: a sign in it that somebody wrote stands for no object. */
export function ownWords(text: string): string {
  return text.replaceAll(objectSign, '\uFFFD')
}

export interface FlatText {
  /**
   * What the text nodes say. Any other node inside a sentence is U+FFFC, and a line ends after each
   * block of text.
   */
  readonly text: string
  /** Texts, other nodes inside sentences, and images, in order. */
  readonly leaves: readonly FlatLeaf[]
}

export interface FlatLeaf {
  readonly node: AnyNode
  /** Offsets in UTF-16 units; an image takes no room. */
  readonly start: number
  readonly end: number
  /** Whether it stands in a block of code, whose text carries no marks. */
  readonly isCode: boolean
}

/**
 * Flatten nodes.
 * @param nodes What stands at the top of a document, none of it nesting too deep to be read.
 */
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
    const own = ownText(node)
    if (own !== undefined) {
      addLeaf(node, own, isCode)
      return
    }
    const children = childrenOf(node)
    for (const child of children) visit(child, node.type === 'codeBlock')
    if (children.some(isInline)) add('\n')
  }
  for (const node of nodes) visit(node, false)
  return { text: texts.join(''), leaves }
}

/** What a leaf takes in the text; undefined for what holds others. */
function ownText(node: AnyNode): string | undefined {
  if (node.type === 'text') return typeof node.text === 'string' ? ownWords(node.text) : ''
  if (isInline(node)) return objectSign
  return node.type === 'media' ? '' : undefined
}

const inlineRows: Readonly<Record<AdfInlineType, true>> = {
  text: true,
  hardBreak: true,
  emoji: true,
  mention: true,
  date: true,
  status: true,
  placeholder: true,
  inlineCard: true,
  mediaInline: true,
  inlineExtension: true,
}

function isInline({ type }: AnyNode): boolean {
  return Object.hasOwn(inlineRows, type)
}
