/** Resolves a link to a page and its heading, to an attached file, or to the repository. @module */

import { titleInAddress } from '../../convert/addresses/address.ts'
import { joinedAnchor } from '../../convert/adf/heading-names.ts'
import { decodePart } from '../../convert/adf/node-text.ts'
import { isKeptPageLink } from '../../convert/adf/page-links.ts'
import type { DocumentHeading } from '../../convert/headings.ts'
import { foldName } from '../files/tree-paths.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { addressCandidates, pageFinder } from './address-candidates.ts'
import type { ResolveFile } from './file-resolver.ts'
import type { FindHeading } from './page-markdown.ts'
import {
  type Link,
  linkToSource,
  type Resolution,
  type ResolveAddress,
  splitAddress,
} from './resolution.ts'

export type UrlOf = (target: PageNode, from: PageNode) => string | 'unknown' | 'none'

export interface LinkTargets {
  readonly urlOf: UrlOf
  readonly findHeading: FindHeading
}

export function linkResolver(
  plan: FolderPlan,
  targets: LinkTargets,
  resolveFile: ResolveFile,
): ResolveAddress {
  const findPage = pageFinder(plan)
  const findTitle = titleFinder(plan)
  return async (node, { url, line }) => {
    const title = titleInAddress(url)
    if (title !== undefined) {
      const target = findTitle(title)
      if (target === undefined) return { to: 'keep', notice: wordNotice('link-missing', url, line) }
      return toPage(plan, { node, line, path: url, fragment: '', candidates: [] }, target, targets)
    }
    const { path, fragment } = splitAddress(url)
    const link = {
      node,
      line,
      path,
      fragment,
      candidates: addressCandidates(plan, node.path, path),
    }
    const target = path === '' ? node : findPage(link.candidates)
    if (target !== undefined) return toPage(plan, link, target, targets)
    return isKeptPageLink(url) ? { to: 'keep' } : resolveFile(link)
  }
}

/** Finds pages by title in any case; if several pages share a title, the first one wins. */
function titleFinder({ tree }: FolderPlan): (title: string) => PageNode | undefined {
  let byTitle: Map<string, PageNode> | undefined
  return (title) => {
    byTitle ??= new Map(tree.nodes.toReversed().map((node) => [foldName(node.title), node]))
    return byTitle.get(foldName(title))
  }
}

async function toPage(
  plan: FolderPlan,
  link: Link,
  target: PageNode,
  { urlOf, findHeading }: LinkTargets,
): Promise<Resolution> {
  const { node, line, path } = link
  const toSource = (): Resolution | undefined =>
    target.file === undefined
      ? undefined
      : linkToSource(plan, link, { file: target.file, isFolder: false })
  const fragment = await siteFragment(link.fragment, (name) => findHeading(target, name))
  if (target === node && fragment !== '') return { to: 'replace', url: `#${fragment}` }
  const pageUrl = urlOf(target, node)
  if (pageUrl === 'unknown') return { to: 'await' }
  if (pageUrl === 'none' || !isPageAddress(pageUrl)) {
    // The file may still be visible in the repository.
    return toSource() ?? { to: 'keep', notice: wordNotice('link-not-imported', path, line) }
  }
  if (fragment === '') return { to: 'replace', url: pageUrl }
  const heading = await findHeading(target, decodePart(fragment))
  if (heading !== undefined)
    return { to: 'replace', url: headingAddress(pageUrl, target.title, heading) }
  const source = /^L\d/.test(fragment) ? toSource() : undefined
  if (source !== undefined) return source
  const notice = wordNotice('anchor-missing', decodePart(fragment), line)
  return { to: 'replace', url: pageUrl, notice }
}

/** GitBook puts `id-` before the names of headings that begin with a number. */
async function siteFragment(
  fragment: string,
  find: (name: string) => Promise<unknown>,
): Promise<string> {
  const isPrefixed = /^id-\d/.test(fragment) && (await find(decodePart(fragment))) === undefined
  return isPrefixed ? fragment.slice('id-'.length) : fragment
}

/**
 * Give the address of a heading. Markport's page addresses end with the page's id, Cloud's end with
 * the title, and Data Center's have anchors of another form.
 */
function headingAddress(
  pageUrl: string,
  title: string,
  { id, anchor, joined }: DocumentHeading,
): string {
  if (anchor === '') return pageUrl
  if (isKeptPageLink(pageUrl)) return `${pageUrl}#${encodeURIComponent(id)}`
  const { pathname } = new URL(pageUrl)
  const isReader = /\/wiki\/spaces\/[^/]+\/pages\/\d+$/.test(pathname)
  const isDataCenter =
    /\/(?:display|spaces|pages\/viewpage\.action)(?:\/|$)/.test(pathname) &&
    !pathname.includes('/wiki/spaces/')
  const name = isDataCenter ? joinedAnchor(title, joined) : anchor
  return `${pageUrl}#${encodeURIComponent(isReader ? id : name)}`
}

function isPageAddress(url: string): boolean {
  if (isKeptPageLink(url)) return true
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
