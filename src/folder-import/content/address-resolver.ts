/** Leads the links and images of files to pages and to the images themselves. @module */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentHeading } from '../../convert/headings.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { Address } from '../documents/find-addresses.ts'
import { isWithin } from '../files/is-within.ts'
import { ImageTooLargeError, readImage } from '../files/read-image.ts'
import { isAbsent } from '../files/read-regular-file.ts'
import { folderOf, joinPaths } from '../files/tree-paths.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { FindHeading } from './heading-finder.ts'
import type { Resolution } from './page-content.ts'

export interface AddressResolver {
  /**
   * Resolve an address of a file.
   * @throws {DocumentError} For an image that no request could hold.
   */
  resolve(node: PageNode, address: Address): Promise<Resolution>
}

/** The address of a page; `unknown` as long as it may still come to be known. */
export type UrlOf = (node: PageNode) => string | 'unknown' | 'none'

/**
 * Make the resolver.
 * @param plan The files and their pages.
 * @param urlOf Tells the addresses of pages.
 * @param findHeading Finds their headings.
 * @param maxBodyBytes The most that a request may hold.
 */
export function addressResolver(
  plan: FolderPlan,
  urlOf: UrlOf,
  findHeading: FindHeading,
  maxBodyBytes: number,
): AddressResolver {
  return {
    resolve: (node, address) =>
      address.kind === 'image'
        ? resolveImage(plan, node, address, maxBodyBytes)
        : resolveLink(plan, node, address, { urlOf, findHeading }),
  }
}

async function resolveImage(
  { base, repository }: FolderPlan,
  node: PageNode,
  { url, line }: Address,
  maxBodyBytes: number,
): Promise<Resolution> {
  const { path: written } = filePart(url)
  const path = joinPaths(folderOf(node.path), written)
  const file = join(base, path ?? join(folderOf(node.path), written))
  try {
    const image = await readImage(file, (real) => isWithin(real, repository), maxBodyBytes)
    if (typeof image === 'object') return { to: 'replace', url: image.url }
    return { to: 'keep', notice: wordNotice(image, written, line) }
  } catch (error) {
    if (!(error instanceof ImageTooLargeError)) throw error
    throw new DocumentError(
      `Line ${line}: the image ${written} has ${error.bytes} bytes, more than a request of ${maxBodyBytes} bytes (--max-body) can hold. Make it smaller.`,
      { cause: error },
    )
  }
}

async function resolveLink(
  { base, tree }: FolderPlan,
  node: PageNode,
  { url, line }: Address,
  { urlOf, findHeading }: { readonly urlOf: UrlOf; readonly findHeading: FindHeading },
): Promise<Resolution> {
  const { path, fragment } = filePart(url)
  const target = findTarget(tree.byPath, folderOf(node.path), path)
  if (target === undefined) {
    const isThere = await exists(join(base, path.startsWith('/') ? '' : folderOf(node.path), path))
    return { to: 'keep', notice: wordNotice(isThere ? 'link-outside' : 'link-missing', path, line) }
  }
  if (target === node && fragment !== '') return { to: 'replace', url: `#${fragment}` }
  const pageUrl = urlOf(target)
  if (pageUrl === 'unknown') return { to: 'await' }
  if (pageUrl === 'none' || !isWebAddress(pageUrl)) {
    return { to: 'keep', notice: wordNotice('link-not-imported', path, line) }
  }
  if (fragment === '') return { to: 'replace', url: pageUrl }
  const heading = await findHeading(target, decode(fragment))
  if (heading === 'top') return { to: 'replace', url: pageUrl }
  if (heading !== undefined) return { to: 'replace', url: headingAddress(pageUrl, heading) }
  return {
    to: 'replace',
    url: pageUrl,
    notice: wordNotice('anchor-missing', decode(fragment), line),
  }
}

/** Where the headings of a page are: Confluence ends addresses with the title, Markport with the id. */
function headingAddress(pageUrl: string, { id, anchor }: DocumentHeading): string {
  const isReader = /\/wiki\/spaces\/[^/]+\/pages\/\d+$/.test(new URL(pageUrl).pathname)
  const fragment = isReader ? id : anchor
  return fragment ? `${pageUrl}#${encodeURIComponent(fragment)}` : pageUrl
}

/** What an answer says is put into a link only so. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** Take an address apart; what the file system has is not percent-encoded. */
function filePart(url: string): { path: string; fragment: string } {
  const hash = url.indexOf('#')
  const fragment = hash === -1 ? '' : url.slice(hash + 1)
  const [path = ''] = (hash === -1 ? url : url.slice(0, hash)).split('?')
  return { path: decode(path), fragment }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** As it is written; with the ending that sites leave out, or put another for. */
function findTarget(
  byPath: ReadonlyMap<string, PageNode>,
  folder: string,
  written: string,
): PageNode | undefined {
  const path = joinPaths(folder, written)?.normalize('NFC')
  if (path === undefined) return undefined
  const candidates = [path, `${path}.md`, path.replace(/\.html?$/, '.md')]
  for (const candidate of candidates) {
    const node = byPath.get(candidate)
    if (node !== undefined) return node
  }
  return undefined
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    // What cannot be looked at is there all the same.
    (error: unknown) => !isAbsent(error),
  )
}
