/** Markdown to ADF: parse, convert construct by construct, then fit to ADF's nesting rules. @module */
import type { Root } from 'mdast'
import type { AdfDoc } from '../adf/types.ts'
import { anchors, type DocumentHeadings } from './anchors.ts'
import { type Conversion, collectDefinitions, type ResolveImage } from './conversion.ts'
import { countBudget } from './count-budget.ts'
import { fit } from './fit.ts'
import { footnoteList } from './handlers/footnote.ts'
import { blockHandlers, inlineHandlers } from './handlers/index.ts'
import { type DocumentHeading, pageHeadings, sourceHeadings } from './headings.ts'
import { htmlFlow } from './html/html-flow.ts'
import { htmlPhrasing } from './html/html-phrasing.ts'
import { hasHtml, htmlTree } from './html/html-tree.ts'
import type { LooseNode } from './loose-adf.ts'
import { tooDeep } from './nesting-depth.ts'
import { parseDocument } from './parse-document.ts'
import type { MarkdownNode } from './parse-markdown.ts'
import { findTitleHeading } from './title-heading.ts'
import { type Warning, warnings } from './warnings.ts'

/**
 * Convert a Markdown document. The same source always gives the same result.
 * @param markdown CommonMark with GFM.
 * @param options Limits, and what becomes of images.
 * @returns Valid ADF, and what there is to know beside it.
 * @throws {MarkdownLimitError} When the document nests deeper than allowed, or holds ADF as code
 * that is not valid.
 *
 * @example
 * ```ts
 * const { adf, warnings } = markdownToAdf('# Title\n\n- # a')
 * adf.content[0] // { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Title' }] }
 * warnings[0]?.code // 'heading-flattened'
 * ```
 */
export function markdownToAdf(markdown: string, options: MarkdownOptions = {}): ConvertedMarkdown {
  const { root, adf, conversion, headings } = fitDocument(markdown, options)
  const { anchors, warnings: found } = conversion
  if (anchors.hasLinks()) anchors.resolve(headings(), found)
  const [first] = root.children
  const isFrontMatter = first?.type === 'yaml' || first?.type === 'toml'
  return {
    adf,
    warnings: found.list(),
    ...(isFrontMatter ? { frontMatter: first.value } : {}),
  }
}

/** What the service allows by default, and at most: everything after it is safe up to here. */
const defaultMaxDepth = 90

/** How to convert. */
export interface MarkdownOptions {
  /** The most levels of quotes, list items and emphasis inside each other; 90 by default. */
  readonly maxDepth?: number
  /** What becomes of the address of each image; by default it stays as it is. */
  readonly resolveImage?: ResolveImage
  /** The title of the page: a first heading that says exactly this is left out. */
  readonly title?: string
}

/** A document that was converted. */
export interface ConvertedMarkdown {
  /** Valid by the official schema; never without a block. */
  adf: AdfDoc
  /** Everything that had to be changed or left out, by line. */
  warnings: readonly Warning[]
  /** What stands between the lines of `---` or `+++` at the start, if there are any. */
  frontMatter?: string
}

/**
 * Collect the headings of a document for links from other documents, as the conversion names them.
 * @param markdown The document.
 * @param options As those that it is converted with.
 * @throws {MarkdownLimitError} When the document cannot be converted.
 */
export function documentHeadings(
  markdown: string,
  options: MarkdownOptions = {},
): DocumentHeadings {
  const { conversion, headings } = fitDocument(markdown, options)
  return conversion.anchors.findable(headings())
}

function fitDocument(
  markdown: string,
  options: MarkdownOptions,
): {
  root: Root
  adf: AdfDoc
  conversion: Conversion
  /** Tell where the page has its headings, which takes a walk through all of it. */
  headings: () => DocumentHeading[]
} {
  const { root, blocks, conversion } = looseDocument(markdown, options)
  const { warnings } = conversion
  const { title } = options
  const titleHeading = title === undefined ? undefined : findTitleHeading(blocks, title)
  if (titleHeading !== undefined) {
    warnings.add('title-heading-removed', titleHeading.line ?? 1)
  }
  const headings = sourceHeadings(blocks)
  const places = new Map(headings.map(({ attrs, place }) => [attrs, place]))
  const shown = blocks.filter((block) => block !== titleHeading)
  const adf = fit(shown, { warnings, places })
  return { root, adf, conversion, headings: () => pageHeadings(headings, adf, titleHeading) }
}

function looseDocument(
  markdown: string,
  { maxDepth = defaultMaxDepth, resolveImage = (url) => ({ url }) }: MarkdownOptions,
): { root: Root; blocks: readonly LooseNode[]; conversion: Conversion } {
  const root = parseDocument(markdown, maxDepth)
  const collected = { ...collectDefinitions(root), resolveImage }
  const conversion = startConversion(collected, warnings(), maxDepth)
  const blocks = conversion.blocks(root.children)
  return { root, blocks: [...blocks, ...footnoteList(conversion, blocks)], conversion }
}

/** Beyond, rows stay as short as they are, which ADF allows. */
const maxEmptyCells = 20_000
/** A macro takes some hundred characters; beyond, formulas are code. */
const maxFormulas = 2_000

function startConversion(
  collected: Pick<Conversion, 'definitions' | 'footnotes' | 'resolveImage'>,
  found: Conversion['warnings'],
  maxDepth: number,
): Conversion {
  let localIds = 0
  let elements = 0
  const conversion: Conversion = {
    ...collected,
    warnings: found,
    cells: countBudget(maxEmptyCells),
    formulas: countBudget(maxFormulas),
    anchors: anchors(),
    blocks: (nodes) =>
      hasHtml(nodes)
        ? conversion.flow(htmlTree(nodes, false, conversion))
        : each(nodes, (node) => handleBlock(node, conversion)),
    inlines: (nodes, marks = []) =>
      hasHtml(nodes)
        ? conversion.phrasing(htmlTree(nodes, true, conversion), marks)
        : each(nodes, (node) => conversion.inline(node, marks)),
    inline(node, marks) {
      const handler = inlineHandlers[node.type]
      if (handler === undefined) throw new TypeError(`no handler for ${node.type} in a sentence`)
      return handler(node, marks, conversion)
    },
    isBlock: ({ type }) => type in blockHandlers,
    flow: (items, align) => htmlFlow(items, conversion, align),
    phrasing: (items, marks) => htmlPhrasing(items, conversion, marks),
    inElement(convert) {
      elements += 1
      const result = convert()
      elements -= 1
      return result
    },
    checkHtmlDepth(depth, line) {
      if (elements + depth > maxDepth) throw tooDeep(elements + depth, line, maxDepth)
    },
    nextLocalId() {
      localIds += 1
      return `local-${localIds}`
    },
  }
  return conversion
}

/** What `flatMap` does, several times as fast: this is the converter's innermost loop. */
function each(
  nodes: readonly MarkdownNode[],
  convert: (node: MarkdownNode) => readonly LooseNode[],
): readonly LooseNode[] {
  const [only] = nodes
  if (only !== undefined && nodes.length === 1) return convert(only)
  const all: LooseNode[] = []
  for (const node of nodes) for (const made of convert(node)) all.push(made)
  return all
}

function handleBlock(node: MarkdownNode, conversion: Conversion): readonly LooseNode[] {
  const handler = blockHandlers[node.type]
  if (handler === undefined) throw new TypeError(`no handler for ${node.type}`)
  return handler(node, conversion)
}
