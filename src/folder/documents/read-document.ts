/** Reads what an import needs of a Markdown document: its front matter, title and addresses. @module */
import type { Heading, Html, Parents, PhrasingContent, Root, RootContent } from 'mdast'
import { type Address, isFileAddress } from '../../convert/addresses/address.ts'
import { findAddresses, rawAddresses } from '../../convert/addresses/find-addresses.ts'
import { parseSource, type SourceMap } from '../../convert/addresses/source-map.ts'
import { splitHeadingName } from '../../convert/adf/heading-names.ts'
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { replaceEmojiNames } from '../../convert/constructs/text.ts'
import { findElementRule } from '../../convert/html/html-elements.ts'
import { htmlTokens } from '../../convert/html/html-tokens.ts'
import { lineOf, type MarkdownNode } from '../../convert/parse-markdown.ts'
import type { Notice } from '../notices.ts'
import { withCommentHeaders } from './comment-headers.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { type FrontMatterField, readFields } from './front-matter-fields.ts'

export interface MarkdownDocument {
  readonly markdown: string
  readonly frontMatter: FrontMatter
  /** Offset behind the front matter; 0 without one. */
  readonly bodyStart: number
  /** Offset behind the heading that opens the body and gives the title; `bodyStart` without one. */
  readonly titleEnd: number
  /** Text of the heading that gives the title, or the site's title. */
  readonly titleHeading: string | undefined
  readonly says: 'nothing' | 'title' | 'text'
  readonly addresses: readonly Address[]
  readonly notices: readonly Notice[]
  lineInFile(line: number): number
}

type DocumentOrigin = Pick<MarkdownDocument, 'notices' | 'lineInFile'>

const fileOrigin: DocumentOrigin = { notices: [], lineInFile: (line) => line }

/** @param origin Maps lines of the Markdown to the file, and adds notices. */
export function readDocument(
  markdown: string,
  origin: DocumentOrigin = fileOrigin,
): MarkdownDocument {
  const { root, sources, source, bodyStart } = parseDocument(markdown)
  const title = findDocumentTitle(root)
  const addresses = findAddresses(root, sources)
  const frontMatter = withCommentHeaders(readFrontMatter(source), root, { ...origin, addresses })
  return {
    markdown,
    frontMatter,
    bodyStart,
    titleEnd: endOfOpening(root, title, sources) ?? bodyStart,
    titleHeading: title?.text,
    says: extentOf(root, title),
    addresses: addresses.map((address) => ({
      ...address,
      line: origin.lineInFile(address.line),
    })),
    lineInFile: origin.lineInFile,
    notices: [...frontMatter.notices, ...origin.notices],
  }
}

function endOfOpening(
  root: Root,
  title: DocumentTitle | undefined,
  { document, rangeOf }: SourceMap,
): number | undefined {
  const opening = root.children.find((node) => !isInvisible(node))
  const end = title && opening === title.node ? rangeOf(title.node)?.end : undefined
  return end === undefined ? undefined : lineEnd(document, end)
}

export function unreadDocument(markdown: string, notices: readonly Notice[]): MarkdownDocument {
  let bodyStart = 0
  for (let lines = frontMatterLines(splitLines(markdown)); lines > 0; lines -= 1) {
    bodyStart = lineEnd(markdown, bodyStart)
  }
  return {
    markdown,
    frontMatter: noFrontMatter,
    bodyStart,
    titleEnd: bodyStart,
    titleHeading: undefined,
    says: 'text',
    addresses: [],
    notices,
    lineInFile: fileOrigin.lineInFile,
  }
}

const noFrontMatter = readFrontMatter(undefined)

function parseDocument(markdown: string) {
  const { root, sources } = parseSource(markdown)
  const [first] = root.children
  if (first?.type !== 'yaml' && first?.type !== 'toml') return { root, sources, bodyStart: 0 }
  const source = { type: first.type, value: first.value, line: 2 }
  const bodyStart = lineEnd(markdown, first.position?.end.offset ?? 0)
  return { root, sources, source, bodyStart }
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at + 1
}

interface DocumentTitle {
  readonly node: Heading | Html
  readonly text: string
  /** Whether the heading is only words, so that removing it loses nothing. */
  readonly isPlain: boolean
}

/** Find the title: the first heading of level 1, or else a heading that opens the document. */
function findDocumentTitle(root: Root): DocumentTitle | undefined {
  for (const node of root.children) {
    if (node.type === 'heading' && node.depth === 1) return fromHeading(node)
    const title = node.type === 'html' ? fromHtml(node) : undefined
    if (title !== undefined) return title
  }
  const opening = root.children.find((node) => !isSilent(node))
  return opening?.type === 'heading' ? fromHeading(opening) : undefined
}

/** Tell what a document shows: nothing, only its title, or more. */
function extentOf(root: Root, title: DocumentTitle | undefined): 'nothing' | 'title' | 'text' {
  const visibleNodes = root.children.filter((node) => !isInvisible(node))
  if (visibleNodes.length === 0) return 'nothing'
  return visibleNodes.length === 1 && visibleNodes[0] === title?.node && title?.isPlain
    ? 'title'
    : 'text'
}

function fromHeading(node: Heading): DocumentTitle {
  return { node, text: titleText(plainTitle(node)), isPlain: isPlain(node) }
}

