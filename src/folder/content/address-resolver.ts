/**
 * Resolves the addresses of a page: to pages and their headings, to files that go with the page, or
 * to the repository.
 * @module
 */
import { basename, join } from 'node:path'
import { attachmentsFolder, foreignMark, mayNamePart } from '../../contract/export-files.ts'
import { type Address, titleInAddress } from '../../convert/addresses/address.ts'
import { joinedAnchor } from '../../convert/adf/heading-names.ts'
import { decodePart } from '../../convert/adf/node-text.ts'
import { isKeptPageLink } from '../../convert/adf/page-links.ts'
import { linkedFileUrl } from '../../convert/embedded-images/data-urls.ts'
import type { DocumentHeading } from '../../convert/headings.ts'
import type { FoundFile } from '../files/guarded-files.ts'
import { FileTooLargeError, isLfsPointer } from '../files/read-failure.ts'
import {
  folderOf,
  foldName,
  isWithin,
  joinPaths,
  markdownEnding,
  pathFrom,
} from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import { type NoticeCode, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { addressCandidates, isOfRepository, pageFinder, variants } from './address-candidates.ts'
import type { FindHeading } from './page-markdown.ts'
import { addressOfSource, isOnWeb, type Resolution, splitAddress } from './resolution.ts'

export type ResolveAddress = (node: PageNode, address: Address) => Promise<Resolution>

export type UrlOf = (target: PageNode, from: PageNode) => string | 'unknown' | 'none'

interface LinkTargets {
  readonly urlOf: UrlOf
  readonly findHeading: FindHeading
}

type FileLimits = Pick<FolderSettings, 'maxBodyBytes' | 'maxFileBytes'>

/** A link of a page, and the files that it may mean. */
interface Link {
  readonly node: PageNode
  readonly line: number
  readonly path: string
  readonly fragment: string
  readonly candidates: readonly string[]
}

export function addressResolver(
  plan: FolderPlan,
  targets: LinkTargets,
  limits: FileLimits,
): ResolveAddress {
  const tools = toolsFor(plan, targets, limits)
  return (node, address) =>
    (address.kind === 'image' ? resolveImage : resolveLink)(tools, node, address)
}

type Tools = ReturnType<typeof toolsFor>

function toolsFor(plan: FolderPlan, targets: LinkTargets, limits: FileLimits) {
  return {
    plan,
    ...targets,
    ...limits,
    findFile: plan.fileSystem.find,
    findPage: pageFinder(plan),
    findTitle: titleFinder(plan),
  }
}

async function resolveLink(
  tools: Tools,
  node: PageNode,
  { url, line }: Address,
): Promise<Resolution> {
  const title = titleInAddress(url)
  if (title !== undefined) {
    const target = tools.findTitle(title)
    const link = { node, line, path: url, fragment: '', candidates: [] }
    return target === undefined ? kept('link-missing', url, line) : toPage(tools, link, target)
  }
  const { path, fragment } = splitAddress(url)
  const candidates = addressCandidates(tools.plan, node.path, path)
  const link = { node, line, path, fragment, candidates }
  const target = path === '' ? node : tools.findPage(candidates)
  if (target !== undefined) return toPage(tools, link, target)
  return isKeptPageLink(url) ? { to: 'keep' } : toFile(tools, link)
}

/** The address stays as it is written. */
function kept(code: NoticeCode, detail: string, line: number): Resolution {
  return { to: 'keep', notice: wordNotice(code, detail, line) }
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
  { plan, urlOf, findHeading }: Tools,
  link: Link,
  target: PageNode,
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
    return toSource() ?? kept('link-not-imported', path, line)
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

/** Attach the file that a link leads to, or point the link at the repository. */
async function toFile({ plan, findFile, maxFileBytes }: Tools, link: Link): Promise<Resolution> {
  const { path, line, candidates } = link
  // Web addresses work as they are.
  if (isOnWeb(path)) return { to: 'keep' }
  const file = findFile(candidates) ?? findFile(candidates.slice(0, maxPagePaths).flatMap(asPages))
  if (file === undefined) {
    const url = addressOnSite(plan, link)
    if (url === undefined)
      return kept(isOfRepository(plan, candidates) ? 'link-missing' : 'link-outside', path, line)
    return { to: 'replace', url, notice: wordNotice('link-to-site', path, line) }
  }
  const toSource = (code: NoticeCode): Resolution =>
    linkToSource(plan, link, file) ?? kept(code, path, line)
  if (maxFileBytes === 0 || !isAttachable(plan, file, link)) return toSource('link-outside')
  try {
    const content = await plan.fileSystem.readBytes(file.file, maxFileBytes)
    if (isLfsPointer(content)) return toSource('file-not-fetched')
    // Confluence accepts no empty files.
    if (content.length === 0) return toSource('link-outside')
    return attached(plan, file.file, content, toSource('file-too-large'))
  } catch (error) {
    return toSource(error instanceof FileTooLargeError ? 'file-too-large' : 'link-outside')
  }
}

function attached(
  { base }: FolderPlan,
  file: string,
  content: Uint8Array,
  otherwise: Resolution,
): Resolution {
  const url = linkedFileUrl(basename(file), Buffer.from(content))
  return { to: 'replace', url, embeds: { path: pathFrom(base, file), otherwise } }
}

/** A link to a file that is visible in the repository; undefined for other files. */
function linkToSource(
  plan: FolderPlan,
  { line, path, fragment }: Link,
  file: FoundFile,
): Resolution | undefined {
  const url = addressOfSource(plan, file, fragment)
  if (url === undefined) return undefined
  return { to: 'replace', url, notice: wordNotice('link-to-source', path, line) }
}

/**
 * Gives the web address of a link from the site's root that no file answers: the site's generator may
 * make that page, or another site on the same host may have it. Links to Markdown files get none.
 */
function addressOnSite({ sites }: FolderPlan, { node, path, fragment }: Link): string | undefined {
  const { addresses, dialects } = sites.of(node.path)
  const site = addresses.find(isOnWeb)
  if (site === undefined || !path.startsWith('/') || !URL.canParse(site)) return undefined
  if (markdownEnding.test(path)) return undefined
  const { origin } = new URL(site)
  // Docusaurus puts its base before addresses from the root; its documents are further below.
  const [top = site] = addresses.filter(isOnWeb).sort((a, b) => a.length - b.length)
  const base = dialects[0] === 'docusaurus' && URL.canParse(top) ? new URL(top).pathname : '/'
  const start = path.startsWith(base) ? origin : origin + base.replace(/\/$/, '')
  const hash = fragment === '' ? '' : `#${fragment}`
  return start + path.split('/').map(encodeURIComponent).join('/') + hash
}

/** Only the likeliest places of a page are looked up under all possible endings. */
const maxPagePaths = 50

/** The files that a page outside of the import may have. */
function asPages(candidate: string): string[] {
  return variants(candidate.replace(/[\\/]+$/, ''))
}

/**
 * Tells whether a linked file goes with the page. Files of the imported folder do, unless they were left
 * out; other files of the repository only if no website or forge shows them.
 */
function isAttachable(
  plan: FolderPlan,
  { file, isFolder }: FoundFile,
  { node, fragment }: Link,
): boolean {
  const { base, repository, files, sites, sourceUrl } = plan
  if (isFolder || markdownEnding.test(file) || !isWithin(file, repository)) return false
  // Only a forge can show line anchors.
  if (sourceUrl !== undefined && /^L\d/.test(fragment)) return false
  if (isWithin(file, base)) return files.has(pathFrom(base, file))
  return (
    sourceUrl === undefined ||
    sites.of(node.path).rootFolders.some((folder) => isWithin(file, folder))
  )
}

async function resolveImage(
  { plan, findFile, maxBodyBytes }: Tools,
  node: PageNode,
  { url, line }: Address,
): Promise<Resolution> {
  const { path } = splitAddress(url)
  const candidates = addressCandidates(plan, node.path, path)
  const file = findFile(candidates)
  if (file !== undefined) return toImage(plan, file, { path, line, maxBodyBytes })
  if (isOnWeb(path)) return { to: 'keep' }
  return kept(isOfRepository(plan, candidates) ? 'image-missing' : 'image-outside', path, line)
}

async function toImage(
  plan: FolderPlan,
  file: FoundFile,
  { path, line, maxBodyBytes }: Pick<Link, 'path' | 'line'> & Pick<FileLimits, 'maxBodyBytes'>,
): Promise<Resolution> {
  const image = await plan.fileSystem.readImage(file.file, maxBodyBytes)
  const notice = wordNotice('image-too-large', path, line)
  const otherwise: Resolution = { to: 'describe', url: addressOfSource(plan, file), notice }
  if (typeof image === 'object') {
    const embeds = { path: pathFrom(plan.base, file.file), otherwise }
    return { to: 'replace', url: image.url, embeds }
  }
  return image === 'image-too-large' ? otherwise : kept(image, path, line)
}

/** Resolves addresses of an export to its own pages, images and files; other addresses stay. */
export function exportedResolver(
  plan: FolderPlan,
  urlOf: UrlOf,
  { maxBodyBytes }: FileLimits,
): ResolveAddress {
  const toExportedFile = async (
    path: string,
    { kind, url, line }: Address,
  ): Promise<Resolution> => {
    const file = join(plan.base, path)
    if (kind === 'image')
      return toImage(plan, { file, isFolder: false }, { path: url, line, maxBodyBytes })
    try {
      const content = await plan.fileSystem.readBytes(file, Number.POSITIVE_INFINITY)
      return attached(plan, file, content, kept('file-too-large', url, line))
    } catch {
      return kept('link-missing', url, line)
    }
  }
  return async (node, address) => {
    const { url, line } = address
    if (url.startsWith(foreignMark)) return { to: 'replace', url: url.slice(foreignMark.length) }
    if (!mayNamePart(url)) return { to: 'keep' }
    const path = joinPaths(folderOf(node.path), decodePart(url.replace(/#.*$/s, '')))
    const target = path && plan.tree.byPath.get(path.normalize('NFC'))
    if (!target)
      return path?.startsWith(`${attachmentsFolder}/`)
        ? toExportedFile(path, address)
        : { to: 'keep' }
    const pageUrl = urlOf(target, node)
    if (pageUrl === 'unknown') return { to: 'await' }
    if (pageUrl === 'none') return kept('link-not-imported', url, line)
    return { to: 'replace', url: pageUrl + (/#.*$/s.exec(url)?.[0] ?? '') }
  }
}
