/** Leads the links and images of files to pages, to the images themselves, or to their source. @module */
import type { PlannedTree } from '../plan/plan-tree.ts'
import { imageResolver } from './image-resolver.ts'
import { type LinkTargets, linkResolver } from './link-resolver.ts'
import type { AddressResolver } from './resolution.ts'

/**
 * Make the resolver.
 * @param targets Tells of pages and their headings.
 * @param maxBodyBytes The most that a request may hold.
 */
export function addressResolver(
  plan: PlannedTree,
  targets: LinkTargets,
  maxBodyBytes: number,
): AddressResolver {
  const findFile = plan.fileSystem.finder(plan.repository)
  const images = imageResolver(plan, findFile, maxBodyBytes)
  const resolveLink = linkResolver(plan, targets, findFile)
  return {
    resolve: (node, address) =>
      address.kind === 'image' ? images.resolve(node, address) : resolveLink(node, address),
    leaveOut: images.leaveOut,
  }
}
