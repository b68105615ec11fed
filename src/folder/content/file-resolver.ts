/** Attaches the files that links lead to, or points the links at the repository. @module */
import { basename } from 'node:path'
import { linkedFileUrl } from '../../convert/embedded-images/data-urls.ts'
import type { FileSystem, FindFile, FoundFile, ReadRefusal } from '../files/guarded-files.ts'
import { FileTooLargeError, isLfsPointer } from '../files/read-failure.ts'
import { isWithin, markdownEnding, pathFrom } from '../files/tree-paths.ts'
import { type NoticeCode, wordNotice } from '../notices.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { addressCandidates, isOfRepository, variants } from './address-candidates.ts'
import {
  addressOfSource,
  isOnWeb,
  type Link,
  linkToSource,
  type Resolution,
  type ResolveAddress,
  splitAddress,
} from './resolution.ts'

export type ResolveFile = (link: Link) => Promise<Resolution>

export function fileResolver(
  plan: FolderPlan,
  findFile: FindFile,
  maxFileBytes: number,
): ResolveFile {
  return async (link) => {
    const { path, line, candidates } = link
    // Web addresses work as they are.
    if (isOnWeb(path)) return { to: 'keep' }
    const file =
      (await findFile(candidates)) ??
      (await findFile(candidates.slice(0, maxPagePaths).flatMap(asPages)))
    const toSource = (code: NoticeCode): Resolution =>
      (file && linkToSource(plan, link, file)) ?? {
        to: 'keep',
        notice: wordNotice(code, path, line),
      }
    if (file === undefined) {
      const url = addressOnSite(plan, link)
      if (url !== undefined)
        return { to: 'replace', url, notice: wordNotice('link-to-site', path, line) }
      return toSource(isOfRepository(plan, candidates) ? 'link-missing' : 'link-outside')
    }
    const mayBeAttached = maxFileBytes > 0 && isAttachable(plan, file, link)
    if (!mayBeAttached) return toSource('link-outside')
    const url = await readFile(plan.fileSystem, file.file, maxFileBytes)
    if (url === 'file-too-large' || url === 'file-not-fetched') return toSource(url)
    if (url === undefined) return toSource('link-outside')
    const otherwise = toSource('file-too-large')
    return { to: 'replace', url, embeds: { path: pathFrom(plan.base, file.file), otherwise } }
  }
}

/**
 * The address on the web: the site may generate the page, or another site at its host may have it.
 * Addresses of Markdown files lead nowhere there.
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

/** Files of the tree are attached unless left out, and others only if they are visible nowhere else. */
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

/** @returns The file as a data URL, or the code of a notice; undefined if it is unreadable or empty. */
async function readFile(
  fileSystem: FileSystem,
  file: string,
  maxBytes: number,
): Promise<string | undefined> {
  try {
    const content = await fileSystem.readBytes(file, maxBytes)
    if (isLfsPointer(content)) return 'file-not-fetched'
    // Confluence accepts no empty files.
    return content.length === 0 ? undefined : linkedFileUrl(basename(file), Buffer.from(content))
  } catch (error) {
    return error instanceof FileTooLargeError ? 'file-too-large' : undefined
  }
}

export function imageResolver(
  plan: FolderPlan,
  findFile: FindFile,
  maxBodyBytes: number,
): ResolveAddress {
  return async (node, { url, line }) => {
    const { path } = splitAddress(url)
    const candidates = addressCandidates(plan, node.path, path)
    const file = await findFile(candidates)
    if (file === undefined) {
      if (isOnWeb(path)) return { to: 'keep' }
      const code = isOfRepository(plan, candidates) ? 'image-missing' : 'image-outside'
      return { to: 'keep', notice: wordNotice(code, path, line) }
    }
    const image = await plan.fileSystem.readImage(file.file, maxBodyBytes)
    const otherwise: Resolution = {
      to: 'describe',
      url: addressOfSource(plan, file),
      notice: wordNotice('image-too-large', path, line),
    }
    if (typeof image === 'object') {
      const embeds = { path: pathFrom(plan.base, file.file), otherwise }
      return { to: 'replace', url: image.url, embeds }
    }
    if (image === 'image-too-large') return otherwise
    return { to: 'keep', notice: wordNotice(codeOf(image), path, line) }
  }
}

function codeOf<Code extends NoticeCode>(image: Code | ReadRefusal): Code | `image-${ReadRefusal}` {
  return image === 'outside' || image === 'hidden' || image === 'ignored' ? `image-${image}` : image
}
