/** Makes the request for each page of a plan, reading its file anew: only paths stay in memory. @module */
import { createHash } from 'node:crypto'
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { type AddressResolver, addressResolver, type UrlOf } from './address-resolver.ts'
import { headingFinder, isTitleHeadingRemoved } from './heading-finder.ts'
import { type LinkedContent, pageContent } from './page-content.ts'
import { pageLabels } from './page-labels.ts'
import { pageMarkdown } from './page-markdown.ts'

export interface BuiltPage extends LinkedContent {
  readonly labels: readonly string[] | undefined
  /** Of all that is sent of it. */
  readonly hash: string
}

export interface PageBuilder {
  /**
   * Build a page with the addresses that are known by now.
   * @throws {DocumentError} When its file cannot be sent.
   */
  build(node: PageNode): Promise<BuiltPage>
}

interface PageLimits {
  readonly maxBodyBytes: number
  readonly maxMarkdownBytes: number
  readonly removeTitleHeading: boolean
}

/**
 * Make the builder.
 * @param plan The files.
 * @param urlOf Tells the addresses of pages.
 * @param limits What a request may hold.
 * @param othersBelow Gives the pages below one that are no part of the plan.
 */
export function pageBuilder(
  plan: FolderPlan,
  urlOf: UrlOf,
  limits: PageLimits,
  othersBelow: (node: PageNode) => readonly PageNode[] = () => [],
): PageBuilder {
  const resolver = addressResolver(
    plan,
    urlOf,
    headingFinder(plan.read, limits),
    limits.maxBodyBytes,
  )
  return { build: (node) => build(node, othersBelow(node), { read: plan.read, resolver, limits }) }
}

async function build(
  node: PageNode,
  others: readonly PageNode[],
  {
    read,
    resolver,
    limits,
  }: {
    readonly read: DocumentReader
    readonly resolver: AddressResolver
    readonly limits: PageLimits
  },
): Promise<BuiltPage> {
  const document = read(node.path, await pageMarkdown(node, others, limits.maxBodyBytes))
  const { labels, notices } = pageLabels(document.frontMatter.labels)
  const embedded: { path: string; bytes: number }[] = []
  const content = await pageContent(document, {
    hasTitleHeading: !isTitleHeadingRemoved(node, document, limits),
    async resolve(address) {
      const resolution = await resolver.resolve(node, address)
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
