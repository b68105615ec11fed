/** Converts Markdown to ADF, or reads its headings only. @module */
import type { AdfDoc } from '../adf/types.ts'
import { append } from '../base/append.ts'
import type { DocumentHeadings } from './anchors.ts'
import { convertBlocks } from './convert-blocks.ts'
import { fit } from './fit.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import type { Warning } from './warnings.ts'

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
  const content: AdfDoc['content'][number][] = []
  const converted = convertBlocks(markdown, options, (block, context) => {
    const nodes = fit(block, context)
    append(content, nodes)
    return nodes
  })
  converted.pointLinks()
  const { root, warnings } = converted
  const [first] = root
  const isFrontMatter = first?.type === 'yaml' || first?.type === 'toml'
  return {
    // An empty page is one empty paragraph: the editor refuses a document without a block.
    adf: {
      version: 1,
      type: 'doc',
      content: content.length > 0 ? content : [{ type: 'paragraph' }],
    },
    warnings: warnings.list(),
    ...(isFrontMatter ? { frontMatter: first.value } : {}),
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
  const { anchors, headings } = convertBlocks(markdown, options, fit)
  return anchors.findable(headings())
}
