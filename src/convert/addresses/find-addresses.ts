/**
 * Finds the addresses in a Markdown document and their exact places, by the parser's tree, so that
 * code is left alone.
 * @module
 */
import type { Definition, ImageReference, Root } from 'mdast'
import { isKeptPageLink, mayHoldPageLinks } from '../adf/page-links.ts'
import { decodeReferences, htmlTokens, type OpenTag } from '../html/html-tokens.ts'
import { lineOf, type MarkdownNode } from '../parse-markdown.ts'
import { type Address, type AddressPlace, fileName, isFileAddress } from './address.ts'
import { parseSource, type SourceMap } from './source-map.ts'

export function findAddresses(
  root: Root,
  sources: SourceMap,
  { isWanted, isInPlace }: WantedAddresses = { isWanted: isFileAddress, isInPlace: false },
): Address[] {
  const definitions = new Map<string, Definition>()
  const linkReferences = new Set<string>()
  const imageReferences = new Set<string>()
  const addresses: Address[] = []
  const starts = new Set<number>()
  const add = (address: Address | undefined): void => {
    if (address === undefined || starts.has(address.start)) return
    starts.add(address.start)
    addresses.push(address)
  }
  const nodes = findHolders(root)
  let openLinks = 0
  for (const { node } of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node)
    } else if (node.type === 'linkReference') linkReferences.add(node.identifier)
    else if (node.type === 'imageReference' && isInPlace) imageReferences.add(node.identifier)
  }
  for (const { node, isInLink } of nodes) {
    const range = sources.rangeOf(node)
    if (range === undefined) continue
    const isLinked = isInLink || openLinks > 0
    const place: AddressPlace = { source: sources.document, line: lineOf(node), isLinked, ...range }
    if (node.type === 'link' && isWanted(node.url)) {
      const last = node.children.at(-1)
      const from = (last && sources.rangeOf(last)?.end) ?? range.start
      add(inlineAddress('link', node.url, place, from))
    } else if (node.type === 'image' && isWanted(node.url)) {
      add(inlineAddress('image', node.url, place, range.start))
    } else if (node.type === 'definition') {
      const kind = imageReferences.has(node.identifier) ? 'image' : 'link'
      const isUsed = kind === 'image' || linkReferences.has(node.identifier)
      const isFirst = definitions.get(node.identifier) === node
      if (!isUsed || !isFirst || !isWanted(node.url)) continue
      const destination = findDestination(']:', node.url, place)
      if (destination !== undefined) add({ kind, ...destination.address })
    } else if (node.type === 'imageReference' && !isInPlace) {
      const definition = definitions.get(node.identifier)
      if (definition !== undefined && isWanted(definition.url)) {
        add(referenceAddress(node, definition, place))
      }
    } else if (node.type === 'html') {
      const html = htmlAddresses(place, openLinks, isWanted)
      for (const address of html.addresses) add(address)
      openLinks = html.openLinks
    }
  }
  return addresses.sort((a, b) => a.start - b.start)
}

interface WantedAddresses {
  isWanted(url: string): boolean
  readonly isInPlace: boolean
}

interface FoundNode {
  readonly node: MarkdownNode
  readonly isInLink: boolean
}

const holders: ReadonlySet<MarkdownNode['type']> = new Set([
  ...(['link', 'image', 'definition', 'html'] as const),
  ...(['linkReference', 'imageReference'] as const),
])

