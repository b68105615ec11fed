/** The possible resolutions of an address. @module */
import { relative, sep } from 'node:path'
import { decodePart } from '../../convert/adf/node-text.ts'
import type { Address } from '../documents/address.ts'
import type { FoundFile } from '../files/find-file.ts'
import { isWithin } from '../files/tree-paths.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'

export type Resolution =
  | { readonly to: 'keep'; readonly notice?: Notice }
  | {
      readonly to: 'replace'
      readonly url: string
      /** Path of the embedded file, from the base. */
      readonly embeds?: string
      readonly notice?: Notice
    }
  | { readonly to: 'describe'; readonly url: string | undefined; readonly notice: Notice }
  /** The target page has no address yet. */
  | { readonly to: 'await' }

export interface AddressResolver {
  resolve(node: PageNode, address: Address): Promise<Resolution>
  /** Resolve the address of an image or file that does not fit on its page. */
  leaveOut(node: PageNode, address: Address): Promise<Resolution>
}

interface VisibleRepository {
  readonly repository: string
  /** Prefix of the addresses of files; undefined where the repository is not visible. */
  readonly sourceUrl: string | undefined
}

export function addressOfSource(
  { repository, sourceUrl }: VisibleRepository,
  { file, isFolder }: FoundFile,
  fragment = '',
): string | undefined {
  if (sourceUrl === undefined || !isWithin(file, repository)) return undefined
  const path = relative(repository, file).split(sep).map(encodeURIComponent).join('/')
  const prefix = isFolder ? sourceUrl.replace(/\/blob\/(?=[^/]+\/)/, '/tree/') : sourceUrl
  const hash = fragment === '' ? '' : `#${fragment}`
  return `${prefix.replace(/\/*$/, '/')}${path}${hash}`
}

/** A link to a file that is visible in the repository; undefined for other files. */
export function linkToSource(
  repository: VisibleRepository,
  { line, address: { path, fragment } }: PlacedLink,
  file: FoundFile,
): Resolution | undefined {
  const url = addressOfSource(repository, file, fragment)
  if (url === undefined) return undefined
  return { to: 'replace', url, notice: wordNotice('link-to-source', path, line) }
}

export interface PlacedLink {
  readonly line: number
  readonly address: LinkAddress
}

export interface LinkAddress {
  readonly path: string
  readonly fragment: string
}

export function splitAddress(url: string): LinkAddress {
  const hash = url.indexOf('#')
  const [fragment = ''] = hash === -1 ? [] : url.slice(hash + 1).split(':~:')
  const [path = ''] = (hash === -1 ? url : url.slice(0, hash)).split('?')
  return { path: decodePart(path), fragment }
}

export function isOnWeb(path: string): boolean {
  return /^https?:/i.test(path)
}
