/**
 * Writes a page as the text of its file. What `readExported` and the resolver of exports make of it is
 * looked at before it is given: where that would not be the page's Markdown to the letter, its addresses
 * stay as they are, and the file says so.
 * @module
 */
import type { AdfDoc } from '../adf/types.ts'
import { encodeFileName, nameInDataUrl } from '../convert/embedded-images/linked-file-url.ts'
import { markdownToAdf } from '../convert/markdown-to-adf.ts'
import { isRelativeAddress } from '../convert/relative-address.ts'
import { titleFilter } from '../convert/title-heading.ts'
import type { Address } from '../folder-import/documents/address.ts'
import { findWritten, readExported } from '../folder-import/documents/read-exported.ts'
import { attachmentsFolder, foreignMark, mayBeOwn } from '../folder-import/files/exported-tree.ts'
import { folderOf, relativePath } from '../folder-import/files/tree-paths.ts'
import { type Message, textOf } from '../isolation/frames.ts'
import { adfToMarkdown } from '../render/adf-to-markdown.ts'
import { diskName, type ExportedPage } from './exported-pages.ts'

/** A page, and what its addresses may mean. */
export interface PageOfExport
  extends Pick<
    ExportedPage,
    'path' | 'title' | 'navigationTitle' | 'labels' | 'position' | 'isHomepage'
  > {
  /** The pages of the space that are linked to: their paths by their ids. */
  readonly paths: Readonly<Record<string, string>>
  /** The images and files of the page: the endings that they have as files, by digest. */
  readonly endings: Readonly<Record<string, string>>
  readonly wiki: ExportedWiki
}

/** Where the addresses of the pages are: in an embedded space, or below a site of Confluence. */
export type ExportedWiki =
  | {
      readonly spaceKey: string
      /** Undefined takes any. */
      readonly origin: string | undefined
    }
  | { readonly siteUrl: string }

/** A file that goes with the pages. */
export interface UsedFile {
  readonly sha256: string
  readonly path: string
}

export interface PageText {
  readonly text: string
  readonly files: readonly UsedFile[]
  /** Made of the page's document, as it was not written as Markdown. */
  readonly isMade: boolean
  /** Blocks that stay ADF, as no Markdown says them. */
  readonly blocks: number
  /** Its addresses stay as they are, its images are no files. */
  readonly isVerbatim: boolean
}

/**
 * Write a page.
 * @param markdown As it was imported; undefined for a page that was written otherwise.
 */
