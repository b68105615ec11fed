/** Reads and writes the addresses and sizes of images. @module */
import type { AnyNode } from './any-node.ts'
import type { AdfNode } from './types.ts'

/** Width of the text column on Confluence's pages, in pixels. */
export const columnPixels = 760

/**
 * Turn a `media` into an inline image. ADF has none for web addresses, so the address stands as the
 * id of a file in a collection without a name, which Confluence never uses.
 * @param isSized Whether the writer asked for the size; otherwise it is the file's.
 */
export function inlineAttributes(
  attrs: AdfNode<'media'>['attrs'],
  isSized = false,
): AdfNode<'mediaInline'>['attrs'] {
  const { alt, width, height } = attrs
  const file = attrs.type === 'external' ? { id: attrs.url, collection: '' } : attrs
  return {
    type: 'image',
    id: file.id,
    collection: file.collection,
    ...(alt === undefined ? {} : { alt }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(isSized ? { data: { isSized } } : {}),
  }
}

/** Read the address of an image; undefined for files of Confluence and other nodes. */
export function imageAddress({ type, attrs }: AnyNode): string | undefined {
  const isBlock = type === 'media' && attrs?.type === 'external'
  const isInline = type === 'mediaInline' && attrs?.type === 'image' && attrs.collection === ''
  const address = isBlock ? attrs.url : isInline ? attrs.id : undefined
  return typeof address === 'string' ? address : undefined
}

/** Read the size that the writer asked for; empty where none was asked for. */
export function requestedSize({ attrs }: AnyNode): { width?: unknown; height?: unknown } {
  const isSized = Object(attrs?.data).isSized === true
  return isSized ? { width: attrs?.width, height: attrs?.height } : {}
}
