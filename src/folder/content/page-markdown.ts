/** Gives the Markdown of a page: its file's text, or a list of links. @module */
import type { DocumentHeadings } from '../../convert/anchors.ts'
import type { DocumentHeading } from '../../convert/headings.ts'
import { documentHeadings } from '../../convert/markdown-to-page.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { compareNames, folderOf, relativePath } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'

/** A page without text gets links to the pages that it lists. */
export async function pageMarkdown(
  node: PageNode,
  listedNodes: readonly PageNode[],
  load: (file: string) => Promise<string>,
): Promise<string> {
  const { file, lists } = node
  const source = file === undefined ? '' : await load(file)
  if (lists === undefined) return source
  const content = listMarkdown(node, listedNodes) || wordsOf(node)
  return source.trim() === '' ? content : `${source}\n\n${content}`
}

/** @param pagesBelow Pages below this page that are not in the import; they come last, by title. */
export function listedPages(
  { lists = [] }: PageNode,
  pagesBelow: readonly PageNode[],
  byPath: ReadonlyMap<string, PageNode>,
): readonly PageNode[] {
  const listedNodes = lists.filter(({ path }) => byPath.has(path.normalize('NFC')))
  const paths = new Set(listedNodes.map(({ path }) => path))
  const rest = pagesBelow.filter(({ path }) => !paths.has(path))
  return [...listedNodes, ...rest.toSorted((a, b) => compareNames(a.title, b.title))]
}

function listMarkdown({ path }: PageNode, nodes: readonly PageNode[]): string {
  return nodes
    .map(
      (child) =>
        `- [${escapeText(child.title)}](${addressOf(relativePath(folderOf(path), child.path))})\n`,
    )
    .join('')
}

/** Percent-encode parentheses: angle brackets around the address would be a tag in some dialects. */
function addressOf(path: string): string {
  return path.replaceAll('(', '%28').replaceAll(')', '%29')
}

/** The service refuses empty content, so an empty page gets this invisible comment. */
const nothingToSee = '[//]: # "empty"\n'

function wordsOf({ description }: PageNode): string {
  return description === undefined ? nothingToSee : `${escapeText(description)}\n`
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+.!|~$:&@^=-]/g, '\\$&')
}

/** Escape a text, but keep its links to the web. Links within the site become plain words. */
export function escapeLinkedText(text: string): string {
  return text.replace(
    /\[([^\][]{1,200})\]\(([^()\s]{1,500})\)|\[|[^[]+/g,
    (whole, words?: string, address = '') => {
      const escaped = escapeText(words ?? whole)
      return words !== undefined && /^https?:/.test(address) ? `[${escaped}](${address})` : escaped
    },
  )
}

export type FindHeading = (node: PageNode, fragment: string) => Promise<DocumentHeading | undefined>

const maxPages = 100

export function headingFinder(documents: DocumentReader, keepTitleHeading: boolean): FindHeading {
  const pages = new Map<PageNode, Promise<DocumentHeadings | undefined>>()
  return async (node, fragment) => {
    let page = pages.get(node)
    if (page === undefined) {
      const [oldest] = pages.keys()
      if (pages.size >= maxPages && oldest !== undefined) pages.delete(oldest)
      page = readHeadings(node, documents, keepTitleHeading)
      pages.set(node, page)
    }
    return (await page)?.find(fragment)
  }
}

async function readHeadings(
  node: PageNode,
  documents: DocumentReader,
  keepTitleHeading: boolean,
): Promise<DocumentHeadings | undefined> {
  try {
    const source = await pageMarkdown(node, node.lists ?? [], documents.load)
    const { markdown } = documents.read(node.path, source)
    return documents.watch.parse(markdown, () =>
      documentHeadings(markdown, keepTitleHeading ? {} : { title: node.title }),
    )
  } catch {
    // That page's own import reports the error; this link only loses its anchor.
    return undefined
  }
}
