/** Converts images to blocks; the fit pass moves them into their sentences. @module */
import type { Image, ImageReference } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import type { AdfNodes } from '../../adf/types.ts'
import type { Conversion, InlineHandler } from '../conversion.ts'
import { isDataUrl } from '../embedded-images/data-urls.ts'
import { readImageSize } from '../image-sizes.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import type { ResolvedImage } from '../markdown-options.ts'
import { lineOf } from '../parse-markdown.ts'
import { jsonInside, type PlainPage } from '../plain-page.ts'
import { isRelativeAddress } from '../relative-address.ts'
import { jsonOfText } from './text.ts'

export const image: InlineHandler<Image> = (node, marks, conversion) =>
  imageOf(node, node, marks, conversion)

export const imageReference: InlineHandler<ImageReference> = (node, marks, conversion) => {
  const definition = conversion.definitions.get(node.identifier)
  if (definition === undefined) return asText(node.alt ?? '', marks)
  return imageOf(node, definition, marks, conversion)
}

function imageOf(
  node: Image | ImageReference,
  { url, title }: { url: string; title?: string | null | undefined },
  marks: readonly AdfMark[],
  conversion: Conversion,
): readonly LooseNode[] {
  const { alt, ...size } = readImageSize(node)
  return imageNode({ url, title, alt, size, line: lineOf(node) }, marks, conversion)
}

function asText(text: string, marks: readonly AdfMark[]): readonly LooseNode[] {
  const made = textNode(text, marks)
  return made === undefined ? [] : [made]
}

export interface ImageParts {
  readonly url: string
  readonly title: string | null | undefined
  readonly alt: string | null | undefined
  readonly size?: { readonly width: string | undefined; readonly height: string | undefined }
  readonly align?: string | undefined
  readonly line: number
}

/**
 * Make an image's block, or its description if it has no address or cannot be shown.
 * @param marks The marks around it, of which only a link stays.
 */
export function imageNode(
  { url, title, alt, size, align, line }: ImageParts,
  marks: readonly AdfMark[],
  conversion: Conversion,
): readonly LooseNode[] {
  if (url === '') return asText(alt ?? '', marks)
  const resolved = conversion.resolveImage(url)
  if (resolved === undefined) {
    conversion.warnings.add('image-dropped', line)
    return asText([alt, title].filter(Boolean).join(' '), marks)
  }
  if (isRelativeAddress(resolved.url)) conversion.warnings.add('relative-address', line)
  if (resolved.isReduced) conversion.warnings.add('image-reduced', line)
  const link = marks.filter(({ type }) => type === 'link')
  const { ofMedia, ofBlock } = sizeAttributes(size?.width, size?.height, resolved.size)
  const media: LooseNode = {
    type: 'media',
    attrs: { type: 'external', url: resolved.url, ...(alt ? { alt } : {}), ...ofMedia },
    ...(link.length > 0 ? { marks: link } : {}),
    line,
  }
  const captionText = textNode(title ?? '', [])
  const caption: LooseNode[] = captionText
    ? [{ type: 'caption', content: [captionText], line }]
    : []
  const attrs = { layout: layoutOf(align), ...ofBlock }
  return [{ type: 'mediaSingle', attrs, content: [media, ...caption], line }]
}

/** Write an image that stands alone and is not embedded. */
export function writeImage(id: number, page: PlainPage): string | undefined {
  const node = page.nodes.node(id) as Image
  const { url, title } = node
  const { alt, width, height } = readImageSize(node)
  if (url === '' || isDataUrl(url) || width !== undefined || height !== undefined) return undefined
  if (isRelativeAddress(url)) page.warn('relative-address', lineOf(node))
  page.addLine(alt || url)
  page.addLine(title ?? '')
  const described = alt ? `,"alt":"${jsonInside(alt)}"` : ''
  const media = `{"type":"media","attrs":{"type":"external","url":"${jsonInside(url)}"${described}}}`
  const caption = title ? `,{"type":"caption","content":[${jsonOfText(title, '')}]}` : ''
  return `{"type":"mediaSingle","attrs":{"layout":"center"},"content":[${media}${caption}]}`
}

function layoutOf(align: string | undefined): 'center' | 'wrap-left' | 'wrap-right' {
  if (align === 'left') return 'wrap-left'
  return align === 'right' ? 'wrap-right' : 'center'
}

/** A larger size is a mistake. */
const maxPixels = 10_000

type PixelSize = Pick<AdfNodes['media']['attrs'], 'width' | 'height'>
type BlockSize =
  | { readonly width?: number; readonly widthType?: 'percentage' }
  | { readonly width: number; readonly widthType: 'pixel' }

/** @param own The pixel size of the file. */
function sizeAttributes(
  width: string | undefined,
  height: string | undefined,
  own: ResolvedImage['size'],
): { ofMedia: PixelSize; ofBlock: BlockSize } {
  const asked = { width: pixels(width), height: pixels(height) }
  const ofMedia = inProportion(asked, own)
  if (asked.width !== undefined || asked.height !== undefined) {
    const isWide = ofMedia.width !== undefined
    return { ofMedia, ofBlock: isWide ? { width: ofMedia.width, widthType: 'pixel' } : {} }
  }
  const percent = Number(/^\s*(\d{1,3})%\s*$/.exec(width ?? '')?.[1] ?? 0)
  const isShare = percent >= 1 && percent <= 100
  return { ofMedia, ofBlock: isShare ? { width: percent, widthType: 'percentage' } : {} }
}

/**
 * Compute a missing side from the file's size, so that the page reserves the image's room before it
 * loads.
 */
function inProportion(
  { width, height }: { readonly [Side in keyof PixelSize]: number | undefined },
  own: ResolvedImage['size'],
): PixelSize {
  const scaled = (side: number, of: number): number => Math.max(1, Math.round(side * of))
  if (width !== undefined && height !== undefined) return { width, height }
  if (width !== undefined) {
    return own === undefined ? { width } : { width, height: scaled(width, own.height / own.width) }
  }
  if (height !== undefined) {
    return own === undefined
      ? { height }
      : { width: scaled(height, own.width / own.height), height }
  }
  return own ?? {}
}

function pixels(size: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d{1,5})(?:\.\d*)?(?:px)?\s*$/i.exec(size ?? '') ?? []
  const count = Number(digits ?? 0)
  return count >= 1 && count <= maxPixels ? count : undefined
}
