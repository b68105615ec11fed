/** Images and their captions in storage format. @module */

import { decodePart } from '../adf/decode-part.ts'
import { askedSize, columnPixels, imageAddress } from '../adf/images.ts'
import { escapeXml } from './escape.ts'
import { safeImageUrl } from './safe-url.ts'
import { linkStorage, withComments } from './storage-marks.ts'
import type { StorageContext } from './storage-places.ts'
import { xmlAttributes } from './storage-xml.ts'
import { type AnyMark, findMark, textValue, type UncheckedNode } from './unchecked-node.ts'

type Media = UncheckedNode<'media' | 'mediaInline'>

/** What surrounds an image says of it. */
export interface ImageFrame {
  readonly node: UncheckedNode<'mediaSingle'>
  /** The caption, as XML; empty when there is none. */
  readonly caption: string
}

/** Render an image; a file of which nothing but the description is known is that. */
export function mediaStorage(node: Media, context: StorageContext, frame?: ImageFrame): string {
  const { alt: written, id }: UncheckedNode<'media'>['attrs'] = node.attrs ?? {}
  const alt = textValue(written)
  const source = sourceOf(node, context)
  const caption = frame?.caption ?? ''
  if (source === undefined) {
    const described = escapeXml(alt || imageAddress(node) || textValue(id))
    return caption === '' ? described : `${described}<br/>${caption}`
  }
  const given = xmlAttributes({
    'ac:alt': alt,
    ...placeOf(frame?.node),
    ...sizeOf(node, frame?.node),
  })
  const captioned = caption === '' ? '' : `<ac:caption><p>${caption}</p></ac:caption>`
  const image = `<ac:image${given}>${source}${captioned}</ac:image>`
  const commented = withComments(image, node, context)
  const link: AnyMark | undefined =
    findMark(node, 'link') ?? (frame && findMark(frame.node, 'link'))
  return link === undefined ? commented : linkStorage(textValue(link.attrs?.href), commented)
}

function sourceOf(node: Media, { isOfSite }: StorageContext): string | undefined {
  const address = imageAddress(node)
  if (address !== undefined) {
    const url = safeImageUrl(address)
    return url === undefined ? undefined : resource(url)
  }
  const { type, id }: UncheckedNode<'media'>['attrs'] = node.attrs ?? {}
  const isFile = isOfSite && (type === 'file' || type === 'image')
  return isFile && textValue(id) !== '' ? attachment(textValue(id)) : undefined
}

function attachment(name: string): string {
  return `<ri:attachment ri:filename="${escapeXml(name)}"/>`
}

/** An address without a host names no place of the web: it is a file beside the page, an attachment. */
function resource(url: string): string {
  const [, path = ''] = /^([^?#]*)/.exec(url) ?? []
  const isOfWeb = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url)
  const name = isOfWeb ? '' : decodePart(path.slice(path.lastIndexOf('/') + 1))
  return name === '' ? `<ri:url ri:value="${escapeXml(url)}"/>` : attachment(name)
}

const alignments: Readonly<Record<string, string>> = {
  center: 'center',
  'wrap-left': 'left',
  'wrap-right': 'right',
  'align-start': 'left',
  'align-end': 'right',
  wide: 'center',
  'full-width': 'center',
}

function placeOf(frame: UncheckedNode<'mediaSingle'> | undefined): Record<string, string> {
  const layout = textValue(frame?.attrs?.layout)
  const align = Object.hasOwn(alignments, layout) ? alignments[layout] : undefined
  return align === undefined ? {} : { 'ac:align': align, 'ac:layout': layout }
}

/** How wide it is shown is the frame's; its own size is that of the file. */
function sizeOf(
  media: Media,
  frame: UncheckedNode<'mediaSingle'> | undefined,
): Record<string, number | undefined> {
  const { type, attrs } = media
  if (type === 'mediaInline') {
    const { width, height } = askedSize(media)
    return {
      'ac:width': pixels(width),
      'ac:height': width === undefined ? pixels(height) : undefined,
    }
  }
  const { width, widthType } = frame?.attrs ?? {}
  const shown = pixels(width)
  const isInPixels = widthType === 'pixel'
  const [ownWidth, ownHeight] = [pixels(attrs?.width), pixels(attrs?.height)]
  return {
    'ac:width': shown && (isInPixels ? shown : Math.round((shown * columnPixels) / 100)),
    // A height alone is what the writer asked for.
    'ac:height': shown === undefined && ownWidth === undefined ? ownHeight : undefined,
    'ac:original-width': ownWidth,
    'ac:original-height': ownWidth === undefined ? undefined : ownHeight,
  }
}

function pixels(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 && value <= 10_000 ? Math.round(value) : undefined
}
