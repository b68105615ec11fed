/** Images in a document for Confluence: attached files, or their description where they are not. @module */

import { nodeRules } from '../../adf/content-rules.ts'
import { columnPixels, imageAddress } from '../../adf/images.ts'
import type { AdfParentType } from '../../adf/node-row.ts'
import {
  type AnyMark,
  type AnyNode,
  contentOf,
  findMark,
  marksOf,
  textValue,
} from '../../render/unchecked-node.ts'
import { siteKinds } from '../site-kinds.ts'
import { isReference, type RemoteContext, type ToRemote } from './remote-context.ts'

/** An image with its caption: as it was, or as paragraphs. */
export const remoteMediaSingle: ToRemote = (node, context) => {
  const parts = contentOf(node)
  const image = parts.find(({ type }) => type === 'media')
  if (image === undefined) return [node]
  const placed = placedMedia(image, context)
  if (placed !== undefined) {
    const shown = node.attrs?.widthType === 'pixel' ? withoutAskedSize(placed) : placed
    return [{ ...node, content: parts.map((part) => (part === image ? shown : part)) }]
  }
  const link = findMark(image, 'link') ?? findMark(node, 'link')
  const captions = parts.filter(({ type }) => type === 'caption')
  return [
    description(image, link),
    ...captions.map(({ content }): AnyNode => ({ type: 'paragraph', content })),
  ]
}

/** Files in a row: those that are attached stay together, the others are described between them. */
export const remoteMediaGroup: ToRemote = (node, context) => {
  const blocks: AnyNode[] = []
  let row: AnyNode[] = []
  for (const media of contentOf(node)) {
    const placed = placedMedia(media, context)
    if (placed !== undefined) row.push(placed)
    else {
      if (row.length > 0) blocks.push({ ...node, content: row })
      row = []
      blocks.push(description(media, findMark(media, 'link')))
    }
  }
  return row.length > 0 ? [...blocks, { ...node, content: row }] : blocks
}

/** An image in a sentence: as it was, or its description. */
export const remoteMediaInline: ToRemote = (node, context) => {
  const placed = placedMedia(node, context)
  return placed === undefined ? [descriptionText(node, findMark(node, 'link'))] : [placed]
}

/** @returns Nothing when the image would not be seen. */
function placedMedia(media: AnyNode, context: RemoteContext): AnyNode | undefined {
  const { hasAdf } = siteKinds[context.kind]
  const url = imageAddress(media)
  // Files that a writer names by their id are there on Cloud alone.
  if (url === undefined) return hasAdf ? media : undefined
  if (!isReference(url)) return isOnWeb(url) ? media : undefined
  const file = context.findFile(url)
  // Storage format names files by their name, ADF by an id.
  const id = hasAdf ? file?.fileId : file?.name
  if (id === undefined || context.pageId === undefined) return undefined
  const { type: _, url: __, id: ___, collection: ____, data, ...described } = media.attrs ?? {}
  const type = media.type === 'media' ? 'file' : 'image'
  const collection = `contentId-${context.pageId}`
  // On Cloud a size is for the proportions alone, whoever asked for it.
  const own = hasAdf || data === undefined ? {} : { data }
  return { ...media, attrs: { type, id, collection, ...described, ...own } }
}

/**
 * The block says how wide an image is shown. Of a file Confluence knows the size itself, and puts that in
 * place of the size that was asked for.
 */
function withoutAskedSize(media: AnyNode): AnyNode {
  if (media.attrs?.type !== 'file') return media
  const { width: _, height: __, ...attrs } = media.attrs
  return { ...media, attrs }
}

