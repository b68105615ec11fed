/** Links from an image to itself: where the image is on its page, there is nothing to lead to. @module */
import { posix } from 'node:path'
import type { Address } from '../documents/address.ts'
import { takeApart } from './written-address.ts'

/**
 * Find the links around nothing but an image of the same address.
 * @param source The document.
 * @param addresses All of it, in their order.
 * @returns The image of each such link.
 */
export function linksToOwnImage(
  source: string,
  addresses: readonly Address[],
): ReadonlyMap<Address, Address> {
  const found = new Map<Address, Address>()
  for (const [index, link] of addresses.entries()) {
    // In Markdown the address of a link stands behind what it holds, in HTML before it.
    const image = addresses[link.text === undefined ? index + 1 : index - 1]
    if (link.kind !== 'link' || image?.image?.isLinked !== true) continue
    if (
      isSame(link, image) &&
      (link.text === undefined || isAllOf(link.text, image.image, source))
    ) {
      found.set(link, image)
    }
  }
  return found
}

interface Range {
  readonly start: number
  readonly end: number
}

function isAllOf(text: Range, image: Range, source: string): boolean {
  const isBlank = (start: number, end: number): boolean =>
    start <= end && source.slice(start, end).trim() === ''
  return isBlank(text.start, image.start) && isBlank(image.end, text.end)
}

function isSame(one: Address, other: Address): boolean {
  const [path, otherPath] = [one, other].map(({ url }) => posix.normalize(takeApart(url).path))
  return path === otherPath
}
