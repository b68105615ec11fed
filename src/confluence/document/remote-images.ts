/** Converts images: to attached files, or else to their descriptions. @module */

import {
  type AnyMark,
  type AnyNode,
  contentOf,
  findMark,
  marksOf,
  textValue,
} from '../../convert/adf/any-node.ts'
import { nodeRules } from '../../convert/adf/content-rules.ts'
import { columnPixels, imageAddress } from '../../convert/adf/images.ts'
import type { AdfParentType } from '../../convert/adf/types.ts'
import type { BodyRequest, PlacedFile } from '../body/page-body.ts'
import { siteKinds } from '../body/site-kinds.ts'

/** An image that is not shown becomes paragraphs of its description and caption. */
export const remoteMediaSingle: ToRemote = (node, context) => {
  const parts = contentOf(node)
  const image = parts.find(({ type }) => type === 'media')
  if (image === undefined) return [node]
  const placed = placedMedia(image, context)
  if (placed !== undefined) {
    const media = node.attrs?.widthType === 'pixel' ? withoutSize(placed) : placed
    return [{ ...node, content: parts.map((part) => (part === image ? media : part)) }]
  }
  const link = findMark(image, 'link') ?? findMark(node, 'link')
  const captions = parts.filter(({ type }) => type === 'caption')
  return [
    description(image, link),
    ...captions.map(({ content }): AnyNode => ({ type: 'paragraph', content })),
  ]
}

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

export const remoteMediaInline: ToRemote = (node, context) => {
  const placed = placedMedia(node, context)
  return placed === undefined ? [descriptionText(node, findMark(node, 'link'))] : [placed]
}

/** @returns Undefined when the image would not be shown. */
function placedMedia(media: AnyNode, context: RemoteContext): AnyNode | undefined {
  const { hasAdf } = siteKinds[context.kind]
  const url = imageAddress(media)
  // Only Cloud knows file ids written by an author.
  if (url === undefined) return hasAdf ? media : undefined
  if (!isReference(url)) return isOnWeb(url) ? media : undefined
  const file = context.findFile(url)
  const id = hasAdf ? file?.fileId : file?.name
  if (id === undefined || context.pageId === undefined) return undefined
  const { type: _, url: __, id: ___, collection: ____, data, ...described } = media.attrs ?? {}
  const type = media.type === 'media' ? 'file' : 'image'
  const collection = `contentId-${context.pageId}`
  // On Cloud a file's size only gives the proportions.
  const dataAttrs = hasAdf || data === undefined ? {} : { data }
  return { ...media, attrs: { type, id, collection, ...described, ...dataAttrs } }
}

/**
 * Drop the size of a file: the block gives the displayed width, and Confluence knows the file's own
 * size.
 */
function withoutSize(media: AnyNode): AnyNode {
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

/** Images up to this height may be symbols in a sentence; larger ones would be too small to read. */
const maxLinePixels = 96

/**
 * Move images that Cloud cannot show inline out of sentences: split the paragraph where the parent
 * allows, else link to a web image.
 * @param blocks The converted children.
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

function blockImage(node: AnyNode, paragraph: AnyNode): AnyNode {
  const { attrs = {}, marks } = node
  const { alt, width, height } = attrs
  const address = imageAddress(node)
  const altAttrs = { ...(alt === undefined ? {} : { alt }) }
  const media =
    address === undefined
      ? { type: 'file', id: attrs.id, collection: attrs.collection, ...altAttrs }
      : { type: 'external', url: address, ...altAttrs, ...sizes({ width, height }) }
  const isAtEnd = findMark(paragraph, 'alignment')?.attrs?.align === 'end'
  const displayedSize =
    typeof width === 'number' ? { width: Math.min(width, columnPixels), widthType: 'pixel' } : {}
  return {
    type: 'mediaSingle',
    attrs: { layout: isAtEnd ? 'align-end' : 'center', ...displayedSize },
    content: [{ type: 'media', attrs: media, ...(marks === undefined ? {} : { marks }) }],
  }
}

function sizes(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function webImageAsLink(node: AnyNode): AnyNode {
  const address = imageAddress(node)
  if (address === undefined) return node
  const links = marksOf(node).filter(({ type }) => type === 'link')
  const link = links.length > 0 ? links : [{ type: 'link', attrs: { href: address } }]
  return { type: 'text', text: textValue(node.attrs?.alt) || address, marks: link }
}

export type RemoteDocument = Pick<BodyRequest, 'kind' | 'baseUrl' | 'settings' | 'pageId' | 'files'>

export interface RemoteContext extends RemoteDocument {
  findFile(address: string): PlacedFile | undefined
}

/** Converts a node to its form in Confluence, or replaces it. */
export type ToRemote = (node: AnyNode, context: RemoteContext) => readonly AnyNode[]

/** Linked files have their name behind the digest. */
const reference = /^attachment:([0-9a-f]{64})(?:\/[\w.%-]+)?$/

export function isReference(address: string): boolean {
  return reference.test(address)
}

export function remoteContext(target: RemoteDocument): RemoteContext {
  const files = new Map(target.files.map((file) => [file.sha256, file]))
  return { ...target, findFile: (address) => files.get(reference.exec(address)?.[1] ?? '') }
}
