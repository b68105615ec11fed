/** Reads titles and placement from the files. @module */

import { postedOn } from '../documents/blog-posts.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { MarkdownFile } from '../files/find-markdown-files.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf } from '../files/tree-paths.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { FolderFile } from './page-node.ts'

interface ReadingOptions {
  /** Whether page ids in files count. */
  readonly pageIds: boolean
  readonly onNotice: OnPlanNotice
  /** Receives the links of a file that begin with a slash. */
  readonly onRooted: (path: string, links: readonly string[]) => void
}

export async function readSources(
  files: readonly MarkdownFile[],
  documents: DocumentReader,
  options: ReadingOptions,
): Promise<readonly FolderFile[]> {
  const sources: FolderFile[] = []
  /** Folder-wide exclusions are complete only when all files were read. */
  const exclusions = new Map<string, string>()
  for (const file of files) {
    const { source, rooted } = await readSource(file, documents)
    options.onRooted(source.path, rooted)
    const { isSkipped, leftOut, leavesOut } = source
    if (leavesOut !== undefined) exclusions.set(folderOf(source.path), leavesOut)
    if (isSkipped) continue
    if (leftOut === undefined) sources.push(source)
    else options.onNotice(source.path, 'draft-left-out', leftOut)
  }
  return refuseSharedIds(sources, options.pageIds).filter(({ path }) => {
    const reason = exclusions.size === 0 ? undefined : reasonFor(path, exclusions)
    if (reason !== undefined) options.onNotice(path, 'draft-left-out', reason)
    return reason === undefined
  })
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
): Promise<{ readonly source: FolderFile; readonly rooted: readonly string[] }> {
  try {
    const document = documents.read(path, await documents.load(file))
    // A substring keeps the whole text in memory; a clone does not.
    return structuredClone({
      source: { path, file, ...factsOf(path, document) },
      rooted: rootedLinks(document),
    })
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { source: { path, file, says: 'text', problem: error.message }, rooted: [] }
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
