/** `details`: an expand; its summary is the title, which ADF keeps as plain text. @module */
import type { Conversion } from '../conversion.ts'
import { type LooseNode, plainText } from '../loose-adf.ts'
import type { HtmlElement } from './html-tree.ts'

/** Convert `details` with its `summary`. */
export function detailsElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { children, line } = element
  // A summary further down would take its words out of their order: it is a bold line there.
  const first = children.find((item) => item.kind !== 'text' || item.text.trim() !== '')
  const isSummary = first?.kind === 'element' && first.element.name === 'summary'
  const summary = isSummary ? first : undefined
  const words = summary !== undefined ? conversion.phrasing(summary.element.children, []) : []
  if (words.some(({ type, marks }) => type !== 'text' || marks !== undefined)) {
    conversion.warnings.add('title-flattened', line)
  }
  const title = plainText(words).replace(/\s+/g, ' ').trim()
  const content = conversion.flow(
    children.slice(summary === undefined ? 0 : children.indexOf(summary) + 1),
  )
  return [
    {
      type: 'expand',
      ...(title === '' ? {} : { attrs: { title } }),
      content: content.length > 0 ? content : [{ type: 'paragraph', line }],
      line,
    },
  ]
}
