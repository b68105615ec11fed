/**
 * What a document says beside its words, as words of its text: where a link leads, which image stands
 * there. So they are compared as words are.
 * @module
 */
import { imageAddress } from '../../../adf/images.ts'
import { safeImageUrl } from '../../../render/escape.ts'
import { type AnyNode, findMark, textValue } from '../../../render/unchecked-node.ts'

export interface Pointer {
  readonly kind: 'link' | 'image'
  readonly address: string
  /** What an image is called. */
  readonly name: string
}

const edge = '\0'

/** A pointer in a text, as a part of a pattern. */
export const pointerPattern = '\\0[^\\0]*\\0'

/**
 * Parse a document, without the character that pointers stand between.
 * @param json The document as JSON text.
 */
export function parseWithoutEdges(json: string): unknown {
  const escaped = '\\u0000'
  if (!json.includes(escaped)) return JSON.parse(json)
  return JSON.parse(json.replace(/\\(?:u0000|.)/gs, (one) => (one === escaped ? '' : one)))
}

/**
 * Put pointers into the texts of nodes: behind the words of a link, and in the place of an image.
 * @param nodes The content of a node; what is none is left as it is.
 */
export function withPointers(nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes
  return nodes.flatMap((node: AnyNode, index) => {
    const address = linkOf(node)
    const image = shownAddress(node)
    const shown =
      image === undefined
        ? { ...node, content: withPointers(node.content) }
        : textNode({ kind: 'image', address: image, name: textValue(node.attrs?.alt) })
    // Words of one link may be several texts, by their formatting.
    const isLast = address !== linkOf(nodes[index + 1])
    return address === undefined || !isLast
      ? [shown]
      : [shown, textNode({ kind: 'link', address, name: '' })]
  })
}

/** Take a text apart at its pointers. */
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

/** The address that an image may be shown from. */
function shownAddress(node: AnyNode): string | undefined {
  const address = imageAddress(node)
  return address === undefined ? undefined : safeImageUrl(address)
}

function textNode(pointer: Pointer): AnyNode {
  return { type: 'text', text: `${edge}${JSON.stringify(pointer)}${edge}` }
}