function findHolders(root: Root): FoundNode[] {
  const holderNodes: FoundNode[] = []
  const pending: FoundNode[] = [{ node: root, isInLink: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next
    if (holders.has(node.type)) holderNodes.push(next)
    if (!('children' in node)) continue
    const isInLink = next.isInLink || node.type === 'link' || node.type === 'linkReference'
    for (const child of node.children.toReversed()) {
      if ('children' in child || holders.has(child.type)) pending.push({ node: child, isInLink })
    }
  }
  return holderNodes
}

/** What may follow a destination: a title, or a size, which the parser leaves as text. */
const rest = /^\s*\)$|^\s+["'(][\s\S]*["')]\s*\)$|^ =\d{0,5}x\d{0,5}\)/

function inlineAddress(
  kind: Address['kind'],
  url: string,
  place: AddressPlace,
  from: number,
): Address | undefined {
  const { source, end } = place
  const destination = findDestination('](', url, { ...place, start: from }, (behind) =>
    rest.test(source.slice(behind, end)),
  )
  if (destination === undefined) return undefined
  const { textEnd, address } = destination
  return { kind, ...address, ...(kind === 'image' && imagePart(place, textEnd, url)) }
}

/** Find where an address is written behind a mark. */
function findDestination(
  mark: string,
  url: string,
  { source, start, end, line }: AddressPlace,
  isFitting: (behind: number) => boolean = () => true,
): { readonly textEnd: number; readonly address: Omit<Address, 'kind'> } | undefined {
  for (let at = source.indexOf(mark, start); at !== -1 && at < end; ) {
    const destination = readDestination(source, at + mark.length, end)
    if (destination?.url === url && isFitting(destination.end)) {
      return { textEnd: at, address: { ...destination, line, write: asDestination } }
    }
    at = source.indexOf(mark, at + 1)
  }
  return undefined
}

function imagePart(
  { source, start, end, isLinked }: AddressPlace,
  textEnd: number,
  url: string,
): Pick<Address, 'image'> {
  const words = source.slice(start + 2, textEnd) || escapeMarkdown(fileName(url))
  const describe = (to: string | undefined): string =>
    to === undefined || isLinked ? words : `[${words}](${asDestination(to)})`
  return { image: { start, end, describe } }
}

function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

/** An image by reference gets its own address, because links may share the definition. */
function referenceAddress(
  node: ImageReference,
  { url, title }: Definition,
  place: AddressPlace,
): Address | undefined {
  const { source, start, end, line } = place
  const text = source.slice(start, end)
  const textEnd = node.referenceType === 'full' ? text.lastIndexOf('][') : text.indexOf(']')
  if (textEnd === -1) return undefined
  const quoted = title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''
  const write = (to: string): string => `](${asDestination(to)}${quoted})`
  const at = start + textEnd
  return { kind: 'image', url, line, start: at, end, write, ...imagePart(place, at, url) }
}

const attribute = /([^\s"'=<>`/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>][^\s<>]*)))?/dg

const addressAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  audio: 'src',
  img: 'src',
  video: 'src',
}

/** @returns The addresses, and how many links are open at its end. */
function htmlAddresses(
  { source, start, end, line, isLinked }: AddressPlace,
  openBefore: number,
  isWanted: (url: string) => boolean,
): { readonly addresses: readonly Address[]; readonly openLinks: number } {
  const addresses: Address[] = []
  let openLinks = openBefore
  for (const token of htmlTokens(source.slice(start, end), line)) {
    if (token.kind === 'close' && token.name === 'a') openLinks = Math.max(0, openLinks - 1)
    if (token.kind !== 'open') continue
    if (token.name === 'a' && token.attributes.get('href') !== undefined) openLinks += 1
    const address = tagAddress(token, { start, isLinked: isLinked || openLinks > 0 }, isWanted)
    if (address !== undefined) addresses.push(address)
  }
  return { addresses, openLinks }
}

function tagAddress(
  token: OpenTag,
  { start, isLinked }: Pick<AddressPlace, 'start' | 'isLinked'>,
  isWanted: WantedAddresses['isWanted'],
): Address | undefined {
  const name = addressAttributes[token.name]
  const url = name === undefined ? '' : (token.attributes.get(name)?.trim() ?? '')
  if (!isWanted(url)) return undefined
  const match = [...token.source.matchAll(attribute)].find(([, key]) => key?.toLowerCase() === name)
  const range = match?.indices?.slice(2).find((span) => span !== undefined)
  if (range === undefined) return undefined
  const isBare = match?.[4] !== undefined
  const from = start + token.start
  const address = {
    url,
    line: token.line,
    start: from + range[0],
    end: from + range[1],
    write: (to: string) => (isBare ? `"${asAttribute(to)}"` : asAttribute(to)),
  }
  if (token.name !== 'img') return { kind: 'link', ...address }
  const words = asAttribute(token.attributes.get('alt')?.trim() || fileName(url))
  const describe = (to: string | undefined): string =>
    to === undefined || isLinked ? words : `<a href="${asAttribute(to)}">${words}</a>`
  return {
    kind: 'image',
    ...address,
    image: { start: from, end: from + token.source.length, describe },
  }
}

function asAttribute(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Read a destination: https://spec.commonmark.org/0.31.2/#link-destination */
function readDestination(
  source: string,
  from: number,
  limit: number,
): { url: string; start: number; end: number } | undefined {
  let start = from
  while (start < limit && /[\s>]/.test(source[start] as string)) start += 1
  if (source[start] === '<') {
    let end = start + 1
    while (end < limit && source[end] !== '>' && source[end] !== '\n') end += step(source, end)
    if (source[end] !== '>') return undefined
    return { url: unescaped(source.slice(start + 1, end)), start, end: end + 1 }
  }
  let depth = 0
  let end = start
  for (; end < limit; end += step(source, end)) {
    const character = source[end] as string
    if (/[\u0000-\u0020\u007f]/.test(character)) break
    if (character === '(') depth += 1
    else if (character === ')' && depth-- === 0) break
  }
  return end > start ? { url: unescaped(source.slice(start, end)), start, end } : undefined
}

function step(source: string, at: number): number {
  return source[at] === '\\' ? 2 : 1
}

function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])|&[#\w]+;/g, (part, character?: string) =>
    character === undefined ? decodeReferences(part) : character,
  )
}

/** @param url Without spaces and control characters. */
function asDestination(url: string): string {
  return url.replace(/[()<>\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

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
