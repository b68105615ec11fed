/** What an import has to know of a Markdown document: its front matter, title and addresses. @module */
import type { Heading, Root } from 'mdast'
import { plainTitle } from '../../convert/plain-title.ts'
import type { Notice } from '../notices.ts'
import type { Address } from './address.ts'
import { findAddresses } from './find-addresses.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { parseSource } from './source-map.ts'

export interface MarkdownDocument {
  readonly markdown: string
  readonly frontMatter: FrontMatter
  /** Where the front matter ends; 0 without one. */
  readonly bodyStart: number
  /** The heading that the title is taken from. */
  readonly titleHeading: TitleHeading | undefined
  readonly addresses: readonly Address[]
  /** What was to be said while it was read. */
  readonly notices: readonly Notice[]
  /** Lead from a line of the Markdown to the file's. */
  lineInFile(line: number): number
}

interface TitleHeading {
  readonly text: string
  readonly line: number
  /** Its lines, whole. */
  readonly start: number
  readonly end: number
  /** It is nothing but words: taking it out loses nothing that the page's title does not show. */
  readonly isPlain: boolean
}

/** What is known of a document from before it is read. */
type DocumentOrigin = Pick<MarkdownDocument, 'notices' | 'lineInFile'>

const asWritten: DocumentOrigin = { notices: [], lineInFile: (line) => line }

/**
 * Read a document's outline.
 * @param markdown Its text.
 * @param origin Where its lines come from, and what is to be said of them.
 * @throws {DocumentError} When its front matter cannot be read.
 */
export function readDocument(
  markdown: string,
  origin: DocumentOrigin = asWritten,
): MarkdownDocument {
  const { root, sources } = parseSource(markdown)
  const [first] = root.children
  const isFrontMatter = first?.type === 'yaml' || first?.type === 'toml'
  const heading = findTitleHeading(root)
  const range = heading && sources.rangeOf(heading)
  return {
    markdown,
    frontMatter: readFrontMatter(isFrontMatter ? first : undefined),
    bodyStart: isFrontMatter ? lineEnd(markdown, first.position?.end.offset ?? 0) : 0,
    titleHeading:
      heading && range
        ? {
            text: plainTitle(heading),
            line: heading.position?.start.line ?? 1,
            start: markdown.lastIndexOf('\n', range.start - 1) + 1,
            end: lineEnd(markdown, range.end),
            isPlain: isPlain(heading),
          }
        : undefined,
    addresses: findAddresses(root, sources).map((address) => ({
      ...address,
      line: origin.lineInFile(address.line),
    })),
    ...origin,
  }
}

/** What may stand before a heading that opens a document: no words. */
const silent: ReadonlySet<string> = new Set(['yaml', 'toml', 'html', 'definition', 'thematicBreak'])

/** The first of level 1, or else the one that opens the document: others name a part of it only. */
function findTitleHeading(root: Root): Heading | undefined {
  const headings = root.children.filter((node) => node.type === 'heading')
  const opening = root.children.find(({ type }) => !silent.has(type))
  return (
    headings.find(({ depth }) => depth === 1) ?? (opening?.type === 'heading' ? opening : undefined)
  )
}

function isPlain({ children }: Heading): boolean {
  return children.every((child) => {
    if (child.type === 'text' || child.type === 'inlineCode') return true
    const isMark = child.type === 'emphasis' || child.type === 'strong' || child.type === 'delete'
    return isMark && child.children.every(({ type }) => type === 'text' || type === 'inlineCode')
  })
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at + 1
}
