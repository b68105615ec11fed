/** What the addresses of a file become, and who decides that. @module */
import { relative, sep } from 'node:path'
import { decodePart } from '../../adf/node-text.ts'
import type { Address } from '../documents/address.ts'
import type { FoundFile } from '../files/find-file.ts'
import { isWithin } from '../files/tree-paths.ts'
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

/** The repository, and where it can be seen. */
interface SeenRepository {
  readonly repository: string
  /** What stands before the paths of its files; undefined where nobody can see them. */
  readonly sourceUrl: string | undefined
}

/**
 * Give the address of a file or folder.
 * @param fragment Part of it, such as `L10`.
 * @returns `undefined` for what lies outside, or where no address is known.
 */
export function addressOfSource(
  { repository, sourceUrl }: SeenRepository,
  { file, isFolder }: FoundFile,
  fragment = '',
): string | undefined {
  if (sourceUrl === undefined || !isWithin(file, repository)) return undefined
  const path = relative(repository, file).split(sep).map(encodeURIComponent).join('/')
  // GitHub and GitLab show folders at an address of another kind.
  const before = isFolder ? sourceUrl.replace(/\/blob\/(?=[^/]+\/)/, '/tree/') : sourceUrl
  const hash = fragment === '' ? '' : `#${fragment}`
  return `${before.replace(/\/*$/, '/')}${path}${hash}`
}

/** What an address names. */
export interface WrittenAddress {
  /** As files are named: without percent signs. */
  readonly path: string
  /** As it is written, without the `#`. */
  readonly fragment: string
}

/** Take an address apart; what the file system has is not percent-encoded. */
export function takeApart(url: string): WrittenAddress {
  const hash = url.indexOf('#')
  const [fragment = ''] = hash === -1 ? [] : url.slice(hash + 1).split(':~:')
  const [path = ''] = (hash === -1 ? url : url.slice(0, hash)).split('?')
  return { path: decodePart(path), fragment }
}

/** Tell whether an address names a host. */
export function isOnWeb(path: string): boolean {
  return /^https?:/i.test(path)
}
