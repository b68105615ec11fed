/**
 * Builds the request of each page, reading its file anew, so that only paths stay in memory.
 * @module
 */
import { hash } from 'node:crypto'
import type { Address } from '../../convert/addresses/address.ts'
import { lineOfPost } from '../documents/blog-posts.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { addressResolver, exportedResolver, type UrlOf } from './address-resolver.ts'
import { type LinkedContent, pageContent, pageLabels } from './page-content.ts'
import { escapeLinkedText, headingFinder, listedPages, pageMarkdown } from './page-markdown.ts'

export interface BuiltPage extends LinkedContent {
  readonly labels: readonly string[] | undefined
  /** Hash of the page's own content, independent of other pages' addresses. */
  readonly contentHash: string
  /** Linked files that are sent along, by path from the base. */
  readonly files: readonly string[]
}

export type PageBuilder = ReturnType<typeof pageBuilder>

type PageLimits = Pick<
  FolderSettings,
  'maxBodyBytes' | 'maxMarkdownBytes' | 'maxFileBytes' | 'keepTitleHeading'
>

export function pageBuilder(
  plan: FolderPlan,
  urlOf: UrlOf,
  limits: PageLimits,
  pagesOutsidePlan: (node: PageNode) => readonly PageNode[] = () => [],
) {
  const targets = { urlOf, findHeading: headingFinder(plan.documents, limits.keepTitleHeading) }
  const resolve = plan.isExport
    ? exportedResolver(plan, urlOf, limits)
    : addressResolver(plan, targets, limits)
  const { documents, tree } = plan
  const build = async (node: PageNode, read: DocumentReader['read']): Promise<BuiltPage> => {
    const listedNodes = listedPages(node, pagesOutsidePlan(node), tree.byPath)
    const markdown = await pageMarkdown(node, listedNodes, documents.load)
    const document = read(node.path, markdown)
    const { labels, notices } = pageLabels(document.frontMatter.labels)
    const postLine = node.exported ? undefined : lineOfPost(node.path, document.frontMatter)
    const line = postLine === undefined ? undefined : `*${escapeLinkedText(postLine)}*`
    const embedded: EmbeddedFile[] = []
    let room = roomForFiles(node, document.markdown, limits)
    const content = await pageContent(document, {
      line,
      async resolve(address) {
        const resolution = await resolve(node, address)
        if (resolution.to !== 'replace' || resolution.embeds === undefined) return resolution
        const { url, embeds } = resolution
        if (url.length > room) return embeds.otherwise
        room -= url.length
        embedded.push({
          kind: address.kind,
          file: embeds.path,
          bytes: url.length,
          digest: hash('sha256', url),
        })
        return resolution
      },
    })
    checkContent(node, content.content, embedded, limits)
    const { title, navigationTitle, position, exported } = node
    const keepsTitleHeading = limits.keepTitleHeading || exported?.keepsTitleHeading === true
    const files = embedded.map(({ digest }) => digest)
    const links = embedded.filter(({ kind }) => kind === 'link')
    const fields = [title, navigationTitle, position, labels, keepsTitleHeading, line, files]
    return {
      ...content,
      labels,
      notices: [...notices, ...content.notices],
      contentHash: hash('sha256', JSON.stringify([document.markdown, ...fields])),
      files: [...new Set(links.map(({ file }) => file))],
    }
  }
  return {
    async build(node: PageNode): Promise<BuiltPage> {
      try {
        return await build(node, documents.read)
      } catch (error) {
        if (error instanceof DocumentError) throw error
        return build(node, (_, text) => documents.takeAsIs(text, error))
      }
    },
  }
}

interface EmbeddedFile extends Pick<Address, 'kind'> {
  readonly file: string
  readonly bytes: number
  readonly digest: string
}

/** Generous room for ids, title and the JSON around the content. */
const envelopeBytes = 4_096
/** Room for each link, because a page's address is longer than the relative path in the file. */
const addressBytes = 128

/** The bytes left for images and files; those that do not fit are left out with a notice. */
function roomForFiles({ title }: PageNode, markdown: string, { maxBodyBytes }: PageLimits): number {
  const links = markdown.split('](').length
  return maxBodyBytes - envelopeBytes - bodyBytes(title, markdown) - links * addressBytes
}

function bodyBytes(title: string, content: string): number {
  return Buffer.byteLength(JSON.stringify({ title, content }))
}

/** @throws {DocumentError} When the page is empty or too large for a request. */
function checkContent(
  { title }: PageNode,
  content: string,
  embedded: readonly EmbeddedFile[],
  { maxMarkdownBytes, maxBodyBytes }: PageLimits,
): void {
  if (content.trim() === '') {
    throw new DocumentError(
      'There is nothing but front matter in this file, and a page needs text. Write some, or say `markport: false`.',
    )
  }
  const files = embedded.reduce((sum, { bytes }) => sum + bytes, 0)
  const markdown = Buffer.byteLength(content) - files
  if (markdown > maxMarkdownBytes) {
    throw new DocumentError(
      `This file has ${markdown} bytes of Markdown, and a page may have ${maxMarkdownBytes} (--max-markdown). Split it.`,
    )
  }
  const body = envelopeBytes + bodyBytes(title, content)
  if (body > maxBodyBytes) {
    throw new DocumentError(
      `This file makes a request of ${body} bytes, and one may have ${maxBodyBytes} (--max-body). Split it.`,
    )
  }
}
