/** What the plan has to know of each file: its title, and what its front matter says of its place. @module */
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { MarkdownFile } from '../files/find-markdown-files.ts'
import { folderOf } from '../files/tree-paths.ts'
import type { StandardInput, TitleSource } from '../folder-options.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import type { SourceFile } from './page-node.ts'

interface ReadingOptions {
  readonly maxBodyBytes: number
  /** Undefined takes the best title that there is. */
  readonly titleFrom: TitleSource | undefined
  readonly onNotice: OnPlanNotice
  /** Hears of a folder whose files are no pages, and of what says so. */
  onLeavingOut(folder: string, reason: string): void
}

/**
 * Read a file.
 * @param documents Reads documents.
 * @param options The most that it may have, and who hears of what is left out.
 * @returns Nothing for a file that says that it is no page.
 */
export async function readSource(
  { path, file, text }: MarkdownFile,
  documents: DocumentReader,
  { maxBodyBytes, titleFrom, onNotice, onLeavingOut }: ReadingOptions,
): Promise<readonly SourceFile[]> {
  let document: MarkdownDocument
  try {
    document = documents.read(path, text ?? (await documents.load(file, maxBodyBytes)))
  } catch (error) {
    return [{ path, file, says: 'text', problem: messageOf(error) }]
  }
  const { isSkipped, leftOut, leavesOut } = document.frontMatter
  if (leavesOut !== undefined) onLeavingOut(folderOf(path), leavesOut)
  if (leftOut !== undefined && !isSkipped) onNotice(path, 'draft-left-out', leftOut)
  if (isSkipped || leftOut !== undefined) return []
  const given = text === undefined ? {} : { text }
  // A part of a text keeps all of it in memory; a copy does not.
  return [{ path, file, ...given, ...structuredClone(factsOf(document, titleFrom)) }]
}

const inputName = 'standard input'

/**
 * Read the text from standard input.
 * @param input The text, and the title that was given.
 * @param documents Reads documents.
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

function messageOf(error: unknown): string {
  if (error instanceof DocumentError) return error.message
  throw error
}

function factsOf(
  document: MarkdownDocument,
  titleFrom: TitleSource | undefined,
): Omit<SourceFile, 'path' | 'file' | 'text' | 'problem'> {
  const { frontMatter, says } = document
  const { parent, grandparent, order, description, addresses } = frontMatter
  return {
    ...titleOf(document, titleFrom),
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
