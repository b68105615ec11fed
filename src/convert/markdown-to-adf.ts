/** Markdown to ADF: parse, convert construct by construct, then fit to ADF's nesting rules. @module */
import type { AdfDoc } from '../adf/types.ts'
import { admonitionsAsAlerts } from './admonitions.ts'
import {
  type BlockHandler,
  type Conversion,
  collectDefinitions,
  type InlineHandler,
} from './conversion.ts'
import { fit } from './fit.ts'
import { footnoteList } from './handlers/footnote.ts'
import { blockHandlers, inlineHandlers } from './handlers/index.ts'
import { inlinesWithHtml } from './handlers/inline-html.ts'
import type { LooseNode } from './loose-adf.ts'
import { checkQuotePrefixes, checkTreeDepth } from './nesting-depth.ts'
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts'
import { type Warning, warnings } from './warnings.ts'

/** What the service allows by default, and at most: everything after it is safe up to here. */
export const defaultMaxDepth = 90

/**
 * Convert a Markdown document. The same source always gives the same result.
 * @param markdown CommonMark with GFM.
 * @param options The most levels of nesting.
 * @returns Valid ADF, and a warning for everything that had to be changed or left out.
 * @throws {MarkdownLimitError} When the document nests deeper than allowed.
 */
export function markdownToAdf(
  markdown: string,
  options: { readonly maxDepth?: number } = {},
): { adf: AdfDoc; warnings: readonly Warning[] } {
  const maxDepth = options.maxDepth ?? defaultMaxDepth
  const source = admonitionsAsAlerts(markdown)
  checkQuotePrefixes(source, maxDepth)
  const root = parseMarkdown(source)
  checkTreeDepth(root, maxDepth)
  const found = warnings()
  const conversion = startConversion(collectDefinitions(root), found)
  const loose = [...conversion.blocks(root.children), ...footnoteList(conversion)]
  return { adf: fit(loose, found), warnings: found.list() }
}

function startConversion(
  collected: Pick<Conversion, 'definitions' | 'footnotes'>,
  found: Conversion['warnings'],
): Conversion {
  let localIds = 0
  const conversion: Conversion = {
    ...collected,
    warnings: found,
    blocks: (nodes) => nodes.flatMap((node) => handleBlock(node, conversion)),
    inlines(nodes, marks = []) {
      const convert = (node: MarkdownNode, around: typeof marks): readonly LooseNode[] => {
        const handler = inlineHandlers[node.type] as InlineHandler<MarkdownNode> | undefined
        if (handler === undefined) throw new TypeError(`no handler for ${node.type} in a sentence`)
        return handler(node, around, conversion)
      }
      return nodes.some(({ type }) => type === 'html')
        ? inlinesWithHtml(nodes, marks, conversion, convert)
        : nodes.flatMap((node) => convert(node, marks))
    },
    nextLocalId() {
      localIds += 1
      return `local-${localIds}`
    },
  }
  return conversion
}

function handleBlock(node: MarkdownNode, conversion: Conversion): readonly LooseNode[] {
  const handler = blockHandlers[node.type] as BlockHandler<MarkdownNode> | undefined
  if (handler === undefined) throw new TypeError(`no handler for ${node.type}`)
  return handler(node, conversion)
}
