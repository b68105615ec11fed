/** A document as one text with the places of its leaves, in which comments are located. @module */
import { isRecord } from '../../contract/base/parse-json.ts'
import { type AnyNode, contentOf } from '../../convert/adf/any-node.ts'
import { nodeRules } from '../../convert/adf/content-rules.ts'

const maxJsonDepth = 1_000

/**
 * Read the top-level nodes of ADF. Text that is no document becomes a paragraph.
 * @throws {RangeError} When the body nests too deep.
 */
export function readNodes(body: string): readonly AnyNode[] {
  let doc: unknown
  try {
    doc = JSON.parse(body)
  } catch {
    doc = undefined
  }
  if (isDeeperThan(maxJsonDepth, doc)) {
    throw new RangeError(`The page nests deeper than ${maxJsonDepth} levels of JSON.`)
  }
  if (isRecord(doc) && Array.isArray(doc.content)) return contentOf(doc)
  const isEmpty = body.trim() === '' || isRecord(doc)
  return isEmpty ? [] : [{ type: 'paragraph', content: [{ type: 'text', text: body }] }]
}

/** Checks level by level, because recursion could exhaust the stack. */
function isDeeperThan(limit: number, value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const below: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const inner of Object.values(item)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner)
      }
    }
    level = below
  }
  return false
}

/** This sign takes the place of an inline node that has no text. */
export const objectSign = '\uFFFC'

/** Replace the object sign in people's text, where it would look like an image or macro. */
export function withoutObjectSigns(text: string): string {
  return text.replaceAll(objectSign, '\uFFFD')
}

export interface FlatText {
  /** The words, with U+FFFC for inline nodes without text, and a line end after each block. */
  readonly text: string
  readonly leaves: readonly FlatLeaf[]
}

export interface FlatLeaf {
  readonly node: AnyNode
  /** Offsets in UTF-16 units; images have no length. */
  readonly start: number
  readonly end: number
  /** Whether the leaf is in a code block: comments cannot mark text there. */
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
    const children = contentOf(node)
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
