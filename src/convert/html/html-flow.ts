/** Converts HTML to blocks; what stands between block elements becomes paragraphs. @module */
import { append } from '../../base/append.ts'
import type { Conversion } from '../conversion.ts'
import { codeBlock } from '../handlers/code.ts'
import { codeLanguage } from '../handlers/code-info.ts'
import {
  definitionDetails,
  definitionTerm,
  joinDetails,
  listItemContent,
} from '../handlers/list.ts'
import { type LooseNode, plainText, titleMark } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import { type Align, alignBlocks, alignOf } from './alignment.ts'
import {
  container,
  detailsElement,
  headingElement,
  quoteElement,
  summaryElement,
  tableElement,
} from './html-blocks.ts'
import { findElementRule } from './html-elements.ts'
import { marksOfElement, withMarks } from './html-phrasing.ts'
import { type HtmlElement, type HtmlItem, isBlankLine } from './html-tree.ts'
import { trimInlines } from './trim-inlines.ts'

export type HtmlBlockHandler = (
  element: HtmlElement,
  conversion: Conversion,
  align: Align | undefined,
) => readonly LooseNode[]

/** Elements that are more than containers. */
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
 * @param align The alignment by an element around them.
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
      append(blocks, block(item, conversion, align))
    }
  }
  close()
  return blocks
}

/**
 * Give the content of an element that only contains blocks, so that they read as if they stood
 * alone.
 * @returns Undefined for any other item.
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

function preElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { line } = element
  // Browsers drop a line break right after the tag.
  const code = verbatim(element.children, conversion).replace(/^\n/, '').replace(/\n$/, '')
  return [codeBlock(code, languageOf(element), line)]
}

function verbatim(items: readonly HtmlItem[], conversion: Conversion): string {
  let text = ''
  for (const item of items) {
    if (item.kind === 'text') text += item.text
    else if (item.kind === 'source') text += item.source
    else if (item.kind === 'markdown') {
      const nodes = conversion.isBlock(item.node)
        ? conversion.blocks([item.node])
        : conversion.inlines([item.node])
      text += nodes.map((node) => plainText([node])).join('\n')
    } else if (item.element.name === 'br') text += '\n'
    else if (item.element.name === 'img') text += item.element.attributes.get('alt') ?? ''
    else text += verbatim(item.element.children, conversion)
  }
  return text
}

function languageOf(element: HtmlElement): string | undefined {
  const inner = element.children.flatMap((item) => (item.kind === 'element' ? [item.element] : []))
  for (const { attributes } of [element, ...inner]) {
    const [, named] = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(attributes.get('class') ?? '') ?? []
    const language = named ?? attributes.get('lang')
    if (language) return codeLanguage(language)
  }
  return undefined
}

/** Convert `ul` or `ol`; stray content joins the item before it. */
function listElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const { name, attributes, line } = element
  const items = groupItems(element, 'li').map((item): LooseNode => {
    const content = listItemContent(conversion.flow(item.children), item.line)
    return { type: 'listItem', content, line: item.line }
  })
  if (items.length === 0) return []
  if (name === 'ul') return [{ type: 'bulletList', content: items, line }]
  const start = /^\d{1,9}$/.exec(attributes.get('start') ?? '')?.[0]
  const order = start === undefined ? 1 : Number(start)
  const attrs = order === 1 ? {} : { attrs: { order } }
  return [{ type: 'orderedList', ...attrs, content: items, line }]
}

interface Group {
  readonly name: string
  readonly line: number
  children: HtmlItem[]
}

/** Collect the items of a list; stray content joins the item before it. */
function groupItems(element: HtmlElement, ...names: readonly string[]): Group[] {
  const groups: Group[] = []
  for (const item of element.children) {
    if (item.kind === 'element' && names.includes(item.element.name)) {
      const { name, line, children } = item.element
      groups.push({ name, line, children: [...children] })
    } else if (item.kind !== 'text' || item.text.trim() !== '') {
      const last = groups.at(-1)
      if (last !== undefined) last.children.push(item)
      else groups.push({ name: names[0] as string, line: element.line, children: [item] })
    }
  }
  return groups
}

function definitionElement(element: HtmlElement, conversion: Conversion): readonly LooseNode[] {
  const parts = groupItems(element, 'dt', 'dd').flatMap(({ name, children, line }) =>
    name === 'dt'
      ? definitionTerm(trimInlines(conversion.phrasing(children, [titleMark])), line, conversion)
      : definitionDetails(conversion.flow(children), line),
  )
  return joinDetails(parts)
}