function fromHtml(node: Html): DocumentTitle | undefined {
  if (!/<h1[\s>]/i.test(node.value)) return undefined
  const tokens = htmlTokens(node.value, lineOf(node))
  const start = tokens.findIndex((token) => token.kind === 'open' && token.name === 'h1')
  const end = tokens.findIndex((token) => token.kind === 'close' && token.name === 'h1')
  const words = tokens
    .slice(start, Math.max(start, end))
    .map((token) => (token.kind === 'text' ? token.text : ''))
  const text = titleText(words.join(' '))
  return text === '' ? undefined : { node, text, isPlain: false }
}

const attributeList = /\s*\{(?:[#.:/]|[\w-]+=)[^{}]*\}$/

function titleText(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  return replaceEmojiNames(text.endsWith('}') ? text.replace(attributeList, '') : text).trim()
}

function isPlain({ children }: Heading): boolean {
  return children.every((child) => {
    if (child.type === 'text' || child.type === 'inlineCode') return true
    const isMark = child.type === 'emphasis' || child.type === 'strong' || child.type === 'delete'
    return isMark && child.children.every(({ type }) => type === 'text' || type === 'inlineCode')
  })
}

/** Nodes without words, such as logos, may stand before the heading. */
function isSilent(node: RootContent): boolean {
  if (node.type === 'paragraph') return node.children.every(isPicture)
  return isInvisible(node) || node.type === 'html' || node.type === 'thematicBreak'
}

function isPicture(node: PhrasingContent): boolean {
  if (node.type === 'link' || node.type === 'linkReference') return node.children.every(isPicture)
  if (node.type === 'text') return node.value.trim() === ''
  return ['image', 'imageReference', 'html', 'break'].includes(node.type)
}

function isInvisible(node: RootContent): boolean {
  if (node.type === 'paragraph') return node.children.every(isAnchor)
  if (node.type === 'html') {
    return htmlTokens(node.value, 1).every(
      (token) => token.kind === 'comment' || (token.kind === 'text' && token.text.trim() === ''),
    )
  }
  return ['yaml', 'toml', 'definition'].includes(node.type)
}

/** `<a id="…"></a>` names a place and shows nothing. */
function isAnchor(node: PhrasingContent): boolean {
  return node.type === 'html' && /^<(?:a id="[^"<>]*"|\/a)>$/.test(node.value)
}

/**
 * Read the words of a heading: without formatting, tags and `{#name}`; images count as their
 * descriptions, emoji names as characters, and `<String>` is a word.
 */
export function plainTitle(heading: Heading): string {
  const words: string[] = []
  const pending: MarkdownNode[] = heading.children.toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type === 'text') words.push(replaceEmojiNames(next.value))
    else if (next.type === 'inlineCode') words.push(next.value)
    else if (next.type === 'image' || next.type === 'imageReference') words.push(next.alt ?? '')
    else if (next.type === 'html' && isWord(next.value, heading)) words.push(next.value)
    else if (next.type === 'break' || (next.type === 'html' && separates(next.value)))
      words.push(' ')
    else if ('children' in next) for (const child of next.children.toReversed()) pending.push(child)
  }
  return splitHeadingName(words.join('').replace(/\s+/g, ' ').trim()).text
}

/** Tell whether an apparent tag is the parameter of a type, as in `List<String>`. */
function isWord(html: string, heading: Heading): boolean {
  const [, name] = /^<([a-z][a-z\d-]*)>$/i.exec(html) ?? []
  if (name === undefined) return false
  const kind = findElementRule(name.toLowerCase())?.kind
  return (kind === undefined || kind === 'inline') && !closesTag(heading, `</${name}>`)
}

function closesTag({ children }: Parents, tag: string): boolean {
  return children.some((child) =>
    'children' in child
      ? closesTag(child, tag)
      : child.type === 'html' && child.value.toLowerCase() === tag.toLowerCase(),
  )
}

function separates(html: string): boolean {
  const [token] = htmlTokens(html, 1)
  if (token?.kind !== 'open' && token?.kind !== 'close') return false
  return token.name === 'br' || findElementRule(token.name)?.kind === 'block'
}

/** Read a file of an export. Markport wrote it as plain Markdown, so it has no dialect. */
export function readExported(markdown: string): MarkdownDocument {
  const { root, sources, source, bodyStart } = parseDocument(markdown)
  const isRead = source?.type === 'yaml'
  return {
    markdown,
    frontMatter: exportedFrontMatter(isRead ? readFields(source).fields : new Map()),
    bodyStart: isRead ? bodyStart : 0,
    titleEnd: 0,
    titleHeading: undefined,
    says: 'text',
    addresses: rawAddresses(root, sources, isFileAddress),
    ...fileOrigin,
  }
}

function exportedFrontMatter(fields: ReadonlyMap<string, FrontMatterField>): FrontMatter {
  const wordOf = (name: string): string | undefined => {
    const value = fields.get(name)?.value
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [title, navigationTitle] = [wordOf('title'), wordOf('navigationTitle')]
  const position = wordOf('position') ?? ''
  const labels = fields.get('labels')
  return {
    ...(title && { title }),
    ...(navigationTitle && { navigationTitle }),
    isSkipped: wordOf('markport') === 'false',
    labels: Array.isArray(labels?.value)
      ? { names: labels.value.map(String), line: labels.line }
      : undefined,
    notices: [],
    exported: {
      ...(/^\d{1,9}$/.test(position) && { position: Number(position) }),
      keepsTitleHeading: wordOf('keepTitleHeading') === 'true',
      isHomepage: wordOf('markport') === 'homepage',
    },
  }
}
