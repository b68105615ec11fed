/** Makes the request for each page of a plan, reading its file anew: only paths stay in memory. @module */
import { createHash } from 'node:crypto'
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentHeadings } from '../documents/document-headings.ts'
import { type MarkdownDocument, readDocument, readMarkdown } from '../documents/read-document.ts'
import { compareNames } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { type FolderLinks, folderLinks, type LinkTargets } from './address-resolver.ts'
import { listMarkdown } from './list-markdown.ts'
import { type PageContent, pageContent } from './page-content.ts'
import { pageLabels } from './page-labels.ts'

export interface BuiltPage extends PageContent {
  readonly labels: readonly string[] | undefined
  /** Of all that is sent of it. */
  readonly hash: string
}

export interface FolderPages {
  /**
   * Build a page with the addresses that are known by now.
   * @throws {DocumentError} When its file cannot be sent.
   */
  build(node: PageNode): Promise<BuiltPage>
}

export interface PageLimits {
  readonly maxBodyBytes: number
  readonly maxMarkdownBytes: number
  readonly removeTitleHeading: boolean
}

/** Headings of so many files are kept, as links to one file often come in a row. */
const keptHeadings = 100

/**
 * Make the builder.
 * @param plan The files.
 * @param urlOf Tells the addresses of pages.
 * @param limits What a request may hold.
 * @param othersBelow Gives the pages below one that are no part of the plan.
 */
export function folderPages(
  plan: FolderPlan,
  urlOf: LinkTargets['urlOf'],
  limits: PageLimits,
  othersBelow: (node: PageNode) => readonly PageNode[] = () => [],
): FolderPages {
  const headings = new Map<PageNode, Promise<KnownHeadings>>()
  const findHeading: LinkTargets['findHeading'] = async (node, fragment) => {
    let known = headings.get(node)
    if (known === undefined) {
      const [oldest] = headings.keys()
      if (headings.size >= keptHeadings && oldest !== undefined) headings.delete(oldest)
      known = readHeadings(node, limits)
      headings.set(node, known)
    }
    const { all, removedLine } = await known
    const heading = all?.find(fragment)
    return heading !== undefined && heading.line === removedLine ? 'top' : heading
  }
  const links = folderLinks(plan, { urlOf, findHeading }, limits.maxBodyBytes)
  return { build: (node) => build(node, othersBelow(node), links, limits) }
}

async function build(
  node: PageNode,
  others: readonly PageNode[],
  links: FolderLinks,
  limits: PageLimits,
): Promise<BuiltPage> {
  const document = readDocument(await readNode(node, others, limits.maxBodyBytes))
  const { labels, notices } = pageLabels(document.frontMatter.labels)
  const embedded: { path: string; bytes: number }[] = []
  const content = await pageContent(document, {
    hasTitleHeading: !isHeadingRemoved(node, document, limits),
    async resolve(address) {
      const resolution = await links.resolve(node, address)
      if (address.kind === 'image' && resolution.to === 'replace') {
        embedded.push({ path: address.url, bytes: resolution.url.length })
      }
      return resolution
    },
  })
  checkSize(node, content.content, embedded, limits)
  const sent = [node.title, content.content, ...(labels === undefined ? [] : [labels])]
  const hash = createHash('sha256').update(JSON.stringify(sent)).digest('hex')
  return { ...content, labels, notices: [...notices, ...content.notices], hash }
}

async function readNode(
  node: PageNode,
  others: readonly PageNode[],
  maxBodyBytes: number,
): Promise<string> {
  if (node.text !== undefined) return node.text
  const markdown = node.file === undefined ? '' : await readMarkdown(node.file, maxBodyBytes)
  if (markdown.trim() !== '') return markdown
  const below = [...node.children, ...others].sort((a, b) => compareNames(a.path, b.path))
  if (below.length > 0) return listMarkdown(node, below)
  throw new DocumentError(
    'There is no text in this file, and a page needs some. Exclude the file, or write it.',
  )
}

/** The heading goes where the title says all of it, and something is left to be a page. */
function isHeadingRemoved(
  { title }: PageNode,
  { markdown, bodyStart, titleHeading }: MarkdownDocument,
  { removeTitleHeading }: PageLimits,
): boolean {
  if (!removeTitleHeading || !titleHeading?.isPlain || titleHeading.text !== title) return false
  const others = markdown.slice(bodyStart, titleHeading.start) + markdown.slice(titleHeading.end)
  return others.trim() !== ''
}

interface KnownHeadings {
  readonly all: DocumentHeadings | undefined
  readonly removedLine: number | undefined
}

async function readHeadings(node: PageNode, limits: PageLimits): Promise<KnownHeadings> {
  try {
    const document = readDocument(await readNode(node, [], limits.maxBodyBytes))
    const isRemoved = isHeadingRemoved(node, document, limits)
    return {
      all: document.headings,
      removedLine: isRemoved ? document.titleHeading?.line : undefined,
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { all: undefined, removedLine: undefined }
  }
}

/** Ids, title and the JSON around the content; far more than they need. */
const envelopeBytes = 4_096

function checkSize(
  { title }: PageNode,
  content: string,
  embedded: readonly { path: string; bytes: number }[],
  { maxBodyBytes, maxMarkdownBytes }: PageLimits,
): void {
  if (content.trim() === '') {
    throw new DocumentError(
      'There is nothing but front matter in this file, and a page needs text. Write some, or say `markport: false`.',
    )
  }
  const images = embedded.reduce((sum, { bytes }) => sum + bytes, 0)
  const markdown = Buffer.byteLength(content) - images
  if (markdown > maxMarkdownBytes) {
    throw new DocumentError(
      `This file has ${markdown} bytes of Markdown, and a page may have ${maxMarkdownBytes} (--max-markdown). Split it.`,
    )
  }
  const body = Buffer.byteLength(JSON.stringify({ title, content })) + envelopeBytes
  if (body <= maxBodyBytes) return
  const [largest] = embedded.toSorted((a, b) => b.bytes - a.bytes)
  throw new DocumentError(
    largest === undefined
      ? `This file makes a request of ${body} bytes, and one may have ${maxBodyBytes} (--max-body). Split it.`
      : `With its images this file makes a request of ${body} bytes, and one may have ${maxBodyBytes} (--max-body). Make them smaller, first ${largest.path}.`,
  )
}
