/** Reads titles and placement from the files. @module */

import { postedOn } from '../documents/blog-posts.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { FrontMatter } from '../documents/front-matter.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { MarkdownFile } from '../files/find-markdown-files.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf } from '../files/tree-paths.ts'
import type { StandardInput, TitleSource } from '../folder-options.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { FolderFile } from './page-node.ts'

interface ReadingOptions {
  readonly maxBodyBytes: number
  readonly titleFrom: TitleSource | undefined
  /** Whether page ids in files count. */
  readonly pageIds: boolean
  readonly onNotice: OnPlanNotice
  /** Receives the links of a file that begin with a slash. */
  readonly onRooted: (path: string, links: readonly string[]) => void
}

/**
 * Read the files of a tree.
 * @returns The sources of pages, without files that exclude themselves.
 */
export async function readSources(
  files: readonly MarkdownFile[],
  documents: DocumentReader,
  options: ReadingOptions,
): Promise<readonly FolderFile[]> {
  const found: FolderFile[] = []
  /** Folder-wide exclusions are complete only when all files were read. */
  const without = new Map<string, string>()
  for await (const group of loadInGroups(files, documents, options.maxBodyBytes)) {
    const read = (): readonly ReadSource[] =>
      group.map((loaded) => readSource(loaded, documents, options.titleFrom))
    for (const { source, frontMatter, rooted = [] } of documents.watch.together(read) ?? read()) {
      options.onRooted(source.path, rooted)
      const { isSkipped = false, leftOut, leavesOut } = frontMatter ?? {}
      if (leavesOut !== undefined) without.set(folderOf(source.path), leavesOut)
      if (isSkipped) continue
      if (leftOut === undefined) found.push(source)
      else options.onNotice(source.path, 'draft-left-out', leftOut)
    }
  }
  return tellApart(found, options.pageIds).filter(({ path }) => {
    const reason = without.size === 0 ? undefined : reasonFor(path, without)
    if (reason !== undefined) options.onNotice(path, 'draft-left-out', reason)
    return reason === undefined
  })
}

/**
 * Drop page ids that several files name: a copied file keeps its id, and the original is unknown.
 */
function tellApart(sources: readonly FolderFile[], pageIds: boolean): readonly FolderFile[] {
  if (!pageIds) return sources.map(({ pageId: _, ...source }) => source)
  const named = Map.groupBy(sources, ({ pageId }) => pageId)
  return sources.map((source) => {
    const { path, pageId } = source
    const other = pageId && named.get(pageId)?.find((one) => one.path !== path)
    if (!other) return source
    const problem = `This file and ${other.path} both name the page ${pageId}. Take the id out of one.`
    return { problem, ...source }
  })
}

/** Find a folder above whose page excludes its files. */
function reasonFor(path: string, without: ReadonlyMap<string, string>): string | undefined {
  let folder = folderOf(path)
  while (folder !== '' && !without.has(folder)) folder = folderOf(folder)
  return without.get(folder)
}

interface LoadedFile extends MarkdownFile {
  readonly loaded: string | DocumentError
}

/** The most characters of files that are read together. */
const maxTogether = 128 * 1024

async function* loadInGroups(
  files: readonly MarkdownFile[],
  documents: DocumentReader,
  maxBodyBytes: number,
): AsyncGenerator<readonly LoadedFile[]> {
  let group: LoadedFile[] = []
  let size = 0
  for (const one of files) {
    const loaded = one.text ?? (await documents.load(one.file, maxBodyBytes).catch(toProblem))
    const { length } = typeof loaded === 'string' ? loaded : ''
    if (size + length > maxTogether && group.length > 0) {
      yield group
      group = []
      size = 0
    }
    group.push({ ...one, loaded })
    size += length
  }
  if (group.length > 0) yield group
}

interface ReadSource {
  readonly source: FolderFile
  readonly frontMatter?: FrontMatter
  readonly rooted?: readonly string[]
}

function readSource(
  { path, file, text, loaded }: LoadedFile,
  documents: DocumentReader,
  titleFrom: TitleSource | undefined,
): ReadSource {
  try {
    if (typeof loaded !== 'string') throw loaded
    const document = documents.read(path, loaded)
    const given = text === undefined ? {} : { text }
    // A substring keeps the whole text in memory; a clone does not.
    const facts = structuredClone(factsOf(document, titleFrom))
    const rooted = structuredClone(rootedLinks(document))
    const posted = postedOn(path, document.frontMatter)
    const source = { path, file, ...given, ...facts, ...(posted && { postedOn: posted }) }
    return { source, frontMatter: document.frontMatter, rooted }
  } catch (error) {
    return { source: { path, file, says: 'text', problem: toProblem(error).message } }
  }
}

function rootedLinks({ addresses }: MarkdownDocument): string[] {
  const urls = addresses.flatMap(({ kind, url }) => (kind === 'link' ? [url] : []))
  return [...new Set(urls.filter((url) => /^\/[^/]/.test(url)))]
}

function toProblem(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error
  throw error
}

const inputName = 'standard input'

export function inputSource(
  { title, markdown }: StandardInput,
  documents: DocumentReader,
  titleFrom: TitleSource | undefined,
): FolderFile {
  const input = { path: inputName, file: inputName, text: markdown }
  const facts = factsOf(documents.read(inputName, markdown), titleFrom)
  const found = title || facts.title
  return {
    ...input,
    ...facts,
    title: found,
    navigationTitle: undefined,
    ...(found === undefined ? { problem: 'The page has no title. Give one with --title.' } : {}),
  }
}

function factsOf(
  document: MarkdownDocument,
  titleFrom: TitleSource | undefined,
): Omit<FolderFile, 'path' | 'file' | 'text' | 'problem'> {
  const { frontMatter, says } = document
  const { pageId, parent, grandparent, order, description, addresses, exported } = frontMatter
  return {
    ...titleOf(document, titleFrom),
    ...(pageId === undefined ? {} : { pageId }),
    ...(exported === undefined ? {} : { exported }),
    parent,
    grandparent,
    order,
    description,
    ...(addresses === undefined ? {} : { addresses }),
    says,
  }
}

function titleOf(
  { frontMatter: { title, navigationTitle }, titleHeading, firstHeading }: MarkdownDocument,
  titleFrom: TitleSource | undefined,
): Pick<FolderFile, 'title' | 'navigationTitle' | 'isTitleFixed'> {
  if (titleFrom === undefined) return { title: title || titleHeading || undefined, navigationTitle }
  const sources = { 'front-matter': title, heading: firstHeading, 'file-name': undefined }
  return { title: sources[titleFrom] || undefined, isTitleFixed: true }
}
