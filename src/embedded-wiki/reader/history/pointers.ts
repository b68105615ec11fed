/** Makes targets of links and images part of the text, to compare them like words. @module */
import { imageAddress } from '../../../adf/images.ts'
import { safeImageUrl } from '../../../render/escape.ts'
import { type AnyNode, findMark, textValue } from '../../../render/unchecked-node.ts'

export interface Pointer {
  readonly kind: 'link' | 'image'
  readonly address: string
  readonly name: string
}

const edge = '\0'

export const pointerPattern = '\\0[^\\0]*\\0'

/**
 * Parse a document, and remove NUL characters, which mark pointers.
 * @param json The document as JSON text.
 */
export function parseWithoutEdges(json: string): unknown {
  const escaped = '\\u0000'
  if (!json.includes(escaped)) return JSON.parse(json)
  return JSON.parse(json.replace(/\\(?:u0000|.)/gs, (one) => (one === escaped ? '' : one)))
}

/** Add pointers behind the words of links and in place of images. */
export function withPointers(nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes
  return nodes.flatMap((node: AnyNode, index) => {
    const address = linkOf(node)
    const image = shownAddress(node)
    const shown =
      image === undefined
        ? { ...node, content: withPointers(node.content) }
        : textNode({ kind: 'image', address: image, name: textValue(node.attrs?.alt) })
    // A link may consist of several text nodes with different marks.
    const isLast = address !== linkOf(nodes[index + 1])
    return address === undefined || !isLast
      ? [shown]
      : [shown, textNode({ kind: 'link', address, name: '' })]
  })
}

export function splitPointers(text: string): (string | Pointer)[] {
  return text
    .split(new RegExp(`(${pointerPattern})`))
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(edge) ? (JSON.parse(part.slice(1, -1)) as Pointer) : part))
}

function linkOf(node: AnyNode | undefined): string | undefined {
  const address = node && textValue(findMark(node, 'link')?.attrs?.href)
  return address === '' ? undefined : address
}

function shownAddress(node: AnyNode): string | undefined {
  const address = imageAddress(node)
  return address === undefined ? undefined : safeImageUrl(address)
}

function textNode(pointer: Pointer): AnyNode {
  return { type: 'text', text: `${edge}${JSON.stringify(pointer)}${edge}` }
}
