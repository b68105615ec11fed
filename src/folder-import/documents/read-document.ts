/** What an import has to know of a Markdown document: its front matter, title and addresses. @module */
import type { Root } from 'mdast'
import type { Notice } from '../notices.ts'
import type { Address } from './address.ts'
import { withCommentHeaders } from './comment-headers.ts'
import { findDocumentTitle, whatIsSaid } from './document-title.ts'
import { findAddresses } from './find-addresses.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { parseSource, type SourceMap } from './source-map.ts'

export interface MarkdownDocument {
  readonly markdown: string
  readonly frontMatter: FrontMatter
  /** Where the front matter ends; 0 without one. */
  readonly bodyStart: number
  /** Words of the heading that the title is taken from, or of what the site has for it. */
  readonly titleHeading: string | undefined
  /** Words of that heading, whatever the site has for it. */
  readonly firstHeading: string | undefined
  /** What there is beside the front matter. */
  readonly says: 'nothing' | 'title' | 'text'
  readonly addresses: readonly Address[]
  /** What was to be said while it was read. */
  readonly notices: readonly Notice[]
  /** Lead from a line of the Markdown to the file's. */
  lineInFile(line: number): number
}

/** What is known of a document from before it is read. */
type DocumentOrigin = Pick<MarkdownDocument, 'notices' | 'lineInFile'>

const asWritten: DocumentOrigin = { notices: [], lineInFile: (line) => line }

/**
 * Read a document's outline.
 * @param origin Where its lines come from, and what is to be said of them.
 */
export function readDocument(
  markdown: string,
  origin: DocumentOrigin = asWritten,
): MarkdownDocument {
  const { root, sources, frontMatter: atTop, bodyStart } = parseDocument(markdown)
  const title = findDocumentTitle(root)
  const addresses = findAddresses(root, sources)
  const frontMatter = withCommentHeaders(atTop, root, { ...origin, addresses })
  return {
    markdown,
    frontMatter,
    bodyStart,
    titleHeading: title?.text,
    firstHeading: title?.text,
    says: whatIsSaid(root, title),
    addresses: addresses.map((address) => ({
      ...address,
      line: origin.lineInFile(address.line),
    })),
    lineInFile: origin.lineInFile,
    notices: [...frontMatter.notices, ...origin.notices],
  }
}

interface ParsedDocument extends Pick<MarkdownDocument, 'frontMatter' | 'bodyStart'> {
  readonly root: Root
  readonly sources: SourceMap
}

const noFrontMatter = readFrontMatter(undefined)

function parseDocument(markdown: string): ParsedDocument {
  const json = jsonEnd(markdown)
  if (json > 0) {
    // The parser knows no front matter in JSON, so it sees blank lines there.
    const value = markdown.slice(0, json)
    const parsed = parseSource(value.replace(/[^\r\n]/g, ' ') + markdown.slice(json))
    const frontMatter = readFrontMatter({ type: 'json', value, line: 1 })
    return { ...parsed, frontMatter, bodyStart: lineEnd(markdown, json) }
  }
  const parsed = parseSource(markdown)
  const [first] = parsed.root.children
  if (first?.type !== 'yaml' && first?.type !== 'toml') {
    return { ...parsed, frontMatter: noFrontMatter, bodyStart: 0 }
  }
  const source = { type: first.type, value: first.value, line: 2 }
  const bodyStart = lineEnd(markdown, first.position?.end.offset ?? 0)
  return { ...parsed, frontMatter: readFrontMatter(source), bodyStart }
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at + 1
}

/**
 * Find where front matter in JSON ends, as Hugo reads it: an object that opens the file.
 * @returns The offset behind its `}`; 0 when there is none.
 */
function jsonEnd(markdown: string): number {
  if (!/^\{\s*"/.test(markdown)) return 0
  const [line = ''] = markdown.split(/\r?\n/, 1)
  const closing = markdown.indexOf('\n}')
  for (const end of [line.trimEnd().length, closing === -1 ? 0 : closing + 2]) {
    if (isObject(markdown.slice(0, end))) return end
  }
  return 0
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
