/** Reads a page as a browser would, for tests of what stands in it. @module */
import { type DefaultTreeAdapterMap, parse } from 'parse5'

type HtmlNode = DefaultTreeAdapterMap['node']

export interface HtmlElement {
  readonly name: string
  readonly attrs: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Collect all elements, in order.
 * @param html A page, or a part of one.
 */
export function htmlElements(html: string): HtmlElement[] {
  const found: HtmlElement[] = []
  const textOf = (node: HtmlNode): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
  const visit = (node: HtmlNode): void => {
    if ('attrs' in node) {
      const attrs = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      found.push({ name: node.nodeName, attrs, text: textOf(node) })
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}
