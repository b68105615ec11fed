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
      found.push({
        name: node.nodeName,
        attrs,
        // The text of an element contains that of the elements inside it.
        get text() {
          return textOf(node)
        },
      })
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

interface FoundLink {
  readonly text: string
  readonly address: string
}

export interface FoundPageLink extends FoundLink {
  readonly places: readonly FoundLink[]
}

export function foundPages(html: string): FoundPageLink[] {
  const found: (FoundLink & { readonly places: FoundLink[] })[] = []
  const elements = pageElements(html)
  const start = elements.findIndex(({ attrs }) => attrs.class === 'hits')
  let isTitle = false
  for (const { name, attrs, text } of start < 0 ? [] : elements.slice(start)) {
    const address = attrs.href ?? ''
    if (name === 'h2') isTitle = true
    if (name !== 'a' || !/\/pages\/\d+/.test(address)) continue
    if (isTitle) found.push({ text, address, places: [] })
    else found.at(-1)?.places.push({ text, address })
    isTitle = false
  }
  return found
}
