/** Finds the headings that links from other files name, and knows which one is the page's title. @module */
import type { DocumentHeadings } from '../../convert/anchors.ts'
import type { DocumentHeading } from '../../convert/headings.ts'
import { MarkdownLimitError } from '../../convert/markdown-limit-error.ts'
import { documentHeadings } from '../../convert/markdown-to-adf.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { MarkdownDocument } from '../documents/read-document.ts'
import type { PageNode } from '../plan/page-node.ts'
import { pageMarkdown } from './page-markdown.ts'

/** Finds a heading of a page; `top` for one that stands as the page's title. */
export type FindHeading = (
  node: PageNode,
  fragment: string,
) => Promise<DocumentHeading | 'top' | undefined>

interface HeadingLimits {
  readonly maxBodyBytes: number
  readonly removeTitleHeading: boolean
}

/** Headings of so many files are kept, as links to one file often come in a row. */
const keptPages = 100

/**
 * Make the finder.
 * @param read Reads documents.
 * @param limits What a request may hold, and whether headings that became titles are taken out.
 */
export function headingFinder(read: DocumentReader, limits: HeadingLimits): FindHeading {
  const kept = new Map<PageNode, Promise<PageHeadings>>()
  return async (node, fragment) => {
    let page = kept.get(node)
    if (page === undefined) {
      const [oldest] = kept.keys()
      if (kept.size >= keptPages && oldest !== undefined) kept.delete(oldest)
      page = readHeadings(node, read, limits)
      kept.set(node, page)
    }
    const { headings, removedLine } = await page
    const heading = headings?.find(fragment)
    return heading !== undefined && heading.line === removedLine ? 'top' : heading
  }
}

/**
 * Tell whether the heading that became the title goes: where the title says all of it, and something
 * is left to be a page.
 * @param node The page.
 * @param document Its file.
 * @param options Whether the user wants that.
 */
export function isTitleHeadingRemoved(
  { title }: PageNode,
  { markdown, bodyStart, titleHeading }: MarkdownDocument,
  { removeTitleHeading }: { readonly removeTitleHeading: boolean },
): boolean {
  if (!removeTitleHeading || !titleHeading?.isPlain || titleHeading.text !== title) return false
  const others = markdown.slice(bodyStart, titleHeading.start) + markdown.slice(titleHeading.end)
  return others.trim() !== ''
}

interface PageHeadings {
  readonly headings: DocumentHeadings | undefined
  readonly removedLine: number | undefined
}

async function readHeadings(
  node: PageNode,
  read: DocumentReader,
  limits: HeadingLimits,
): Promise<PageHeadings> {
  try {
    const document = read(node.path, await pageMarkdown(node, [], limits.maxBodyBytes))
    const isRemoved = isTitleHeadingRemoved(node, document, limits)
    return {
      headings: documentHeadings(document.markdown),
      removedLine: isRemoved ? document.titleHeading?.line : undefined,
    }
  } catch (error) {
    const isRefused = error instanceof DocumentError || error instanceof MarkdownLimitError
    if (!isRefused) throw error
    return { headings: undefined, removedLine: undefined }
  }
}
