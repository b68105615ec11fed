/** Tells to which page an address of Confluence leads, however it is spelled at the moment. @module */
import { decodePart } from '../../adf/node-text.ts'

/**
 * Resolve an address. Saving adds titles to addresses of pages or takes them away, and moving a page
 * to another space renames the space in them.
 * @param address Any address.
 * @returns The site, the page's id and the anchor; any other address as it is.
 */
export function resolvedAddress(address: string): string {
  const match = pagePath.exec(address) ?? pageQuery.exec(address)
  if (match?.groups === undefined) return address
  const { site, id, anchor = '' } = match.groups
  return `${site?.toLowerCase()} ${id}${decodePart(anchor)}`
}

const pagePath =
  /^(?<site>https?:\/\/[^/?#]+)\/(?:[^/?#]+\/)?spaces\/[^/?#]+\/pages\/(?<id>\d+)(?:\/[^/?#]*)?(?<anchor>#.*)?$/is
const pageQuery =
  /^(?<site>https?:\/\/[^/?#]+)\/(?:[^/?#]+\/)?pages\/viewpage\.action\?pageId=(?<id>\d+)(?<anchor>#.*)?$/is
