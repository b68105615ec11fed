/** Reads titles and placement from the files. @module */

import { postedOn } from '../documents/blog-posts.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { MarkdownFile } from '../files/find-markdown-files.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf } from '../files/tree-paths.ts'
import type { Sites } from '../site/find-sites.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { FolderFile } from './page-node.ts'

interface ReadingOptions {
  readonly documents: DocumentReader
  readonly sites: Sites
  /** Whether page ids in files count. */
  readonly pageIds: boolean
  readonly onNotice: OnPlanNotice
}

/** So many links are enough to guess the root that most of them use. */
const maxRooted = 2_000

/** @returns The files, and the links that begin with a slash, each with the path of a file. */
export async function readSources(
  files: readonly MarkdownFile[],
  { documents, sites, pageIds, onNotice }: ReadingOptions,
) {
  const sources: FolderFile[] = []
  const rooted = new Map<string, string>()
  /** Folder-wide exclusions are complete only when all files were read. */
  const exclusions = new Map<string, string>()
  for (const file of files) {
    const { source, links } = await readSource(file, documents)
    const { path, isSkipped, leftOut, leavesOut } = source
    for (const link of links) if (rooted.size < maxRooted) rooted.set(link, path)
    if (leavesOut !== undefined) exclusions.set(folderOf(path), leavesOut)
    if (isSkipped) continue
    if (leftOut !== undefined) onNotice(path, 'draft-left-out', leftOut)
    else sources.push({ ...source, isFolderPage: sites.of(path).isFolderPage(path) })
  }
  const pages = refuseSharedIds(sources, pageIds).filter(({ path }) => {
    const reason = exclusions.size === 0 ? undefined : reasonFor(path, exclusions)
    if (reason !== undefined) onNotice(path, 'draft-left-out', reason)
    return reason === undefined
  })
  return { sources: pages, rooted }
}

/** Refuse page ids that several files name: a copied file keeps its id, and the original is unknown. */
function refuseSharedIds(sources: readonly FolderFile[], pageIds: boolean): readonly FolderFile[] {
  if (!pageIds) return sources.map(({ pageId: _, ...source }) => source)
  const byPageId = Map.groupBy(sources, ({ pageId }) => pageId)
  return sources.map((source) => {
    const { path, pageId } = source
    const sibling = pageId && byPageId.get(pageId)?.find((source) => source.path !== path)
    if (!sibling) return source
    const problem = `This file and ${sibling.path} both name the page ${pageId}. Take the id out of one.`
    return { problem, ...source }
  })
}

function reasonFor(path: string, exclusions: ReadonlyMap<string, string>): string | undefined {
  let folder = folderOf(path)
  while (folder !== '' && !exclusions.has(folder)) folder = folderOf(folder)
  return exclusions.get(folder)
}

async function readSource(
  { path, file }: MarkdownFile,
  documents: DocumentReader,
): Promise<{ readonly source: FolderFile; readonly links: readonly string[] }> {
  try {
    const document = documents.read(path, await documents.load(file))
    // A substring keeps the whole text in memory; a clone does not.
    return structuredClone({
      source: { path, file, ...factsOf(path, document) },
      links: rootedLinks(document),
    })
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { source: { path, file, says: 'text', problem: error.message }, links: [] }
  }
}

function rootedLinks({ addresses }: MarkdownDocument): string[] {
  const urls = addresses.flatMap(({ kind, url }) => (kind === 'link' ? [url] : []))
  return [...new Set(urls.filter((url) => /^\/[^/]/.test(url)))]
}

function factsOf(
  path: string,
  { frontMatter, titleHeading, says }: MarkdownDocument,
): Omit<FolderFile, 'path' | 'file'> {
  const { labels: _labels, notices: _notices, ...fields } = frontMatter
  const title = fields.title || titleHeading || undefined
  return { ...fields, title, says, postedOn: postedOn(path, fields) }
}