export function writePageText(
  page: PageOfExport,
  adf: string,
  markdown: string | undefined,
): PageText {
  const made = markdown ?? madeMarkdown(adf)
  const body = made.trim() === '' ? nothingToSee : made
  const keepsTitleHeading = keepsHeading(page.title, adf, made)
  const written = withOwnAddresses(page, body, keepsTitleHeading)
  const isMade = markdown === undefined
  const blocks = isMade ? (made.match(/^[ >]*`{3,}adf$/gm)?.length ?? 0) : 0
  if (written !== undefined) return { ...written, isMade, blocks, isVerbatim: false }
  const front = exportedFrontMatter(page, { keepsTitleHeading, isVerbatim: true })
  return { text: front + body, files: [], isMade, blocks, isVerbatim: true }
}

/** The same in a worker. */
export function exportPage({ value, parts: [adf, markdown] }: Message): Message {
  const page = value as PageOfExport
  const { text, ...rest } = writePageText(page, textOf(adf), markdown && textOf(markdown))
  return { value: rest, parts: [Buffer.from(text)] }
}

/** The operation takes no page without text, and this makes none that a reader sees. */
const nothingToSee = '[//]: # "empty"\n'

function madeMarkdown(adf: string): string {
  const path = /"(url|href|id)":"\/wiki\/spaces\/\w+\/attachments\/([0-9a-f]{64}[^"]*)"/g
  return adfToMarkdown(JSON.parse(adf.replace(path, '"$1":"attachment:$2"')) as AdfDoc)
}

/** Tell whether an import has to be told to leave the heading that says the title. */
function keepsHeading(title: string, adf: string, markdown: string): boolean {
  const { content } = JSON.parse(adf) as AdfDoc
  if (!opensWithTitle(title, content)) return false
  // Where the heading was left out, another that says the same may have stood behind it.
  return markdownToAdf(markdown, { title }).adf.content.length < content.length
}

function opensWithTitle(title: string, blocks: AdfDoc['content']): boolean {
  const filter = titleFilter(title)
  return blocks.some(
    (block) => filter.pass(block as Parameters<typeof filter.pass>[0]).length === 0,
  )
}

/** @returns Undefined where the text would not be read as it is. */
function withOwnAddresses(
  page: PageOfExport,
  body: string,
  keepsTitleHeading: boolean,
): Pick<PageText, 'text' | 'files'> | undefined {
  const front = exportedFrontMatter(page, { keepsTitleHeading, isVerbatim: false })
  const files = new Map<string, UsedFile>()
  const originals = new Map<string, string>()
  const replace = (address: Address): string => {
    const { url } = address
    const found = pageAddress(page, url) ?? fileAddress(page, address, files)
    if (found !== undefined) originals.set(found, url)
    return found ?? (mayBeOwn(url) ? foreignMark + url : url)
  }
  const whole = front + body
  const inBody = findWritten(whole, isWanted).filter(({ start }) => start >= front.length)
  const text = replaceAll(whole, inBody, replace)
  const { bodyStart, addresses } = readExported(text)
  if (bodyStart !== front.length) return undefined
  const original = ({ url }: Address): string =>
    originals.get(url) ?? (url.startsWith(foreignMark) ? url.slice(foreignMark.length) : url)
  const isExact =
    replaceAll(text, addresses, original) === whole &&
    addresses.every(
      ({ url }) => originals.has(url) || url.startsWith(foreignMark) || !mayBeOwn(url),
    )
  return isExact ? { text, files: [...files.values()] } : undefined
}

function isWanted(url: string): boolean {
  return isRelativeAddress(url) || /^(?:https?|attachment):/i.test(url)
}

function pageAddress({ wiki, paths, path }: PageOfExport, url: string): string | undefined {
  const linked = 'siteUrl' in wiki ? remotePage(url, wiki.siteUrl) : ownPage(url, wiki)
  const { id = '', tail = '' } = linked ?? {}
  const target = Object.hasOwn(paths, id) ? paths[id] : undefined
  return target === undefined ? undefined : shortAddress(folderOf(path), target) + tail
}

interface LinkedPage {
  readonly id: string | undefined
  /** The fragment. */
  readonly tail: string | undefined
}

function ownPage(
  url: string,
  { spaceKey, origin }: Exclude<ExportedWiki, { siteUrl: string }>,
): LinkedPage | undefined {
  const [, host, key, id, tail] =
    /^(https?:\/\/[^/]+)\/wiki\/spaces\/(\w+)\/pages\/(\d+)(#[^\s<>]*)?$/.exec(url) ?? []
  return key === spaceKey && (origin ?? host) === host ? { id, tail } : undefined
}

/** Tell to which page of a site an address leads. Cloud's have the title behind the id. */
export function remotePage(url: string, siteUrl: string): LinkedPage | undefined {
  if (!url.startsWith(`${siteUrl}/`)) return undefined
  const [found, pathId, queryId, tail] =
    /^\/(?:spaces\/[^/?#]+\/pages\/(\d+)(?:\/[^/?#\s<>]*)?|pages\/viewpage\.action\?pageId=(\d+))(#[^\s<>]*)?$/.exec(
      url.slice(siteUrl.length),
    ) ?? []
  return found === undefined ? undefined : { id: pathId ?? queryId, tail }
}

/** Images stand by themselves, linked files below their digests by their names. */
function fileAddress(
  page: PageOfExport,
  { kind, url }: Address,
  files: Map<string, UsedFile>,
): string | undefined {
  const [, sha256 = '', name] = /^attachment:([0-9a-f]{64})(?:\/([\w.%-]+))?$/.exec(url) ?? []
  const ending = Object.hasOwn(page.endings, sha256) ? page.endings[sha256] : undefined
  if (ending === undefined || (kind === 'image') !== (name === undefined)) return undefined
  // Half a digest tells files apart as surely as anybody could tell.
  const digest = `${attachmentsFolder}/${sha256.slice(0, 32)}`
  const folder = folderOf(page.path)
  if (name === undefined) {
    const path = `${digest}.${ending}`
    files.set(path, { sha256, path })
    return shortAddress(folder, path)
  }
  const readable = nameInDataUrl(`data:;name=${name};,`)
  if (readable === undefined || encodeFileName(readable) !== name) return undefined
  const onDisk = diskName(readable)
  const path = `${digest}/${onDisk ?? 'file'}`
  files.set(path, { sha256, path })
  const start = shortAddress(folder, digest)
  return onDisk === undefined ? `${start}/file#name=${name}` : `${start}/${name}`
}

/** Letters of all scripts stay readable: names of pages have nothing that would need another form. */
function shortAddress(folder: string, path: string): string {
  return decodeURIComponent(relativePath(folder, path))
}

function replaceAll(
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

/** What else is said of a page. */
export interface ReadingNotes {
  /** The heading that says the title stays in the page. */
  readonly keepsTitleHeading: boolean
  /** No address of the text is to be read as a part of the export. */
  readonly isVerbatim: boolean
}

type PageFields = Pick<
  ExportedPage,
  'title' | 'navigationTitle' | 'labels' | 'position' | 'isHomepage'
>

/** Write it, with its lines of `---`. */
function exportedFrontMatter(
  { title, navigationTitle, labels, position, isHomepage }: PageFields,
  { keepsTitleHeading, isVerbatim }: ReadingNotes,
): string {
  const lines = [
    `title: ${yamlText(title)}`,
    ...(navigationTitle === '' ? [] : [`navigationTitle: ${yamlText(navigationTitle)}`]),
    ...(labels.length === 0 ? [] : [`labels: [${labels.map(quoted).join(', ')}]`]),
    ...(position === undefined ? [] : [`position: ${position}`]),
    ...(keepsTitleHeading ? ['keepTitleHeading: true'] : []),
    ...(isHomepage ? ['markport: homepage'] : []),
    ...(isVerbatim ? ['addresses: verbatim'] : []),
  ]
  return `---\n${lines.join('\n')}\n---\n`
}

/** Words that mean nothing else in any YAML, and to whoever reads line by line. */
const plain = /^\p{L}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+)*$/u
const yamlWords = /^(?:null|true|false|yes|no|on|off|y|n)$/i

function yamlText(text: string): string {
  return plain.test(text) && !yamlWords.test(text) ? text : quoted(text)
}

/** JSON's strings are YAML's, but for characters that YAML wants to be escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
