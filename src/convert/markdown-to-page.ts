/** Converts Markdown to a page: ADF as JSON text, the text for search, and warnings. @module */
import type { WrittenHeadings } from './anchors.ts'
import { blockWriters, inlineWriters } from './constructs/constructs.ts'
import { writeFootnotes } from './constructs/footnote.ts'
import { type ReadyHeading, showHeading } from './constructs/heading.ts'
import { Conversion } from './conversion.ts'
import { writtenWords } from './heading-words.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { parseDocument } from './parse-document.ts'
import { TitleFilter } from './title-heading.ts'
import type { Warning } from './warnings.ts'
import type { AdfPieces, TopBlock } from './writer/adf-writer.ts'

export interface MarkdownPage extends AdfPieces {
  readonly warnings: readonly Warning[]
}

export interface PageOptions extends MarkdownOptions {
  /** Receives a lower bound of the length of the JSON before more is written; throws to stop. */
  readonly onLength?: (length: number) => void
  /** Receives where the blocks at the top of the document begin, by pieces of the JSON. */
  readonly topBlocks?: TopBlock[]
}

/** A document that is converted, but for the end of its JSON. */
export interface UnfinishedPage {
  readonly conversion: Conversion
  /** Whoever looks for headings needs no page. */
  headings(): WrittenHeadings
  /** Point the links inside the page, and end it. */
  endPage(): MarkdownPage
}

/** The stages behind the parser are safe up to this depth. */
const defaultMaxDepth = 90

/**
 * Convert a Markdown document.
 * @param markdown CommonMark with GFM.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function markdownToPage(markdown: string, options: PageOptions = {}): MarkdownPage {
  return convertMarkdown(markdown, options).endPage()
}

/** Convert a document, but for links inside the page. */
export function convertMarkdown(
  markdown: string,
  {
    maxDepth = defaultMaxDepth,
    onLength,
    resolveImage = (url) => ({ url }),
    resolveLink = (url) => url,
    title,
    topBlocks,
  }: PageOptions = {},
): UnfinishedPage {
  const nodes = parseDocument(markdown, maxDepth)
  const tables = { blocks: blockWriters, inlines: inlineWriters }
  const limits = { maxDepth, resolveImage, resolveLink }
  const conversion = new Conversion(nodes, tables, limits, onLength)
  const { anchors, headings, warnings, writer } = conversion
  const filter = title === undefined ? undefined : new TitleFilter<ReadyHeading>(title)
  writer.titleFilter = filter
  writer.topBlocks = topBlocks
  conversion.blocks(0)
  writeFootnotes(conversion)
  const alone = filter?.alone
  if (alone !== undefined) {
    writer.placeFor('heading', alone.heading.line)
    showHeading(alone, conversion)
  }
  const removed = filter?.removed?.heading
  if (removed !== undefined) warnings.add('title-heading-removed', removed.line)
  warnings.addAll(writer.warnings)
  const writtenHeadings = (): WrittenHeadings => ({
    inOrder: headings.list(removed),
    markdown,
    places: writer.targets,
    words: () => writtenWords(nodes),
  })
  return {
    conversion,
    headings: writtenHeadings,
    endPage() {
      if (anchors.countLinks() > 0) anchors.resolve(writtenHeadings(), warnings)
      return { ...writer.end(), warnings: warnings.list() }
    },
  }
}
