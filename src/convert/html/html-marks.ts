/** HTML elements that format text: each is one or two marks around it. @module */
import names from 'color-name'
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion } from '../conversion.ts'
import type { LooseNode } from '../loose-adf.ts'
import { isRelativeAddress } from '../relative-address.ts'
import type { HtmlElement } from './html-tree.ts'

/** The yellow of the editor's palette. */
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

/**
 * Tell how an element formats the text inside it.
 * @param conversion Takes links inside the page.
 */
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
      if (isRelativeAddress(href)) conversion.warnings.add('relative-address', line)
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

/** Put marks around all text and images of blocks. */
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

/** What stands inside counts. */
function join(inner: readonly AdfMark[] | undefined, outer: readonly AdfMark[]): AdfMark[] {
  const own = inner ?? []
  return [...own, ...outer.filter(({ type }) => own.every((mark) => mark.type !== type))]
}

/** Write a name or hexadecimal digits as ADF has colours; `undefined` for another notation. */
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
