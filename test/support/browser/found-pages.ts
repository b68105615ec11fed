/** What the page of a search shows that it found. @module */
import { pageElements } from './page-elements.ts'

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
