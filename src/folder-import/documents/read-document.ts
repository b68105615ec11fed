/** What an import has to know of a Markdown file: its title, its headings, its addresses. @module */
import type { Heading, Root } from 'mdast'
import { NotRegularFileError, readRegularFile } from '../files/read-regular-file.ts'
import { DocumentError } from './document-error.ts'
import {
  type DocumentHeadings,
  documentHeadings,
  headingText,
  splitName,
} from './document-headings.ts'
import { type Address, findAddresses } from './find-addresses.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { parseSource } from './source-map.ts'

export interface MarkdownDocument {
  readonly markdown: string
  readonly frontMatter: FrontMatter
  /** Where the front matter ends; 0 without one. */
  readonly bodyStart: number
  /** The heading that the title is taken from. */
  readonly titleHeading: TitleHeading | undefined
  readonly headings: DocumentHeadings
  readonly addresses: readonly Address[]
}

export interface TitleHeading {
  readonly text: string
  readonly line: number
  /** Its lines, whole. */
  readonly start: number
  readonly end: number
  /** It is nothing but words: taking it out loses nothing that the page's title does not show. */
  readonly isPlain: boolean
}

/**
 * Read a file.
 * @param file Its path.
 * @param maxBytes The most that a request could hold: what is larger is not even read.
 * @throws {DocumentError} When it cannot be read, is too large or no UTF-8.
 */
export async function readMarkdown(file: string, maxBytes: number): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = await readRegularFile(file, {
      onSize(size) {
        if (size > maxBytes) throw tooLarge(size, maxBytes)
      },
    })
  } catch (error) {
    if (error instanceof DocumentError) throw error
    if (error instanceof NotRegularFileError) {
      throw new DocumentError('This is not a file: it was not opened.', { cause: error })
    }
    const { code, message } = error as NodeJS.ErrnoException
    throw new DocumentError(
      `This file cannot be read (${code ?? message}). Check that it is there and may be read.`,
      {
        cause: error,
      },
    )
  }
  return decodeMarkdown(bytes)
}

/**
 * Decode a file's bytes.
 * @param bytes UTF-8, with or without a byte order mark.
 * @throws {DocumentError} When they are no UTF-8.
 */
export function decodeMarkdown(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DocumentError('This is not UTF-8 text. Convert it, such as with iconv.', { cause })
  }
}

function tooLarge(size: number, maxBytes: number): DocumentError {
  return new DocumentError(
    `This file has ${size} bytes, and a request may hold ${maxBytes} (--max-body). Split it.`,
  )
}

/**
 * Read a document's outline.
 * @param markdown Its text.
 * @throws {DocumentError} When its front matter cannot be read.
 */
export function readDocument(markdown: string): MarkdownDocument {
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
            text: splitName(headingText(heading)).text,
            line: heading.position?.start.line ?? 1,
            start: markdown.lastIndexOf('\n', range.start - 1) + 1,
            end: lineEnd(markdown, range.end),
            isPlain: isPlain(heading),
          }
        : undefined,
    headings: documentHeadings(root),
    addresses: findAddresses(root, sources),
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
