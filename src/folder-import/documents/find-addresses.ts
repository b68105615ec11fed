/**
 * The addresses in a Markdown document and where exactly they stand, found through the parser's
 * tree: what is code, or only looks like a link, is none.
 * @module
 */
import type { Definition, ImageReference, Root } from 'mdast'
import { lineOf, type MarkdownNode } from '../../convert/parse-markdown.ts'
import { type Address, type AddressPlace, fileName, isFileAddress } from './address.ts'
import { htmlAddresses } from './html-addresses.ts'
import { asDestination, readDestination } from './link-destination.ts'
import type { SourceMap } from './source-map.ts'

/**
 * Find the addresses that may name files: relative ones, and those on the web, where the site itself
 * may be.
 * @param sources What it was parsed from, and the document itself.
 * @param wanted Which addresses, and whether those that images have by reference are found where they
 * are written, in their definitions.
 */
export function findAddresses(
  root: Root,
  sources: SourceMap,
  { isWanted, isInPlace }: WantedAddresses = { isWanted: isFileAddress, isInPlace: false },
): Address[] {
  const definitions = new Map<string, Definition>()
  const linked = new Set<string>()
  const shown = new Set<string>()
  const found: Address[] = []
  const starts = new Set<number>()
  const add = (address: Address | undefined): void => {
    // An image whose size stands beside its address may not find it twice in one text.
    if (address === undefined || starts.has(address.start)) return
    starts.add(address.start)
    found.push(address)
  }
  const nodes = findHolders(root)
  let openLinks = 0
  for (const { node } of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node)
    } else if (node.type === 'linkReference') linked.add(node.identifier)
    else if (node.type === 'imageReference' && isInPlace) shown.add(node.identifier)
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
      const kind = shown.has(node.identifier) ? 'image' : 'link'
      const isUsed = kind === 'image' || linked.has(node.identifier)
      const isFirst = definitions.get(node.identifier) === node
      if (isUsed && isFirst && isWanted(node.url)) add(definitionAddress(kind, node, place))
    } else if (node.type === 'imageReference' && !isInPlace) {
      const definition = definitions.get(node.identifier)
      if (definition !== undefined && isWanted(definition.url)) {
        add(referenceAddress(node, definition, place))
      }
    } else if (node.type === 'html') {
      const html = htmlAddresses(place, openLinks, isWanted)
      for (const address of html.found) add(address)
      openLinks = html.openLinks
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

export interface WantedAddresses {
  isWanted(url: string): boolean
  readonly isInPlace: boolean
}

interface FoundNode {
  readonly node: MarkdownNode
  readonly isInLink: boolean
}

/** What may hold an address or lead to one. */
const holders: ReadonlySet<MarkdownNode['type']> = new Set([
  ...(['link', 'image', 'definition', 'html'] as const),
  ...(['linkReference', 'imageReference'] as const),
])

/** List the holders in their order, without recursion: the tree may be deep. */
function findHolders(root: Root): FoundNode[] {
  const found: FoundNode[] = []
  const pending: FoundNode[] = [{ node: root, isInLink: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next
    if (holders.has(node.type)) found.push(next)
    if (!('children' in node)) continue
    const isInLink = next.isInLink || node.type === 'link' || node.type === 'linkReference'
    for (const child of node.children.toReversed()) {
      if ('children' in child || holders.has(child.type)) pending.push({ node: child, isInLink })
    }
  }
  return found
}

/** What may follow a destination: a title, or a size, which the parser takes for text. */
const rest = /^\s*\)$|^\s+["'(][\s\S]*["')]\s*\)$|^ =\d{0,5}x\d{0,5}\)/

function inlineAddress(
  kind: Address['kind'],
  url: string,
  place: AddressPlace,
  from: number,
): Address | undefined {
  const { source, end, line } = place
  for (
    let at = source.indexOf('](', from);
    at !== -1 && at < end;
    at = source.indexOf('](', at + 1)
  ) {
    const found = readDestination(source, at + 2, end)
    if (found === undefined || found.url !== url) continue
    if (!rest.test(source.slice(found.end, end))) continue
    const address = { url, line, start: found.start, end: found.end, write: asDestination }
    return kind === 'link'
      ? { kind, ...address, text: { start: place.start + 1, end: at, linkEnd: end } }
      : { kind, ...address, ...shown(place, at, url) }
  }
  return undefined
}

/** The words between the brackets, or else the name of the file. */
function shown(
  { source, start, end, isLinked }: AddressPlace,
  textEnd: number,
  url: string,
): Pick<Address, 'image'> {
  const words = source.slice(start + 2, textEnd) || escapeMarkdown(fileName(url))
  const describe = (to: string | undefined): string =>
    to === undefined || isLinked ? words : `[${words}](${asDestination(to)})`
  return { image: { start, end, isLinked, describe } }
}

function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

function definitionAddress(
  kind: Address['kind'],
  { url }: Definition,
  place: AddressPlace,
): Address | undefined {
  const { source, start, end, line } = place
  for (
    let at = source.indexOf(']:', start);
    at !== -1 && at < end;
    at = source.indexOf(']:', at + 1)
  ) {
    const found = readDestination(source, at + 2, end)
    if (found?.url !== url) continue
    return { kind, url, line, start: found.start, end: found.end, write: asDestination }
  }
  return undefined
}

/** An image by reference gets an address of its own: a link may share the definition. */
function referenceAddress(
  node: ImageReference,
  { url, title }: Definition,
  place: AddressPlace,
): Address | undefined {
  const { source, start, end, line } = place
  const written = source.slice(start, end)
  const textEnd = node.referenceType === 'full' ? written.lastIndexOf('][') : written.indexOf(']')
  if (textEnd === -1) return undefined
  const quoted = title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''
  const write = (to: string): string => `](${asDestination(to)}${quoted})`
  const at = start + textEnd
  return { kind: 'image', url, line, start: at, end, write, ...shown(place, at, url) }
}
