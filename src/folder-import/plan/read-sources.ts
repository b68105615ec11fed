/** What the plan has to know of the files: their titles, and what their front matter says of their places. @module */

import type { DocumentReader } from '../documents/document-reader.ts'
import type { FrontMatter } from '../documents/front-matter.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { MarkdownFile } from '../files/find-markdown-files.ts'
import { DocumentError } from '../files/read-failure.ts'
import { folderOf } from '../files/tree-paths.ts'
import type { StandardInput, TitleSource } from '../folder-options.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { SourceFile } from './page-node.ts'

interface ReadingOptions {
  readonly maxBodyBytes: number
  /** Undefined takes the best title that there is. */
  readonly titleFrom: TitleSource | undefined
  /** Whether ids of pages count. */
  readonly pageIds: boolean
  readonly onNotice: OnPlanNotice
}

/**
 * Read the files of a tree.
 * @param options The most that one may have, and who hears of what is left out.
 * @returns What is to become a page: without files that say that they are none.
 */
export async function readSources(
  files: readonly MarkdownFile[],
  documents: DocumentReader,
  options: ReadingOptions,
): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = []
  /** What folders leave out is known once all files have been read. */
  const without = new Map<string, string>()
  for await (const group of loadInGroups(files, documents, options.maxBodyBytes)) {
    const read = (): readonly ReadSource[] =>
      group.map((loaded) => readSource(loaded, documents, options.titleFrom))
    for (const { source, frontMatter } of documents.watch.together(read) ?? read()) {
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

/** No two files have one page: a copy of a file has its id as well, and nobody knows which was meant. */
function tellApart(sources: readonly SourceFile[], pageIds: boolean): readonly SourceFile[] {
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

/** What says of a folder above that its files are no pages. */
function reasonFor(path: string, without: ReadonlyMap<string, string>): string | undefined {
  let folder = folderOf(path)
  while (folder !== '' && !without.has(folder)) folder = folderOf(folder)
  return without.get(folder)
}

interface LoadedFile extends MarkdownFile {
  readonly loaded: string | DocumentError
}

/** Files are read together whose texts have no more characters than this. */
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
  readonly source: SourceFile
  readonly frontMatter?: FrontMatter
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
    // A part of a text keeps all of it in memory; a copy does not.
    const facts = structuredClone(factsOf(document, titleFrom))
    return { source: { path, file, ...given, ...facts }, frontMatter: document.frontMatter }
  } catch (error) {
    return { source: { path, file, says: 'text', problem: toProblem(error).message } }
  }
}

function toProblem(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error
  throw error
}

const inputName = 'standard input'

/**
 * Read the text from standard input.
 * @param input The text, and the title that was given.
 * @param titleFrom Where else the title is taken from.
 */
export function inputSource(
  { title, markdown }: StandardInput,
  documents: DocumentReader,
  titleFrom: TitleSource | undefined,
): SourceFile {
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
): Omit<SourceFile, 'path' | 'file' | 'text' | 'problem'> {
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
): Pick<SourceFile, 'title' | 'navigationTitle' | 'isTitleFixed'> {
  if (titleFrom === undefined) return { title: title || titleHeading || undefined, navigationTitle }
  const sources = { 'front-matter': title, heading: firstHeading, 'file-name': undefined }
  return { title: sources[titleFrom] || undefined, isTitleFixed: true }
}
