/** Leads the links and images of files to pages, to the files themselves, or to their source. @module */
import type { Address } from '../documents/address.ts'
import type { PlannedTree } from '../plan/plan-tree.ts'
import { fileResolver, imageResolver } from './file-resolver.ts'
import { type LinkTargets, linkResolver } from './link-resolver.ts'
import type { AddressResolver } from './resolution.ts'

/**
 * Make the resolver.
 * @param limits The most that a request may hold, and the largest file that is attached.
 */
export function addressResolver(
  plan: PlannedTree,
  targets: LinkTargets,
  { maxBodyBytes, maxFileBytes }: { readonly maxBodyBytes: number; readonly maxFileBytes: number },
): AddressResolver {
  const findFile = plan.fileSystem.finder(plan.repository)
  const images = imageResolver(plan, findFile, maxBodyBytes)
  const links = linkResolver(plan, targets, fileResolver(plan, findFile, maxFileBytes))
  const resolverOf = ({ kind }: Address): AddressResolver => (kind === 'image' ? images : links)
  return {
    resolve: (node, address) => resolverOf(address).resolve(node, address),
    leaveOut: (node, address) => resolverOf(address).leaveOut(node, address),
  }
}
