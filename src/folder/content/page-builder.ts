/**
 * Builds the request of each page, reading its file anew, so that only paths stay in memory.
 * @module
 */
import { hash } from 'node:crypto'
import type { Address } from '../documents/address.ts'
import { type LineOfPost, postLines } from '../documents/blog-posts.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlannedTree } from '../plan/plan-tree.ts'
import { addressResolver, exportedResolver } from './exported-resolver.ts'
import type { UrlOf } from './link-resolver.ts'
import { type LinkedContent, pageContent, pageLabels } from './page-content.ts'
import { escapeText, headingFinder, listedPages, pageMarkdown } from './page-markdown.ts'
import type { AddressResolver } from './resolution.ts'

export interface BuiltPage extends LinkedContent {
  readonly labels: readonly string[] | undefined
  readonly hash: string
  /** Hash of the page's own content, independent of other pages' addresses. */
  readonly contentHash: string
  /** Hash of the file; undefined without one. */
  readonly source: string | undefined
  /** Linked files that are sent along, by path from the base. */
  readonly files: readonly string[]
}

export interface PageBuilder {
  build(node: PageNode): Promise<BuiltPage>
}

interface PageLimits {
  readonly maxBodyBytes: number
  readonly maxMarkdownBytes: number
  readonly maxFileBytes: number
  readonly keepTitleHeading: boolean
}

export function pageBuilder(
  plan: PlannedTree,
  urlOf: UrlOf,
  limits: PageLimits,
  pagesOutsidePlan: (node: PageNode) => readonly PageNode[] = () => [],
): PageBuilder {
  const targets = { urlOf, findHeading: headingFinder(plan.documents, limits) }
  const resolver = plan.isExport
    ? exportedResolver(plan, urlOf, limits)
    : addressResolver(plan, targets, limits)
  const lineOfPost = postLines(plan.base, plan.fileSystem)
  return {
    async build(node) {
      const { documents, tree } = plan
      const listedNodes = listedPages(node, pagesOutsidePlan(node), tree.byPath)
      try {
        return await build(node, listedNodes, { documents, resolver, limits, lineOfPost })
      } catch (error) {
        if (error instanceof DocumentError) throw error
        const fallbackReader = {
          ...documents,
          read: (_: string, text: string) => documents.takeAsIs(text, error),
        }
        return build(node, listedNodes, { documents: fallbackReader, resolver, limits, lineOfPost })
      }
    },
  }
}

async function build(
  node: PageNode,
  listedNodes: readonly PageNode[],
  {
    documents,
    resolver,
    limits,
    lineOfPost,
  }: {
    readonly documents: DocumentReader
    readonly resolver: AddressResolver
    readonly limits: PageLimits
    readonly lineOfPost: LineOfPost
  },
): Promise<BuiltPage> {
  const markdown = await pageMarkdown(node, listedNodes, (file) =>
    documents.load(file, limits.maxBodyBytes),
  )
  const document = documents.read(node.path, markdown)
  const { labels, notices } = pageLabels(document.frontMatter.labels)
  const postLine = node.exported ? undefined : lineOfPost(node.path, document.frontMatter)
  const line = postLine === undefined ? undefined : `*${escapeText(postLine)}*`
  const { linked: content, embedded } = await fitInto(limits, node, async (leftOut) => {
    const embedded: EmbeddedFile[] = []
    let bytes = 0
    const linked = await pageContent(document, {
      line,
      async resolve(address) {
        if (leftOut.has(address.url)) return resolver.leaveOut(node, address)
        if (bytes > limits.maxBodyBytes) return { to: 'keep' }
        const resolution = await resolver.resolve(node, address)
        if (resolution.to !== 'replace' || resolution.embeds === undefined) return resolution
        const { kind, url } = address
        embedded.push({
          kind,
          path: url,
          file: resolution.embeds,
          bytes: resolution.url.length,
          digest: digest(resolution.url),
        })
        bytes += resolution.url.length
        return resolution
      },
    })
    return { linked, embedded }
  })
  const { title, navigationTitle, position, exported } = node
  const rest = [
    ...(line === undefined ? [] : [line]),
    ...(labels === undefined ? [] : [labels]),
    ...(limits.keepTitleHeading || exported?.keepsTitleHeading ? ['with its title heading'] : []),
    ...(position === undefined ? [] : [position]),
    ...(navigationTitle === undefined ? [] : [{ navigationTitle }]),
  ]
  return {
    ...content,
    labels,
    notices: [...notices, ...content.notices],
    hash: digest(JSON.stringify([title, content.content, ...rest])),
    contentHash: digest(
      JSON.stringify([title, document.markdown, ...rest, embedded.map((file) => file.digest)]),
    ),
    source: node.file === undefined ? undefined : digest(markdown),
    files: linkedFiles(embedded),
  }
}

export function digest(text: string): string {
  return hash('sha256', text)
}

interface EmbeddedFile extends Pick<Address, 'kind'> {
  readonly path: string
  readonly file: string
  readonly bytes: number
  readonly digest: string
}

function linkedFiles(embedded: readonly EmbeddedFile[]): string[] {
  const links = embedded.filter(({ kind }) => kind === 'link')
  return [...new Set(links.map(({ file }) => file))]
}

interface PageParts {
  readonly linked: LinkedContent
  readonly embedded: readonly EmbeddedFile[]
}

/** Generous room for ids, title and the JSON around the content. */
const envelopeBytes = 4_096
/** The longest JSON escape, `\u0001`. Most files are too short to need an exact count. */
const maxBytesOfCharacter = 6

/** Leaves out the largest images and files where the request would exceed its limit. */
async function fitInto(
  { maxBodyBytes, maxMarkdownBytes }: PageLimits,
  { title }: PageNode,
  make: (leftOut: ReadonlySet<string>) => Promise<PageParts>,
): Promise<PageParts> {
  const leftOut = new Set<string>()
  for (;;) {
    const parts = await make(leftOut)
    const { linked, embedded } = parts
    checkMarkdown(linked.content, embedded, maxMarkdownBytes)
    const characters = title.length + linked.content.length
    if (characters * maxBytesOfCharacter + envelopeBytes <= maxBodyBytes) return parts
    const body = Buffer.byteLength(JSON.stringify({ title, content: linked.content }))
    let excess = body + envelopeBytes - maxBodyBytes
    if (excess <= 0) return parts
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
  embedded: readonly EmbeddedFile[],
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
