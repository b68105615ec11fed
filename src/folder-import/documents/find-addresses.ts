/**
 * The addresses in a Markdown document and where exactly they stand, found through the parser's
 * tree: what is code, or only looks like a link, is none.
 * @module
 */
import type { Definition, ImageReference, Root } from 'mdast'
import { decodeReferences } from '../../convert/html/character-references.ts'
import { htmlTokens } from '../../convert/html/html-tokens.ts'
import { lineOf, type MarkdownNode } from '../../convert/parse-markdown.ts'
import { isRelativeAddress } from '../../convert/relative-address.ts'
import type { SourceMap } from './source-map.ts'

export interface Address {
  readonly kind: 'link' | 'image'
  /** As the document means it: without escapes and character references. */
  readonly url: string
  readonly line: number
  /** The part of the document that holds it. */
  readonly start: number
  readonly end: number
  /** Word another address for that part. */
  readonly write: (url: string) => string
}

/**
 * Find the addresses that name files: those with a scheme or a host of their own are left out.
 * @param root The tree.
 * @param sources What it was parsed from, and the document itself.
 */
export function findAddresses(root: Root, sources: SourceMap): Address[] {
  const definitions = new Map<string, Definition>()
  const linked = new Set<string>()
  const found: Address[] = []
  const nodes = [...descendants(root)]
  for (const node of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node)
    } else if (node.type === 'linkReference') linked.add(node.identifier)
  }
  for (const node of nodes) {
    const range = sources.rangeOf(node)
    if (range === undefined) continue
    const place: Place = { source: sources.document, line: lineOf(node), ...range }
    if (node.type === 'link' && isRelativeAddress(node.url)) {
      const last = node.children.at(-1)
      const from = (last && sources.rangeOf(last)?.end) ?? range.start
      add(found, inlineAddress('link', node.url, place, from))
    } else if (node.type === 'image' && isRelativeAddress(node.url)) {
      add(found, inlineAddress('image', node.url, place, range.start))
    } else if (node.type === 'definition') {
      const isUsed = linked.has(node.identifier) && definitions.get(node.identifier) === node
      if (isUsed && isRelativeAddress(node.url)) add(found, definitionAddress(node, place))
    } else if (node.type === 'imageReference') {
      const definition = definitions.get(node.identifier)
      if (definition !== undefined && isRelativeAddress(definition.url)) {
        add(found, referenceAddress(node, definition, place))
      }
    } else if (node.type === 'html') found.push(...htmlAddresses(place))
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Walk a tree, without recursion: it may be deep. */
function* descendants(root: Root): Generator<MarkdownNode> {
  const pending: MarkdownNode[] = [root]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node
    if ('children' in node) for (const child of node.children.toReversed()) pending.push(child)
  }
}

interface Place {
  readonly source: string
  readonly start: number
  readonly end: number
  readonly line: number
}

/** An image whose size stands beside its address may not find it twice in one text. */
function add(found: Address[], address: Address | undefined): void {
  if (address === undefined) return
  if (!found.some(({ start }) => start === address.start)) found.push(address)
}

/** What may follow a destination: a title, or a size, which the parser takes for text. */
const rest = /^\s*\)$|^\s+["'(][\s\S]*["')]\s*\)$|^ =\d{0,5}x\d{0,5}\)/

function inlineAddress(
  kind: Address['kind'],
  url: string,
  { source, end, line }: Place,
  from: number,
): Address | undefined {
  for (
    let at = source.indexOf('](', from);
    at !== -1 && at < end;
    at = source.indexOf('](', at + 1)
  ) {
    const found = readDestination(source, at + 2, end)
    if (found === undefined || found.url !== url) continue
    if (!rest.test(source.slice(found.end, end))) continue
    return { kind, url, line, start: found.start, end: found.end, write: asDestination }
  }
  return undefined
}

function definitionAddress({ url }: Definition, place: Place): Address | undefined {
  const { source, start, end, line } = place
  for (
    let at = source.indexOf(']:', start);
    at !== -1 && at < end;
    at = source.indexOf(']:', at + 1)
  ) {
    const found = readDestination(source, at + 2, end)
    if (found?.url !== url) continue
    return { kind: 'link', url, line, start: found.start, end: found.end, write: asDestination }
  }
  return undefined
}

/** An image by reference gets an address of its own: a link may share the definition. */
function referenceAddress(
  node: ImageReference,
  { url, title }: Definition,
  { source, start, end, line }: Place,
): Address | undefined {
  const written = source.slice(start, end)
  const textEnd = node.referenceType === 'full' ? written.lastIndexOf('][') : written.indexOf(']')
  if (textEnd === -1) return undefined
  const quoted = title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''
  const write = (to: string): string => `](${asDestination(to)}${quoted})`
  return { kind: 'image', url, line, start: start + textEnd, end, write }
}

const attribute = /([^\s"'=<>`/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/dg

function htmlAddresses({ source, start, end, line }: Place): Address[] {
  const found: Address[] = []
  const html = source.slice(start, end)
  for (const token of htmlTokens(html, line)) {
    if (token.kind !== 'open') continue
    const name = token.name === 'a' ? 'href' : token.name === 'img' ? 'src' : undefined
    const url = name === undefined ? '' : (token.attributes.get(name)?.trim() ?? '')
    if (!isRelativeAddress(url)) continue
    const match = [...token.source.matchAll(attribute)].find(
      ([, key]) => key?.toLowerCase() === name,
    )
    const range = match?.indices?.slice(2).find((one) => one !== undefined)
    if (range === undefined) continue
    const isBare = match?.[4] !== undefined
    found.push({
      kind: token.name === 'a' ? 'link' : 'image',
      url,
      line: token.line,
      start: start + token.start + range[0],
      end: start + token.start + range[1],
      write: (to) => (isBare ? `"${asAttribute(to)}"` : asAttribute(to)),
    })
  }
  return found
}

/** Read a link's destination: https://spec.commonmark.org/0.31.2/#link-destination */
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

/** Addresses that are put in hold neither spaces nor control characters. */
function asDestination(url: string): string {
  return url.replace(/[()<>\\]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

function asAttribute(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
