/** Pages as a browser would build them from their HTML. @module */
import { type DefaultTreeAdapterMap, parse } from 'parse5'

type HtmlNode = DefaultTreeAdapterMap['node']

export interface PageElement {
  readonly name: string
  readonly attrs: Readonly<Record<string, string>>
  readonly text: string
}

export function pageElements(html: string): PageElement[] {
  const found: PageElement[] = []
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

const active = /^(?:style|iframe|object|embed|base|svg|math)$/

export function smuggledParts(html: string): string[] {
  return pageElements(html).flatMap(({ name, attrs, text }) => {
    const isOurs =
      name === 'script'
        ? /^\/assets\/[0-9a-f]{16}\/[a-z-]+\.js$/.test(attrs.src ?? '') && text === ''
        : name === 'form'
          ? /^\/[a-z]|^$/.test(attrs.action ?? '')
          : name === 'svg'
            ? /^(?:icon|brand)$/.test(attrs.class ?? '') && text === ''
            : !active.test(name)
    const odd = Object.keys(attrs).filter((attribute) => /^on|^style$/.test(attribute))
    return [...(isOurs ? [] : [name]), ...odd]
  })
}
