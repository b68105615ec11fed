/** Images: a block where one is all of a paragraph, else among its words. @module */
import { columnPixels, inlineAttributes } from '../adf/images.ts'
import { nodeText } from '../adf/node-text.ts'
import { isRelativeAddress } from '../adf/page-links.ts'
import type { AdfNode } from '../adf/types.ts'
import type { Conversion } from '../conversion.ts'
import type { ResolvedImage } from '../markdown-options.ts'
import { readImageSize } from '../rewrite-source.ts'
import { jsonOfBlock, jsonOfText } from '../writer/json.ts'
import { bits, type TextMarks } from '../writer/marks.ts'
import type { WrittenImage } from '../writer/sentence.ts'
import type { MarkdownConstruct } from './construct.ts'

export const image: MarkdownConstruct = {
  docs: [
    [
      'image that is all of a paragraph',
      '`mediaSingle`; its title is the `caption`',
      '`relative-address` when it names a file',
    ],
    [
      'image among words, images in a row, image in a heading or task',
      '`mediaInline`, with its link; its title goes with its description',
      'the same',
    ],
    [
      'embedded image, `![a](data:image/png;base64,…)`',
      'as any image; PNG, JPEG, GIF, WebP, AVIF and SVG, told by content, become attachments of the page',
      '`image-dropped` when it is none of them: its description stays; `image-reduced` when parts of an SVG were left out',
    ],
    [
      'size of an image: `![a](u){width=300}`, `![a](u =300x200)`, `![a\\|300](u)`',
      '`mediaSingle` of that width; `mediaInline` of that size, a share being one of 760 pixels',
    ],
  ],
  examples: {
    '![a](u "t")': 'mediaSingle(media u, caption("t"))',
    'b ![a](u)': 'paragraph("b ", mediaInline)',
    '![a][b]\n\n[b]: u': 'mediaSingle(media u)',
  },
  inlines: {
    image: (id, marks, conversion) => writeMarkdownImage(id, id, marks, conversion),
    imageReference(id, marks, conversion) {
      const { definitions, nodes, sentence } = conversion
      const definition = definitions.links.get(nodes.identifierOf(id))
      if (definition === undefined) sentence.text(nodes.altOf(id), marks)
      else writeMarkdownImage(id, definition, marks, conversion)
    },
  },
}

/** @param address The node that has the address and the title. */
function writeMarkdownImage(
  id: number,
  address: number,
  marks: TextMarks,
  conversion: Conversion,
): void {
  const { nodes } = conversion
  const { alt, ...size } = readImageSize(nodes.altOf(id))
  const [url, title] = [nodes.urlOf(address), nodes.titleOf(address)]
  writeImage({ url, title, alt, size, line: nodes.lineOf(id) }, marks, conversion)
}

export interface ImageParts {
  readonly url: string
  readonly title: string | undefined
  readonly alt: string | undefined
  readonly size: { readonly width: string | undefined; readonly height: string | undefined }
  readonly align?: string | undefined
  readonly line: number
}

/** Write an image, or its description if it has no address or cannot be shown. */
export function writeImage(parts: ImageParts, marks: TextMarks, conversion: Conversion): void {
  const { sentence, warnings } = conversion
  const { url, title = '', alt = '', line } = parts
  const resolved = url === '' ? undefined : conversion.resolveImage(url)
  if (resolved === undefined) {
    if (url !== '') warnings.add('image-dropped', line)
    sentence.text(url === '' ? alt : [alt, title].filter(Boolean).join(' '), marks)
    return
  }
  if (isRelativeAddress(resolved.url)) warnings.add('relative-address', line, resolved.url)
  if (resolved.isReduced) warnings.add('image-reduced', line)
  sentence.image(writtenImage(parts, resolved, marks, conversion))
}

type MediaAttributes = AdfNode<'media'>['attrs'] & { readonly type: 'external' }
type BlockAttributes = AdfNode<'mediaSingle'>['attrs']

