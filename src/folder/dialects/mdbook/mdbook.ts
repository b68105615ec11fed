/** mdBook: `book.toml`, `SUMMARY.md`, and its constructs. @module */
import { resolve } from 'node:path'
import type { Link, List, Nodes, Root, RootContent } from 'mdast'
import { decodePart } from '../../../convert/adf/node-text.ts'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { parseMarkdown } from '../../../convert/parse-markdown.ts'
import { joinPaths } from '../../files/tree-paths.ts'
import {
  belowHeadings,
  entryOf,
  type ListedItem,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
} from '../../navigation/navigation.ts'
import { fieldOf, readSettings, settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import { kramdownFormulas } from '../jekyll/kramdown.ts'
import { makeAlert } from '../parts/make-parts.ts'
import type {
  CodeConstruct,
  Inclusion,
  PartConstruct,
  TagConstruct,
} from '../parts/part-construct.ts'
import { type SyntaxToken, singleTags } from '../parts/syntax.ts'
import { elementTags } from '../parts/tag-syntaxes.ts'
import { linesBetween, linesOfFile, rangeOf } from '../shared/file-parts.ts'
import { codeWithFiles, includedAt, inclusionFinder } from '../shared/included-files.ts'

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
  return list.children.flatMap(({ children }) => {
    const entries = children.flatMap((node) =>
      node.type === 'list' && depth < maxDepth ? readList(node, context, depth + 1) : [],
    )
    const words = children.find((node) => node.type === 'paragraph')
    const link = words && linksIn(words)[0]
    const title = words && textOf(words)
    const entry = link === undefined ? { title: title || undefined } : readLink(link, context)
    return entryOf({ ...entry, entries })
  })
}

function readLink(link: Link, { folder, exists }: NavigationContext): NavigationEntry {
  const title = textOf(link)
  const [address = ''] = link.url.split(/[?#]/)
  const isFile = address !== '' && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const target = isFile ? joinPaths(folder, decodePart(address.replace(/^\/+/, ''))) : undefined
  // Docsify omits endings.
  const path = [target, `${target}.md`].find((file) => file !== undefined && exists(file)) ?? target
  return { title: title || undefined, path: path || undefined }
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

const directive = /(?<!\\)\{\{#(include|rustdoc_include)\s+([^{}]{1,500})\}\}/
const directives = singleTags('directive', /(?<!\\)\{\{#/, directive, { isReadInTags: true })

/** https://rust-lang.github.io/mdBook/format/mdbook.html#including-files */
const mdbookInclude: TagConstruct = {
  name: 'file that is included, or lines of it',
  input: '{{#include notes.md:2:3}}',
  becomes: 'two\nthree',
  syntax: directives,
  tag: (tag, context) => includedAt(tag, inclusionOf(tag), context),
}

const mdbookIncludeInCode: CodeConstruct = {
  name: 'file that is included in code',
  input: '```\n{{#include notes.md:2:3}}\n```',
  becomes: '```\ntwo\nthree\n```',
  code: (code, context) => codeWithFiles(code, context, findInclusion),
}

const findInclusion = inclusionFinder(directives, inclusionOf)

function inclusionOf({ attributes }: Pick<SyntaxToken, 'attributes'>): Inclusion {
  const [place = ''] = attributes.trim().split(/[\s,]+/)
  const [address = '', ...range] = place.split(':')
  return { address, choose: ({ text }) => chosenLines(linesOfFile(text), range)?.join('\n') }
}

function chosenLines(
  texts: readonly string[],
  range: readonly string[],
): readonly string[] | undefined {
  const [from = ''] = range
  const isNumber = /^\d*$/.test(from)
  const isMark = (mark: string) => (text: string) =>
    new RegExp(`\\b${mark}:\\s*([\\w-]+)`).exec(text)?.[1] === from
  const ofAnchor = linesBetween(texts, isMark('ANCHOR'), isMark('ANCHOR_END'))
  const ofRange = range.length === 0 ? texts : rangeOf(texts, range.join('-'))
  return (isNumber ? ofRange : ofAnchor)?.filter((text) => !anchorMark.test(text))
}

const anchorMark = /\bANCHOR(?:_END)?:\s*[\w-]+/

/** https://rust-lang.github.io/mdBook/format/mdbook.html#class-warning */
const mdbookWarnings: TagConstruct = {
  name: 'warning',
  input: '<div class="warning">\n\nIt is **hot**.\n\n</div>',
  becomes: '> [!WARNING]\n> It is **hot**.',
  syntax: elementTags,
  names: new Set(['div']),
  tag({ kind, attributes, content, isBlock, line }) {
    const [, type] = /^class="(warning|note|tip|info)"$/.exec(attributes) ?? []
    if (kind !== 'pair' || type === undefined || !isBlock) return undefined
    return { block: [makeAlert(type, undefined, content, line)] }
  },
}

/**
 * Hidden lines are dropped: they only complete an example, and with their mark are no valid Rust.
 * https://rust-lang.github.io/mdBook/format/mdbook.html#hiding-code-lines
 */
const mdbookHiddenLines: CodeConstruct = {
  name: 'hidden line of Rust',
  input: '```rust\n# fn main() {\nlet a = 1;\n## [test]\n# }\n```',
  becomes: '```rust\nlet a = 1;\n# [test]\n```',
  code(code) {
    if (code.type === 'span' || !/^\s*rust\b/.test(code.info)) return undefined
    const lines = code.lines
      .filter(({ text }) => !/^\s*#(?: |$)/.test(text))
      .map((line) => ({ ...line, text: line.text.replace(/^(\s*)##/, '$1#') }))
    return [{ ...code, lines }]
  },
}

export const mdbookConstructs: readonly PartConstruct[] = [
  mdbookIncludeInCode,
  mdbookHiddenLines,
  mdbookInclude,
  mdbookWarnings,
  ...kramdownFormulas,
]

export const mdbookCode: Partial<CodeRules> = {
  markdownTags: [/^<(?:div|p|span) class="|^<\/[a-z]/],
}
