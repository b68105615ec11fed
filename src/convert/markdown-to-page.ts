/** Converts Markdown to a page: ADF as JSON text, the text for search, and warnings. @module */
import type { AdfDoc } from './adf/types.ts'
import type { DocumentHeadings, WrittenHeadings } from './anchors.ts'
import { writeFootnotes } from './constructs/footnote.ts'
import { showHeading } from './constructs/heading.ts'
import { Conversion } from './conversion.ts'
import { TitleFilter, writtenWords } from './headings.ts'
import { tooMuchAdf } from './markdown-limit-error.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { parseDocument } from './parse-document.ts'
import type { Warning } from './warnings.ts'
import type { AdfPieces, TopBlock } from './writer/adf-writer.ts'

interface PageOptions extends MarkdownOptions {
  /** Receives a lower bound of the length of the JSON before more is written; throws to stop. */
  readonly onLength?: (length: number) => void
  /** Receives where the blocks at the top of the document begin, by pieces of the JSON. */
  readonly topBlocks?: TopBlock[]
}

/** The stages behind the parser are safe up to this depth. */
const defaultMaxDepth = 90

/**
 * Convert a Markdown document.
 * @param markdown CommonMark with GFM.
 * @throws {MarkdownLimitError} When it cannot be converted.
 */
export function markdownToPage(markdown: string, options: PageOptions = {}) {
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
) {
  const nodes = parseDocument(markdown, maxDepth)
  const limits = { maxDepth, resolveImage, resolveLink }
  const conversion = new Conversion(nodes, limits, onLength)
  const { anchors, headings, warnings, writer } = conversion
  const filter = title === undefined ? undefined : new TitleFilter(title)
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
  // Whoever looks for headings needs no page.
  const writtenHeadings = (): WrittenHeadings => ({
    inOrder: headings.list(removed),
    markdown,
    places: writer.targets,
    words: () => writtenWords(nodes),
  })
  return {
    conversion,
    headings: writtenHeadings,
    /** Point the links inside the page, and end it. */
    endPage(): AdfPieces & { readonly warnings: readonly Warning[] } {
      if (anchors.hasLinks) anchors.resolve(writtenHeadings(), warnings)
      return { ...writer.end(), warnings: warnings.list() }
    },
  }
}

/** Longer JSON would come near to the longest string that V8 can hold. */
const longest = 256 * 1024 * 1024

/**
 * Convert a Markdown document. The same source always gives the same result.
 * @param markdown CommonMark with GFM.
 * @param options Limits, and what becomes of images.
 * @param maxLength The most characters of the ADF as JSON.
 * @returns Valid ADF, and what there is to know beside it.
 * @throws {MarkdownLimitError} When the document nests deeper than allowed, becomes longer than can
 * be written, or holds ADF as code that is not valid.
 *
 * @example
 * ```ts
 * const { adf, warnings } = markdownToAdf('# Title\n\n- # a')
 * adf.content[0] // { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Title' }] }
 * warnings[0]?.code // 'heading-flattened'
 * ```
 */
export function markdownToAdf(
  markdown: string,
  options: MarkdownOptions = {},
  maxLength: number = longest,
): ConvertedMarkdown {
  const onLength = (length: number): void => {
    if (length <= maxLength) return
    throw tooMuchAdf(undefined, maxLength, 'Shorten addresses, or split the file.')
  }
  const { conversion, endPage } = convertMarkdown(markdown, { ...options, onLength })
  const { adf, warnings } = endPage()
  const { nodes } = conversion
  const first = nodes.childCount(0) === 0 ? 0 : nodes.childOf(0, 0)
  const isFrontMatter = nodes.typeOf(first) === 'yaml' || nodes.typeOf(first) === 'toml'
  return {
    adf: JSON.parse(adf.join('')),
    warnings,
    ...(isFrontMatter ? { frontMatter: nodes.valueOf(first) } : {}),
  }
}

/** The result of a conversion. */
export interface ConvertedMarkdown {
  /** Valid by the official schema, with at least one block. */
  adf: AdfDoc
  /** Everything that had to be changed or left out, by line. */
  warnings: readonly Warning[]
  /** The text between the lines of `---` or `+++` at the start. */
  frontMatter?: string
}

/**
 * Collect the headings of a document for links from other documents.
 * @param options Those of its conversion.
 * @throws {MarkdownLimitError} When the document cannot be converted.
 */
export function documentHeadings(
  markdown: string,
  options: MarkdownOptions = {},
): DocumentHeadings {
  const { conversion, headings } = convertMarkdown(markdown, options)
  const document = headings()
  const words = new Map(structuredClone([...document.words()]))
  // Who keeps the headings keeps neither the conversion nor the text that their words are cut from.
  const inOrder = structuredClone(document.inOrder)
  return conversion.anchors.findable({ ...document, inOrder, words: () => words })
}
