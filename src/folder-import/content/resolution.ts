/** What the addresses of a file become, and who decides that. @module */
import type { Address } from '../documents/address.ts'
import type { Notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'

/** What an address becomes. */
export type Resolution =
  | { readonly to: 'keep'; readonly notice?: Notice }
  | {
      readonly to: 'replace'
      readonly url: string
      /** The file that the address holds, by its path from the base. */
      readonly embeds?: string
      readonly notice?: Notice
    }
  /** An image becomes its description, as a link where there is an address. */
  | { readonly to: 'describe'; readonly url: string | undefined; readonly notice: Notice }
  /** The page that it leads to has no address yet. */
  | { readonly to: 'await' }

/** Decides about addresses. */
export interface AddressResolver {
  /** Resolve an address of a file. */
  resolve(node: PageNode, address: Address): Promise<Resolution>
  /** Resolve the address of an image or file that its page has no room for. */
  leaveOut(node: PageNode, address: Address): Promise<Resolution>
}
