/** Converts HTML inside sentences: formatting, links, images and line breaks. @module */

import names from 'color-name'
import { nodeRules } from '../../adf/content-rules.ts'
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion } from '../conversion.ts'
import { imageNode } from '../handlers/image.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { leadsNowhere } from '../relative-address.ts'
import { findElementRule } from './html-elements.ts'
import type { HtmlElement, HtmlItem } from './html-tree.ts'

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

/** Any space that has to become a single space. */
const space = /[ \t\n\f\r]{2,}|[\t\n\f\r]/g

/**
 * Convert Markdown between HTML. Blocks stand in a sentence only inside elements like `summary`.
 */
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

/** Put spaces around a block's content, so that it does not run into the words beside it. */
function apart(content: readonly LooseNode[]): readonly LooseNode[] {
  const space: LooseNode = { type: 'text', text: ' ' }
  return content.length === 0 ? [] : [space, ...content, space]
}

/** Convert `img` with its size; of the marks around it only a link stays. */
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

/** The yellow of Confluence's palette. */
const highlight: AdfMark = { type: 'backgroundColor', attrs: { color: '#f8e6a0' } }
const code: AdfMark = { type: 'code' }
const em: AdfMark = { type: 'em' }
const strike: AdfMark = { type: 'strike' }
const strong: AdfMark = { type: 'strong' }
const underline: AdfMark = { type: 'underline' }

const markOfElement: Readonly<Record<string, AdfMark>> = {
  b: strong,
  strong,
  i: em,
  em,
  cite: em,
  dfn: em,
  var: em,
  u: underline,
  ins: underline,
  s: strike,
  del: strike,
  strike,
  code,
  kbd: code,
  samp: code,
  tt: code,
  mark: highlight,
  sub: { type: 'subsup', attrs: { type: 'sub' } },
  sup: { type: 'subsup', attrs: { type: 'sup' } },
}

/** Tell how an element formats the text inside it. */
export function marksOfElement(element: HtmlElement, conversion: Conversion): readonly AdfMark[] {
  const { name, attributes, line } = element
  const marks: AdfMark[] = []
  const own = Object.hasOwn(markOfElement, name) ? markOfElement[name] : undefined
  if (own !== undefined) marks.push(own)
  if (name === 'a') {
    const written = attributes.get('href')
    const href = written && conversion.resolveLink(written)
    const title = attributes.get('title')
    const attrs = { href: href ?? '', ...(title ? { title } : {}) }
    if (href) {
      conversion.anchors.addLink(attrs, line)
      if (leadsNowhere(href)) conversion.warnings.add('relative-address', line)
      marks.push({ type: 'link', attrs })
    }
  }
  if (attributes.isEmpty) return marks
  const style = attributes.get('style') ?? ''
  if (style === '' && name !== 'font') return marks
  const [, styled] = /(?:^|[;\s])color:\s*([^;]+)/i.exec(style) ?? []
  const [, styledBack] = /(?:^|[;\s])background(?:-color)?:\s*([^;]+)/i.exec(style) ?? []
  const color = cssColor(styled ?? (name === 'font' ? attributes.get('color') : undefined))
  const background = cssColor(styledBack)
  if (color !== undefined) marks.push({ type: 'textColor', attrs: { color } })
  if (background !== undefined && own !== highlight) {
    marks.push({ type: 'backgroundColor', attrs: { color: background } })
  }
  return marks
}

export function withMarks(
  nodes: readonly LooseNode[],
  marks: readonly AdfMark[],
): readonly LooseNode[] {
  const links = marks.filter(({ type }) => type === 'link')
  return nodes.map((node): LooseNode => {
    if (node.type === 'codeBlock') return node
    if (node.type === 'text') return { ...node, marks: join(node.marks, marks) }
    if (node.type === 'media' && links.length > 0) {
      return { ...node, marks: join(node.marks, links) }
    }
    return node.content === undefined ? node : { ...node, content: withMarks(node.content, marks) }
  })
}

/** Combine marks; the inner mark of a type wins. */
function join(inner: readonly AdfMark[] | undefined, outer: readonly AdfMark[]): AdfMark[] {
  const own = inner ?? []
  return [...own, ...outer.filter(({ type }) => own.every((mark) => mark.type !== type))]
}

/**
 * Convert a colour name or hexadecimal digits to ADF's notation; undefined for any other notation.
 */
function cssColor(value: string | undefined): string | undefined {
  const word = (value ?? '').trim().toLowerCase()
  if (Object.hasOwn(names, word)) return hexadecimal(names[word as keyof typeof names])
  if (/^#[0-9a-f]{6}$/.test(word)) return word
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word) ?? []
  return r === undefined ? undefined : `#${r}${r}${g}${g}${b}${b}`
}

function hexadecimal(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