function writtenImage(
  { alt = '', title = '', size, align }: ImageParts,
  resolved: ResolvedImage,
  outer: TextMarks,
  { around, writer }: Conversion,
): WrittenImage {
  const marks = outer.within(around)
  const link = marks.has(bits.link) ? marks.only(bits.link).json : ''
  const { ofMedia, ofBlock } = sizeAttributes(size.width, size.height, resolved.size)
  const described = alt === '' ? {} : { alt }
  const attrs: MediaAttributes = { type: 'external', url: resolved.url, ...described, ...ofMedia }
  const layout = layoutOf(align)
  const caption =
    title === '' ? '' : `,${jsonOfBlock('caption', '', jsonOfText(title, around.fitted))}`
  const inlineAttrs = attributesInSentence(attrs, ofBlock, title)
  const inline = jsonOfBlock('mediaInline', JSON.stringify(inlineAttrs), '', link)
  const inlineNode = { type: 'mediaInline', attrs: { ...inlineAttrs } }
  return {
    blockIn(layoutAround: BlockAttributes['layout'] = layout) {
      const media = jsonOfBlock('media', JSON.stringify(attrs), '', link)
      const blockAttrs = JSON.stringify({ layout: layoutAround, ...ofBlock })
      return jsonOfBlock('mediaSingle', blockAttrs, media + caption)
    },
    blockText: [alt || resolved.url, title].filter(Boolean).join('\n'),
    inline,
    inlineNode,
    inlineText: nodeText(inlineNode),
    isFloat: writer.align === undefined && layout.startsWith('wrap'),
    description: alt + title,
  }
}

/** An image among words has no caption, so the title joins the description. */
export function attributesInSentence(
  media: AdfNode<'media'>['attrs'],
  block: BlockSize,
  title: string,
): AdfNode<'mediaInline'>['attrs'] {
  const alt = [...new Set([media.alt, title])].filter(Boolean).join(' ')
  const attrs = { ...media, ...(alt === '' ? {} : { alt }), ...sizeOfShare(block, media) }
  // The file's own size is always complete, so another one was given by the writer.
  const isSized =
    block.width !== undefined || (attrs.width === undefined) !== (attrs.height === undefined)
  return inlineAttributes(attrs, isSized)
}

/** Inline images cannot have a width in per cent of the page. */
function sizeOfShare(
  { width: share, widthType }: BlockSize,
  { width, height }: PixelSize,
): PixelSize {
  if (share === undefined || widthType === 'pixel') return {}
  const shown = Math.round((share * columnPixels) / 100)
  const isKnown = width !== undefined && height !== undefined
  return { width: shown, ...(isKnown ? { height: Math.round((height * shown) / width) } : {}) }
}

function layoutOf(align: string | undefined): 'center' | 'wrap-left' | 'wrap-right' {
  if (align === 'left') return 'wrap-left'
  return align === 'right' ? 'wrap-right' : 'center'
}

/** A larger size is a mistake. */
const maxPixels = 10_000

type PixelSize = Pick<AdfNode<'media'>['attrs'], 'width' | 'height'>
type BlockSize =
  | { readonly width?: number; readonly widthType?: 'percentage' }
  | { readonly width: number; readonly widthType: 'pixel' }

/** @param natural The pixel size of the file. */
function sizeAttributes(
  width: string | undefined,
  height: string | undefined,
  natural: ResolvedImage['size'],
): { ofMedia: PixelSize; ofBlock: BlockSize } {
  const wanted = { width: pixels(width), height: pixels(height) }
  const ofMedia = inProportion(wanted, natural)
  if (wanted.width !== undefined || wanted.height !== undefined) {
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
  natural: ResolvedImage['size'],
): PixelSize {
  if (width === undefined && height === undefined) return natural ?? {}
  const scale = (side: number, of: number): number => Math.max(1, Math.round(side * of))
  const fullWidth = width ?? (natural && scale(height ?? 0, natural.width / natural.height))
  const fullHeight = height ?? (natural && scale(width ?? 0, natural.height / natural.width))
  return {
    ...(fullWidth !== undefined && { width: fullWidth }),
    ...(fullHeight !== undefined && { height: fullHeight }),
  }
}

function pixels(size: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d{1,5})(?:\.\d*)?(?:px)?\s*$/i.exec(size ?? '') ?? []
  const count = Number(digits ?? 0)
  return count >= 1 && count <= maxPixels ? count : undefined
}