function isOnWeb(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

function description(media: AnyNode, link: AnyMark | undefined): AnyNode {
  return { type: 'paragraph', content: [descriptionText(media, link)] }
}

function descriptionText(media: AnyNode, link: AnyMark | undefined): AnyNode {
  const alt = textValue(media.attrs?.alt)
  const url = imageAddress(media) ?? ''
  const address = isReference(url) ? '' : url
  const words = alt !== '' && address !== '' ? `${alt} (${address})` : alt || address || 'Image'
  return { type: 'text', text: words, ...(link ? { marks: [link] } : {}) }
}

/** What is higher is no sign among words: nobody would make it out at a quarter of its height. */
const maxLinePixels = 96

/**
 * Take images out of the sentences of Cloud that it cannot show there: a paragraph is split at them where
 * its parent can hold them; elsewhere an image of the web becomes a link to it.
 * @param blocks Its children, in the form that Cloud has.
 */
export function withImagesApart(
  parentType: AdfParentType,
  blocks: readonly AnyNode[],
): readonly AnyNode[] {
  const holdsImages = nodeRules[parentType].children.has('mediaSingle')
  return blocks.flatMap((block) => {
    const content = contentOf(block)
    if (!content.some(standsApart)) return [block]
    if (holdsImages && block.type === 'paragraph') return splitAtImages(block, content)
    return [{ ...block, content: content.map(webImageAsLink) }]
  })
}

function standsApart(node: AnyNode): boolean {
  if (node.type !== 'mediaInline') return false
  const { width, height } = node.attrs ?? {}
  return imageAddress(node) !== undefined || Number(height ?? width ?? 0) > maxLinePixels
}

function splitAtImages(paragraph: AnyNode, content: readonly AnyNode[]): readonly AnyNode[] {
  const parts: AnyNode[] = []
  let run: AnyNode[] = []
  const close = (): void => {
    const trimmed = trim(run)
    if (trimmed.length > 0) parts.push({ ...paragraph, content: trimmed })
    run = []
  }
  for (const node of content) {
    if (!standsApart(node)) run.push(node)
    else {
      close()
      parts.push(blockImage(node, paragraph))
    }
  }
  close()
  return parts
}

/** Leave out the space around a place where a sentence was cut. */
function trim(run: readonly AnyNode[]): AnyNode[] {
  const isBlank = ({ type, text }: AnyNode): boolean =>
    type === 'hardBreak' || (type === 'text' && textValue(text).trim() === '')
  const first = run.findIndex((node) => !isBlank(node))
  const last = run.findLastIndex((node) => !isBlank(node))
  return run.slice(Math.max(first, 0), last + 1).map((node, index) => {
    if (node.type !== 'text') return node
    const text = textValue(node.text)
    const started = index === 0 ? text.trimStart() : text
    return { ...node, text: index === last - first ? started.trimEnd() : started }
  })
}

/** As wide as it was to be in the sentence; Confluence knows the size of a file itself. */
function blockImage(node: AnyNode, paragraph: AnyNode): AnyNode {
  const { attrs = {}, marks } = node
  const { alt, width, height } = attrs
  const address = imageAddress(node)
  const named = { ...(alt === undefined ? {} : { alt }) }
  const media =
    address === undefined
      ? { type: 'file', id: attrs.id, collection: attrs.collection, ...named }
      : { type: 'external', url: address, ...named, ...sizes({ width, height }) }
  const isAtEnd = findMark(paragraph, 'alignment')?.attrs?.align === 'end'
  const shown =
    typeof width === 'number' ? { width: Math.min(width, columnPixels), widthType: 'pixel' } : {}
  return {
    type: 'mediaSingle',
    attrs: { layout: isAtEnd ? 'align-end' : 'center', ...shown },
    content: [{ type: 'media', attrs: media, ...(marks === undefined ? {} : { marks }) }],
  }
}

function sizes(all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function webImageAsLink(node: AnyNode): AnyNode {
  const address = imageAddress(node)
  if (address === undefined) return node
  const links = marksOf(node).filter(({ type }) => type === 'link')
  const link = links.length > 0 ? links : [{ type: 'link', attrs: { href: address } }]
  return { type: 'text', text: textValue(node.attrs?.alt) || address, marks: link }
}
