/** What storage format names outside of itself: pages, files, people, images and emoticons. @module */
import type { AnyNode } from '../../render/unchecked-node.ts'
import { childOf } from './storage-names.ts'
import type { StorageElement } from './storage-tree.ts'

/** The page that a body is of, and what it may name. */
export interface StoragePlace {
  readonly baseUrl: string
  readonly pageId: string
  readonly spaceKey: string
  /** Gives the id of a page of the space by its title. */
  findPageId(title: string): string | undefined
  /** Gives what people call somebody, by a key or a name. */
  findPerson(key: string): string | undefined
}

/**
 * Tell where a link leads.
 * @param link An `ac:link`.
 * @returns Undefined where it names nothing that has an address.
 */
export function linkAddress(link: StorageElement, place: StoragePlace): string | undefined {
  const anchor = link.attributes.get('ac:anchor') ?? ''
  const fragment = anchor === '' ? '' : `#${encodeURIComponent(anchor)}`
  const page = childOf(link, 'ri:page') ?? childOf(link, 'ri:blog-post')
  if (page !== undefined) return pageAddress(page, place) + fragment
  const file = childOf(link, 'ri:attachment')
  if (file !== undefined) return fileAddress(file, place)
  const url = childOf(link, 'ri:url')?.attributes.get('ri:value')
  const space = childOf(link, 'ri:space')?.attributes.get('ri:space-key')
  if (space !== undefined) return `${place.baseUrl}/display/${encodeURIComponent(space)}`
  return url ?? (fragment === '' ? undefined : fragment)
}

function pageAddress({ attributes }: StorageElement, place: StoragePlace): string {
  const { baseUrl, spaceKey } = place
  const key = attributes.get('ri:space-key') ?? spaceKey
  const title = attributes.get('ri:content-title') ?? ''
  const id = key === spaceKey ? place.findPageId(title) : undefined
  return id === undefined
    ? `${baseUrl}/display/${encodeURIComponent(key)}/${encodeURIComponent(title).replaceAll('%20', '+')}`
    : `${baseUrl}/pages/viewpage.action?pageId=${id}`
}

/** A file stands beside the page, or beside one that it names. */
function fileAddress(file: StorageElement, place: StoragePlace): string {
  const title = childOf(file, 'ri:page')?.attributes.get('ri:content-title')
  const id = title === undefined ? place.pageId : (place.findPageId(title) ?? '0')
  const name = encodeURIComponent(file.attributes.get('ri:filename') ?? '')
  return `${place.baseUrl}/download/attachments/${id}/${name}`
}

/** What a link says that has no words of its own. */
export function wordsOfLink(link: StorageElement, href: string | undefined): string {
  for (const child of link.children) {
    if (child.kind === 'text') continue
    for (const name of ['ri:content-title', 'ri:filename', 'ri:value', 'ri:space-key']) {
      const value = child.attributes.get(name)
      if (value) return value
    }
  }
  return link.attributes.get('ac:anchor') ?? href ?? ''
}

/** @returns Undefined for a link that leads to nobody. */
export function mentionOf(link: StorageElement, place: StoragePlace): AnyNode | undefined {
  const user = childOf(link, 'ri:user')?.attributes
  if (user === undefined) return undefined
  const id = user.get('ri:userkey') ?? user.get('ri:username') ?? user.get('ri:account-id') ?? ''
  return { type: 'mention', attrs: { id, text: `@${place.findPerson(id) ?? id}` } }
}

/**
 * Read an image.
 * @param image An `ac:image`, or an `img`.
 * @returns A `media`; undefined where it shows nothing.
 */
export function mediaOf(image: StorageElement, place: StoragePlace): AnyNode | undefined {
  const { attributes } = image
  const alt = attributes.get('ac:alt') ?? attributes.get('alt')
  const width = Number(attributes.get('ac:width'))
  const look = { ...(alt ? { alt } : {}), ...(width > 0 ? { width } : {}), layout: layoutOf(image) }
  const file = childOf(image, 'ri:attachment')
  const isOwn = file !== undefined && childOf(file, 'ri:page') === undefined
  if (isOwn) {
    return {
      type: 'media',
      attrs: { type: 'file', id: file.attributes.get('ri:filename'), ...look },
    }
  }
  const url =
    file === undefined
      ? (childOf(image, 'ri:url')?.attributes.get('ri:value') ?? attributes.get('src'))
      : fileAddress(file, place)
  return url === undefined
    ? undefined
    : { type: 'media', attrs: { type: 'external', url, ...look } }
}

const layouts: Readonly<Record<string, string>> = { left: 'align-start', right: 'align-end' }

function layoutOf({ attributes }: StorageElement): string | undefined {
  const align = attributes.get('ac:align') ?? ''
  return attributes.get('ac:layout') ?? (Object.hasOwn(layouts, align) ? layouts[align] : 'center')
}

/** Make the block of an image that stands alone: the block says how it is shown. */
export function mediaSingle(media: AnyNode): AnyNode {
  const { layout, width, ...own } = media.attrs ?? {}
  const attrs = { layout, ...(width === undefined ? {} : { width, widthType: 'pixel' }) }
  return { type: 'mediaSingle', attrs, content: [{ ...media, attrs: own }] }
}
