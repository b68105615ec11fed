/** Converts HTML as blocks: elements that are blocks, and paragraphs of what stands between them. @module */
import type { Conversion } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import { type Align, alignBlocks, alignOf } from './alignment.ts'
import {
  container,
  detailsElement,
  headingElement,
  quoteElement,
  summaryElement,
} from './html-blocks.ts'
import { findElementRule } from './html-elements.ts'
import { definitionElement, listElement } from './html-list.ts'
import { marksOfElement, withMarks } from './html-marks.ts'
import { preElement } from './html-pre.ts'
import { tableElement } from './html-table.ts'
import { type HtmlElement, type HtmlItem, isBlankLine } from './html-tree.ts'
import { trimInlines } from './trim-inlines.ts'

/** Converts one element that is a block. */
export type HtmlBlockHandler = (
  element: HtmlElement,
  conversion: Conversion,
  align: Align | undefined,
) => readonly LooseNode[]

/** Elements that are more than a container for what they hold. */
const handlers: Readonly<Record<string, HtmlBlockHandler>> = {
  blockquote: quoteElement,
  details: detailsElement,
  dl: definitionElement,
  h1: headingElement,
  h2: headingElement,
  h3: headingElement,
  h4: headingElement,
  h5: headingElement,
  h6: headingElement,
  hr: ({ line }) => [{ type: 'rule', line }],
  ol: listElement,
  pre: preElement,
  summary: summaryElement,
  table: tableElement,
  ul: listElement,
}

/**
 * Convert items to blocks.
 * @param items HTML, and the Markdown between it.
 * @param align How an element around them aligns them.
 */
export function htmlFlow(
  items: readonly HtmlItem[],
  conversion: Conversion,
  align: Align | undefined,
): LooseNode[] {
  const blocks: LooseNode[] = []
  let run: HtmlItem[] = []
  const close = (): void => {
    for (const part of paragraph(run, conversion, align)) blocks.push(part)
    run = []
  }
  for (const item of items) {
    if (isBlankLine(item)) close()
    else if (!isBlock(item, conversion)) run.push(item)
    else {
      close()
      // Not `push(...)`: an element may hold more blocks than a call has arguments.
      for (const part of block(item, conversion, align)) blocks.push(part)
    }
  }
  close()
  return blocks
}

/**
 * Give what an element holds that means nothing but that, and so reads like blocks that stand alone.
 * @returns `undefined` for any other item.
 */
export function containedItems(item: HtmlItem): readonly HtmlItem[] | undefined {
  if (item.kind !== 'element' || findElementRule(item.element.name)?.kind !== 'block')
    return undefined
  const { name, attributes, children } = item.element
  const isFormatted = alignOf(item.element) !== undefined || attributes.get('style') !== undefined
  return isFormatted || Object.hasOwn(handlers, name) ? undefined : children
}

function isBlock(item: HtmlItem, conversion: Conversion): boolean {
  if (item.kind === 'element') return item.element.hasBlocks
  return item.kind === 'markdown' && conversion.isBlock(item.node)
}

function paragraph(
  run: readonly HtmlItem[],
  conversion: Conversion,
  align: Align | undefined,
): LooseNode[] {
  const [first] = run
  if (first === undefined) return []
  const content = trimInlines(conversion.phrasing(run, []))
  if (content.length === 0) return []
  return alignBlocks([{ type: 'paragraph', content, line: lineOfItem(first) }], align)
}

function block(
  item: HtmlItem,
  conversion: Conversion,
  outer: Align | undefined,
): readonly LooseNode[] {
  if (item.kind === 'markdown') return alignBlocks(conversion.blocks([item.node]), outer)
  if (item.kind !== 'element') return []
  const { element } = item
  return conversion.inElement(() => {
    const align = alignOf(element) ?? outer
    const handler = handlers[element.name]
    if (handler !== undefined) return handler(element, conversion, align)
    const content = container(element, conversion, align)
    const marks = marksOfElement(element, conversion)
    return marks.length === 0 ? content : withMarks(content, marks)
  })
}

function lineOfItem(item: HtmlItem): number {
  if (item.kind === 'markdown') return lineOf(item.node)
  return item.kind === 'element' ? item.element.line : item.line
}
