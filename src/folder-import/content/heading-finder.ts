/** Finds the headings that links from other files name; that of the title is the top of its page. @module */
import type { DocumentHeadings } from '../../convert/anchors.ts'
import type { DocumentHeading } from '../../convert/headings.ts'
import { MarkdownLimitError } from '../../convert/markdown-limit-error.ts'
import { documentHeadings } from '../../convert/markdown-to-adf.ts'
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { PageNode } from '../plan/page-node.ts'
import { pageMarkdown } from './page-markdown.ts'

/** Finds a heading of a page. */
export type FindHeading = (node: PageNode, fragment: string) => Promise<DocumentHeading | undefined>

interface HeadingLimits {
  readonly maxBodyBytes: number
  readonly keepTitleHeading: boolean
}

/** Headings of so many files are kept, as links to one file often come in a row. */
const keptPages = 100

/**
 * Make the finder.
 * @param documents Reads documents.
 * @param limits What a request may hold, and whether headings that became titles stay.
 */
export function headingFinder(documents: DocumentReader, limits: HeadingLimits): FindHeading {
  const kept = new Map<PageNode, Promise<DocumentHeadings | undefined>>()
  return async (node, fragment) => {
    let page = kept.get(node)
    if (page === undefined) {
      const [oldest] = kept.keys()
      if (kept.size >= keptPages && oldest !== undefined) kept.delete(oldest)
      page = readHeadings(node, documents, limits)
      kept.set(node, page)
    }
    return (await page)?.find(fragment)
  }
}

async function readHeadings(
  node: PageNode,
  documents: DocumentReader,
  { maxBodyBytes, keepTitleHeading }: HeadingLimits,
): Promise<DocumentHeadings | undefined> {
  try {
    const written = await pageMarkdown(node, node.lists ?? [], (file) =>
      documents.load(file, maxBodyBytes),
    )
    const markdown = documents.toMarkdown(node.path, written)
    return documents.watch.parse(markdown, () =>
      documentHeadings(markdown, keepTitleHeading ? {} : { title: node.title }),
    )
  } catch (error) {
    const isRefused = error instanceof DocumentError || error instanceof MarkdownLimitError
    if (!isRefused) throw error
    return undefined
  }
}
