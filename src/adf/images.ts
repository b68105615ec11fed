/** Images of a document: from where they are shown, and the form that they have inside a sentence. @module */
import type { AdfNode } from './types.ts'

/** The text column of Confluence's pages in pixels, of which the widths of images may be shares. */
export const columnPixels = 760

/**
 * Give an image the form that it has inside a sentence. ADF has none for one of the web: its address
 * stands for the id of a file, in a collection without a name, which no file of Confluence has.
 * @param attrs Those of a `media`.
 * @param isSized Whether its size was asked for; else it is that of the file.
 */
export function inlineAttributes(
  attrs: AdfNode<'media'>['attrs'],
  isSized = false,
): InlineAttributes {
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

type InlineAttributes = AdfNode<'mediaInline'>['attrs']

/**
 * Read the address of an image.
 * @returns `undefined` for a file of Confluence, and for whatever is no image.
 */
export function imageAddress({ type, attrs }: MaybeImage): string | undefined {
  if (type === 'media') return attrs?.type === 'external' ? textOf(attrs.url) : undefined
  const isInline = type === 'mediaInline' && attrs?.type === 'image' && attrs.collection === ''
  return isInline ? textOf(attrs.id) : undefined
}

/**
 * Read the size in which an image in a sentence is to be shown.
 * @returns Empty where none was asked for.
 */
export function askedSize({ attrs }: MaybeImage): { width?: unknown; height?: unknown } {
  const isSized = Object(attrs?.data).isSized === true
  return isSized ? { width: attrs?.width, height: attrs?.height } : {}
}

interface MaybeImage {
  readonly type: string
  readonly attrs?:
    | {
        readonly type?: unknown
        readonly url?: unknown
        readonly id?: unknown
        readonly collection?: unknown
        readonly width?: unknown
        readonly height?: unknown
        readonly data?: unknown
      }
    | undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
