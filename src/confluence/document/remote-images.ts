/** Images in a document for Confluence: attached files, or their description where they are not. @module */
import { imageAddress } from '../../adf/images.ts'
import {
  type AnyMark,
  type AnyNode,
  contentOf,
  findMark,
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
