/** HTML elements that hold blocks: containers, quotes, headings, and a summary without its details. @module */
import type { Conversion } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
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
