/** Makes the request for each page of a plan, reading its file anew: only paths stay in memory. @module */
import { hash } from 'node:crypto'
import { DocumentError } from '../documents/document-error.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlannedTree } from '../plan/plan-tree.ts'
import { addressResolver } from './address-resolver.ts'
import { headingFinder } from './heading-finder.ts'
import type { UrlOf } from './link-resolver.ts'
import { type LinkedContent, pageContent } from './page-content.ts'
import { pageLabels } from './page-labels.ts'
import { listedPages, pageMarkdown } from './page-markdown.ts'
import type { AddressResolver } from './resolution.ts'

export interface BuiltPage extends LinkedContent {
  readonly labels: readonly string[] | undefined
  /** Of all that is sent of it. */
  readonly hash: string
  /** Of the file; absent where there is none. */
  readonly source: string | undefined
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
  readonly keepTitleHeading: boolean
}

/**
 * Make the builder.
 * @param urlOf Tells the addresses of pages.
 * @param othersBelow Gives the pages below one that are no part of the plan.
 */
export function pageBuilder(
  plan: PlannedTree,
  urlOf: UrlOf,
  limits: PageLimits,
  othersBelow: (node: PageNode) => readonly PageNode[] = () => [],
): PageBuilder {
  const targets = { urlOf, findHeading: headingFinder(plan.documents, limits) }
  const resolver = addressResolver(plan, targets, limits.maxBodyBytes)
  return {
    build(node) {
      const listed = listedPages(node, othersBelow(node), plan.tree.byPath)
      return build(node, listed, { documents: plan.documents, resolver, limits })
    },
  }
}

async function build(
  node: PageNode,
  listed: readonly PageNode[],
  {
    documents,
    resolver,
    limits,
  }: {
    readonly documents: DocumentReader
    readonly resolver: AddressResolver
    readonly limits: PageLimits
  },
): Promise<BuiltPage> {
  const markdown = await pageMarkdown(node, listed, (file) =>
    documents.load(file, limits.maxBodyBytes),
  )
  const document = documents.read(node.path, markdown)
  const { labels, notices } = pageLabels(document.frontMatter.labels)
  const content = await fitInto(limits, node, async (leftOut) => {
    const embedded: EmbeddedImage[] = []
    const linked = await pageContent(document, {
      async resolve(address) {
        if (leftOut.has(address.url)) return resolver.leaveOut(node, address)
        const resolution = await resolver.resolve(node, address)
        if (address.kind === 'image' && resolution.to === 'replace') {
          embedded.push({ path: address.url, bytes: resolution.url.length })
        }
        return resolution
      },
    })
    return { linked, embedded }
  })
  const { title, navigationTitle, position } = node
  const sent = [
    ...[title, content.content, ...(labels === undefined ? [] : [labels])],
    ...(limits.keepTitleHeading ? ['with its title heading'] : []),
    ...(position === undefined ? [] : [position]),
    ...(navigationTitle === undefined ? [] : [{ navigationTitle }]),
  ]
  return {
    ...content,
    labels,
    notices: [...notices, ...content.notices],
    hash: digest(JSON.stringify(sent)),
    source: node.file === undefined ? undefined : digest(markdown),
  }
}

/** Digest a text. */
export function digest(text: string): string {
  return hash('sha256', text)
}

interface EmbeddedImage {
  /** As it is written. */
  readonly path: string
  readonly bytes: number
}

/** Ids, title and the JSON around the content; far more than they need. */
const envelopeBytes = 4_096
/** In JSON, as in `\u0001`: most files are far too short to be counted. */
const maxBytesOfCharacter = 6

/** Make the content, without the largest images where a request cannot hold all. */
async function fitInto(
  { maxBodyBytes, maxMarkdownBytes }: PageLimits,
  { title }: PageNode,
  make: (leftOut: ReadonlySet<string>) => Promise<{
    readonly linked: LinkedContent
    readonly embedded: readonly EmbeddedImage[]
  }>,
): Promise<LinkedContent> {
  const leftOut = new Set<string>()
  for (;;) {
    const { linked, embedded } = await make(leftOut)
    checkMarkdown(linked.content, embedded, maxMarkdownBytes)
    const characters = title.length + linked.content.length
    if (characters * maxBytesOfCharacter + envelopeBytes <= maxBodyBytes) return linked
    const body = Buffer.byteLength(JSON.stringify({ title, content: linked.content }))
    let excess = body + envelopeBytes - maxBodyBytes
    if (excess <= 0) return linked
    if (embedded.length === 0) {
      throw new DocumentError(
        `This file makes a request of ${body} bytes, and one may have ${maxBodyBytes} (--max-body). Split it.`,
      )
    }
    for (const { path, bytes } of embedded.toSorted((a, b) => b.bytes - a.bytes)) {
      if (excess <= 0) break
      leftOut.add(path)
      excess -= bytes
    }
  }
}

function checkMarkdown(
  content: string,
  embedded: readonly EmbeddedImage[],
  maxMarkdownBytes: number,
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
}
