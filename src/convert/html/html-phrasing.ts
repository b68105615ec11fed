/** Converts HTML inside a sentence: formatting, links, images and line breaks. @module */
import { nodeRules } from '../../adf/content-rules.ts'
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion } from '../conversion.ts'
import { imageNode } from '../handlers/image.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { findElementRule } from './html-elements.ts'
import { marksOfElement } from './html-marks.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'

/**
 * Convert items to the content of a sentence.
 * @param items HTML, and the Markdown between it.
 */
export function htmlPhrasing(
  items: readonly HtmlItem[],
  conversion: Conversion,
  marks: readonly AdfMark[],
): LooseNode[] {
  const inlines: LooseNode[] = []
  for (const item of items) {
    for (const inline of inlinesOf(item, conversion, marks)) inlines.push(inline)
  }
  return inlines
}

function inlinesOf(
  item: HtmlItem,
  conversion: Conversion,
  marks: readonly AdfMark[],
): readonly LooseNode[] {
  switch (item.kind) {
    case 'markdown':
      return markdown(item, conversion, marks)
    case 'text':
      return present(textNode(item.text.replace(space, ' '), marks))
    case 'source':
      return sourceLines(item.source, marks)
    case 'element':
      return phrase(item.element, conversion, marks)
  }
}

/** Runs of space, but for a single one that is as it is to be. */
const space = /[ \t\n\f\r]{2,}|[\t\n\f\r]/g

/** Blocks stand in a sentence only where HTML puts them there, as in a `summary`. */
function markdown(
  { node }: HtmlItem & { kind: 'markdown' },
  conversion: Conversion,
  marks: readonly AdfMark[],
): readonly LooseNode[] {
  if (!conversion.isBlock(node)) return conversion.inline(node, marks)
  return conversion.blocks([node]).flatMap(sentenceOf)
}

function sentenceOf(block: LooseNode): readonly LooseNode[] {
  const { type, content = [] } = block
  if (type === 'mediaSingle' || nodeRules.paragraph.children.has(type)) return [block]
  const title = present(textNode(type === 'expand' ? (block.attrs?.title ?? '') : '', []))
  const end: LooseNode = { type: 'hardBreak' }
  return [...title.flatMap((text) => [text, end]), ...content.flatMap(sentenceOf), end]
}

function sourceLines(source: string, marks: readonly AdfMark[]): LooseNode[] {
  if (!source.includes('\n')) return present(textNode(source, marks))
  return source.split('\n').flatMap((line, index): LooseNode[] => {
    const text = present(textNode(line, marks))
    return index === 0 ? text : [{ type: 'hardBreak' }, ...text]
  })
}

function phrase(
  element: HtmlElement,
  conversion: Conversion,
  marks: readonly AdfMark[],
): readonly LooseNode[] {
  switch (element.name) {
    case 'br':
      return [{ type: 'hardBreak' }]
    case 'hr':
      conversion.warnings.add('rule-dropped', element.line)
      return []
    case 'img':
      return imageElement(element, marks, conversion)
    default: {
      const own = marksOfElement(element, conversion)
      const outer = own.some(({ type }) => type === 'link')
        ? marks.filter(({ type }) => type !== 'link')
        : marks
      const content = conversion.inElement(() =>
        conversion.phrasing(element.children, own.length === 0 ? marks : [...outer, ...own]),
      )
      return findElementRule(element.name)?.kind === 'block' ? apart(content) : content
    }
  }
}

/** What a block holds does not run together with the words around it. */
function apart(content: readonly LooseNode[]): readonly LooseNode[] {
  const space: LooseNode = { type: 'text', text: ' ' }
  return content.length === 0 ? [] : [space, ...content, space]
}

/** `img`, with the size that it is given; of the marks around it a link stays. */
function imageElement(
  { attributes, line }: HtmlElement,
  marks: readonly AdfMark[],
  conversion: Conversion,
): readonly LooseNode[] {
  const url = attributes.get('src')?.trim() ?? ''
  const style = attributes.get('style') ?? ''
  const size = {
    width: attributes.get('width') ?? /(?:^|[;\s])width:\s*([^;]+)/i.exec(style)?.[1],
    height: attributes.get('height') ?? /(?:^|[;\s])height:\s*([^;]+)/i.exec(style)?.[1],
  }
  const [title, alt] = [attributes.get('title'), attributes.get('alt')]
  return imageNode(
    { url, title, alt, size, align: attributes.get('align'), line },
    marks,
    conversion,
  )
}

function present(node: LooseNode | undefined): LooseNode[] {
  return node === undefined ? [] : [node]
}
