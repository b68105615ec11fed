/** Finds and replaces addresses in Markdown that otherwise stays byte for byte. @module */
import type { Root } from 'mdast'
import { isKeptPageLink, mayHoldPageLinks } from '../adf/page-links.ts'
import type { Address } from './address.ts'
import { findAddresses } from './find-addresses.ts'
import { parseSource, type SourceMap } from './source-map.ts'

/** Find addresses in Markdown, and keep the notation in which they are written there. */
export function findRawAddresses(markdown: string, isWanted: (url: string) => boolean): Address[] {
  const { root, sources } = parseSource(markdown)
  return rawAddresses(root, sources, isWanted)
}

export function rawAddresses(
  root: Root,
  sources: SourceMap,
  isWanted: (url: string) => boolean,
): Address[] {
  const addresses = findAddresses(root, sources, { isWanted, isInPlace: true })
  return addresses.map((address) => rawAddress(sources.document, address))
}

/** @param addresses From `findRawAddresses`, in order; nested ones stay. */
export function replaceAddresses(
  text: string,
  addresses: readonly Address[],
  replace: (address: Address) => string,
): string {
  const parts: string[] = []
  let at = 0
  for (const address of addresses) {
    if (address.start < at) continue
    parts.push(text.slice(at, address.start), replace(address))
    at = address.end
  }
  return parts.join('') + text.slice(at)
}

/** @param wikiUrl See `completePageLinks`. */
export function completeMarkdownLinks(markdown: string, wikiUrl: string): string {
  if (!mayHoldPageLinks(markdown)) return markdown
  const links = findRawAddresses(markdown, isKeptPageLink).filter(({ kind }) => kind === 'link')
  return replaceAddresses(markdown, links, ({ url }) => `${wikiUrl}/${url}`)
}

function rawAddress(markdown: string, { kind, line, ...range }: Address): Address {
  const isBracketed = markdown[range.start] === '<' && markdown[range.end - 1] === '>'
  const start = isBracketed ? range.start + 1 : range.start
  const end = isBracketed ? range.end - 1 : range.end
  return { kind, line, start, end, url: markdown.slice(start, end), write: (url) => url }
}
