/** HTML elements that hold blocks: containers, quotes, headings, and details with their summary. @module */

import { tabName } from '../../adf/tab-name.ts'
import type { Conversion } from '../conversion.ts'
import { type LooseNode, plainText } from '../loose-adf.ts'
import { type Align, alignBlocks } from './alignment.ts'
import type { HtmlElement } from './html-tree.ts'
import { trimInlines } from './trim-inlines.ts'

/** `div`, `p` and the like: only what they hold. */
export function container(
  element: HtmlElement,
  conversion: Conversion,
  align: Align | undefined,
): readonly LooseNode[] {
  return conversion.flow(element.children, align)
}

/** `blockquote`. */
export function quoteElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { line } = element
  const content = conversion.flow(element.children)
  return content.length === 0 ? [] : [{ type: 'blockquote', content, line }]
}

/** `h1` to `h6`. */
export function headingElement(
  element: HtmlElement,
  conversion: Conversion,
  align: Align | undefined,
): readonly LooseNode[] {
  const { line, name } = element
  const content = trimInlines(conversion.phrasing(element.children, []))
  const attrs = { level: Number(name.slice(1)) }
  return alignBlocks([{ type: 'heading', attrs, content, line }], align)
}

/** `summary` outside `details`. */
export function summaryElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const content = trimInlines(conversion.phrasing(element.children, [{ type: 'strong' }]))
  return content.length === 0 ? [] : [{ type: 'paragraph', content, line: element.line }]
}

/** `details`: an expand; its `summary` is the title, which ADF keeps as plain text. */
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
  conversion.anchors.addWords(title, line)
  const isTab = element.attributes.get('name') === tabName
  const tab = isTab ? { localId: `${tabName}-${conversion.nextLocalId()}` } : {}
  const content = conversion.flow(
    children.slice(summary === undefined ? 0 : children.indexOf(summary) + 1),
  )
  return [
    {
      type: 'expand',
      ...(title === '' && !isTab ? {} : { attrs: { ...(title !== '' && { title }), ...tab } }),
      content: content.length > 0 ? content : [{ type: 'paragraph', line }],
      line,
    },
  ]
}
