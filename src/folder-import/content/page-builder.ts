/** Makes the request for each page of a plan, reading its file anew: only paths stay in memory. @module */
import { hash } from 'node:crypto'
import type { Address } from '../documents/address.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlannedTree } from '../plan/plan-tree.ts'
import { addressResolver, exportedResolver } from './exported-resolver.ts'
import type { UrlOf } from './link-resolver.ts'
import { type LinkedContent, pageContent, pageLabels } from './page-content.ts'
import { headingFinder, listedPages, pageMarkdown } from './page-markdown.ts'
import type { AddressResolver } from './resolution.ts'

export interface BuiltPage extends LinkedContent {
  readonly labels: readonly string[] | undefined
  /** Of all that is sent of it. */
  readonly hash: string
  /** Of what it is made of, whatever the addresses of other pages are. */
  readonly own: string
  /** Of the file; absent where there is none. */
  readonly source: string | undefined
  /** The files that links lead to and that travel with it, by their paths from the base. */
  readonly files: readonly string[]
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
  readonly maxFileBytes: number
  readonly keepTitleHeading: boolean
}

/**
 * Make the builder.
 * @param othersBelow Gives the pages below one that are no part of the plan.
 */
export function pageBuilder(
  plan: PlannedTree,
  urlOf: UrlOf,
  limits: PageLimits,
  othersBelow: (node: PageNode) => readonly PageNode[] = () => [],
): PageBuilder {
  const targets = { urlOf, findHeading: headingFinder(plan.documents, limits) }
  const resolver = plan.isExport
    ? exportedResolver(plan, urlOf, limits)
    : addressResolver(plan, targets, limits)
  return {
    async build(node) {
      const { documents, tree } = plan
      const listed = listedPages(node, othersBelow(node), tree.byPath)
      try {
        return await build(node, listed, { documents, resolver, limits })
      } catch (error) {
        if (error instanceof DocumentError) throw error
        const asIs = {
          ...documents,
          read: (_: string, text: string) => documents.takeAsIs(text, error),
        }
        return build(node, listed, { documents: asIs, resolver, limits })
      }
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
  const { linked: content, embedded } = await fitInto(limits, node, async (leftOut) => {
    const embedded: EmbeddedFile[] = []
    let bytes = 0
    const linked = await pageContent(document, {
      async resolve(address) {
        if (leftOut.has(address.url)) return resolver.leaveOut(node, address)
        // Some have to be left out: what comes behind is not read yet.
        if (bytes > limits.maxBodyBytes) return { to: 'keep' }
        const resolution = await resolver.resolve(node, address)
        if (resolution.to !== 'replace' || resolution.embeds === undefined) return resolution
        const { kind, url } = address
        embedded.push({
          ...{ kind, path: url, file: resolution.embeds, bytes: resolution.url.length },
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
    own: digest(
      JSON.stringify([title, document.markdown, ...rest, embedded.map((one) => one.digest)]),
    ),
    source: node.file === undefined ? undefined : digest(markdown),
    files: linkedFiles(embedded),
  }
}

export function digest(text: string): string {
  return hash('sha256', text)
}

interface EmbeddedFile extends Pick<Address, 'kind'> {
  /** As it is written. */
  readonly path: string
  /** Its path from the base. */
  readonly file: string
  readonly bytes: number
  readonly digest: string
}

function linkedFiles(embedded: readonly EmbeddedFile[]): string[] {
  const linked = embedded.filter(({ kind }) => kind === 'link')
  return [...new Set(linked.map(({ file }) => file))]
}

interface FittedContent {
  readonly linked: LinkedContent
  readonly embedded: readonly EmbeddedFile[]
}

/** Ids, title and the JSON around the content; far more than they need. */
const envelopeBytes = 4_096
/** In JSON, as in `\u0001`: most files are far too short to be counted. */
const maxBytesOfCharacter = 6

/** Make the content, without the largest images and files where a request cannot hold all. */
async function fitInto(
  { maxBodyBytes, maxMarkdownBytes }: PageLimits,
  { title }: PageNode,
  make: (leftOut: ReadonlySet<string>) => Promise<FittedContent>,
): Promise<FittedContent> {
  const leftOut = new Set<string>()
  for (;;) {
    const fitted = await make(leftOut)
    const { linked, embedded } = fitted
    checkMarkdown(linked.content, embedded, maxMarkdownBytes)
    const characters = title.length + linked.content.length
    if (characters * maxBytesOfCharacter + envelopeBytes <= maxBodyBytes) return fitted
    const body = Buffer.byteLength(JSON.stringify({ title, content: linked.content }))
    let excess = body + envelopeBytes - maxBodyBytes
    if (excess <= 0) return fitted
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
