/** mdBook: `book.toml`. @module */
import { resolve } from 'node:path'
import type { Link, List, ListItem, Nodes, Root, RootContent } from 'mdast'
import { decodePart } from '../../../convert/adf/node-text.ts'
import { parseMarkdown } from '../../../convert/parse-markdown.ts'
import { joinPaths } from '../../files/tree-paths.ts'
import {
  belowHeadings,
  type ListedItem,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { fieldOf, readSettings, settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** https://rust-lang.github.io/mdBook/format/summary.html */
export const summary: NavigationSource = {
  names: /^(?:SUMMARY|[Ss]ummary|_sidebar)\.(?:md|markdown)$/,
  read(text, context) {
    const entries = readRoot(parseMarkdown(text), context)
    return leadsToPage(entries, context) ? { entries } : undefined
  },
}

/** A heading applies up to a rule or the next heading; the first may be the list's title. */
function readRoot({ children }: Root, context: NavigationContext): NavigationEntry[] {
  const title = titleOf(children)
  return belowHeadings(
    children.flatMap((node): ListedItem[] => {
      if (node === title) return []
      if (node.type === 'thematicBreak') return [{ depth: 0 }]
      if (node.type === 'list') return readList(node, context, 0)
      const links = linksIn(node).map((link) => readLink(link, context))
      const depth = headingDepth(node)
      if (depth !== undefined) return [{ ...(links[0] ?? { title: textOf(node) }), depth }]
      return node.type === 'paragraph' ? links : []
    }),
  )
}

/** A paragraph of only strong text counts as a heading. */
function headingDepth(node: RootContent): number | undefined {
  if (node.type === 'heading') return node.depth
  const isStrong = node.type === 'paragraph' && node.children.every(({ type }) => type === 'strong')
  return isStrong ? strongDepth : undefined
}

const strongDepth = 7

function titleOf([first, ...others]: readonly RootContent[]): RootContent | undefined {
  const depth = first && headingDepth(first)
  if (depth === undefined) return undefined
  const isAbove = others.every((node) => (headingDepth(node) ?? strongDepth + 1) > depth)
  const isCalledSo = /^(?:summary|(?:table of )?contents)$/i.test(textOf(first as Nodes))
  return isAbove || isCalledSo ? first : undefined
}

const maxDepth = 20

function readList(list: List, context: NavigationContext, depth: number): NavigationEntry[] {
  return list.children.flatMap((item) => readItem(item, context, depth))
}

function readItem(
  { children }: ListItem,
  context: NavigationContext,
  depth: number,
): NavigationEntry[] {
  const below = children.flatMap((node) =>
    node.type === 'list' && depth < maxDepth ? readList(node, context, depth + 1) : [],
  )
  const words = children.find((node) => node.type === 'paragraph')
  const link = words && linksIn(words)[0]
  const title = words && textOf(words)
  const entry = link === undefined ? (title ? { title } : {}) : readLink(link, context)
  if (below.length > 0) return [{ ...entry, entries: below }]
  return entry.path === undefined ? [] : [entry]
}

function readLink(link: Link, { folder, exists }: NavigationContext): NavigationEntry {
  const title = textOf(link)
  const [address = ''] = link.url.split(/[?#]/)
  const isFile = address !== '' && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const target = isFile ? joinPaths(folder, decodePart(address.replace(/^\/+/, ''))) : undefined
  // Docsify omits endings.
  const path = [target, `${target}.md`].find((file) => file !== undefined && exists(file)) ?? target
  return { ...(title ? { title } : {}), ...(path ? { path } : {}) }
}

function linksIn(node: Nodes): Link[] {
  if (node.type === 'link') return [node]
  return 'children' in node ? node.children.flatMap(linksIn) : []
}

function textOf(node: Nodes): string {
  const words =
    'value' in node ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''
  return 'depth' in node || node.type === 'paragraph' ? words.replace(/\s+/g, ' ').trim() : words
}

function leadsToPage(entries: readonly NavigationEntry[], context: NavigationContext): boolean {
  return entries.some(
    ({ path, entries: below = [] }) =>
      (path !== undefined && context.exists(path)) || leadsToPage(below, context),
  )
}

/** https://rust-lang.github.io/mdBook/format/configuration/general.html */
export const mdbook: Generator = {
  configNames: ['book.toml'],
  navigationFiles: [summary],
  textSign: /\{\{#(?:include|rustdoc_include|playground|title)\b/,
  read(text, folder) {
    const fields = readSettings(text)
    const html = settingsOf(fieldOf(fieldOf(fields, 'output'), 'html'))
    const book = settingsOf(fieldOf(fields, 'book'))
    return {
      name: book('title'),
      rootFolders: [resolve(folder, book('src') ?? 'src')],
      addresses: siteAddresses(undefined, html('site-url')),
    }
  },
}
