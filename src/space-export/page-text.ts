/**
 * Writes a page as the text of its file: its addresses of pages, images and files of the space name
 * their files, and all else stays as it was imported.
 * @module
 */
import { isKeptPageLink } from '../adf/page-links.ts'
import type { AdfDoc } from '../adf/types.ts'
import { encodeFileName, nameInDataUrl } from '../convert/embedded-images/linked-file-url.ts'
import { markdownToAdf } from '../convert/markdown-to-adf.ts'
import { isRelativeAddress } from '../convert/relative-address.ts'
import { titleFilter } from '../convert/title-heading.ts'
import type { Address } from '../folder-import/documents/address.ts'
import { findWritten, replaceAddresses } from '../folder-import/documents/read-exported.ts'
import { attachmentsFolder, foreignMark, mayBeOwn } from '../folder-import/files/exported-tree.ts'
import { folderOf, relativePath } from '../folder-import/files/tree-paths.ts'
import { type Message, textOf } from '../isolation/frames.ts'
import { diskName, type ExportedPage } from './exported-pages.ts'

/** A page, and what its addresses may mean. */
export interface PageOfExport extends Omit<ExportedPage, 'id' | 'version' | 'savedAt'> {
  /** The pages of the space that are linked to: their paths by their ids. */
  readonly paths: Readonly<Record<string, string>>
  /** The images and files of the page: the endings that they have as files, by digest. */
  readonly endings: Readonly<Record<string, string>>
  /** The origin of the wiki's addresses; undefined takes any, and completes no links out of the space. */
  readonly origin: string | undefined
  readonly spaceKey: string
}

/** A file that goes with the pages. */
export interface UsedFile {
  readonly sha256: string
  readonly path: string
}

export interface PageText {
  readonly text: string
  readonly files: readonly UsedFile[]
  /** What could not be kept, in words. */
  readonly warnings: readonly string[]
}

/**
 * Write a page.
 * @param markdown As it was imported.
 * @param adf As it was saved.
 */
export function writePageText(page: PageOfExport, markdown: string, adf: string): PageText {
  const files = new Map<string, UsedFile>()
  const warnings = new Set<string>()
  const replace = (address: Address): string => {
    const { url } = address
    const own = pageAddress(page, address, warnings) ?? fileAddress(page, address, files, warnings)
    return own ?? (mayBeOwn(url) ? foreignMark + url : url)
  }
  const front = frontMatter(page, keepsHeading(page.title, adf, markdown))
  const whole = front + markdown
  const inBody = findWritten(whole, isWanted).filter(({ start }) => start >= front.length)
  const text = replaceAddresses(whole, inBody, replace)
  for (const [, sha256 = ''] of text.matchAll(/attachment:([0-9a-f]{64})/g)) {
    const path = filePath(page, sha256)
    if (path === undefined) continue
    files.set(path, { sha256, path })
    warnings.add(`an address stays attachment:${sha256}; what it names is ${path}`)
  }
  return { text, files: [...files.values()], warnings: [...warnings] }
}

/** The same in a worker. */
export function exportPage({ value, parts: [markdown, adf] }: Message): Message {
  const written = writePageText(value as PageOfExport, textOf(markdown), textOf(adf))
  const { text, ...rest } = written
  return { value: rest, parts: [Buffer.from(text)] }
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

function isWanted(url: string): boolean {
  return isRelativeAddress(url) || /^(?:https?|attachment):/i.test(url)
}

/** An import writes links to pages as they are kept, and leaves whole addresses. */
function pageAddress(
  { origin, spaceKey, paths, path }: PageOfExport,
  { kind, url }: Address,
  warnings: Set<string>,
): string | undefined {
  const [, host, key, id = '', fragment = ''] =
    /^(?:(https?:\/\/[^/]+)\/wiki\/)?spaces\/(\w+)\/pages\/(\d+)(#[^\s<>]*)?$/.exec(url) ?? []
  const isHere = key === spaceKey && (host === undefined || (origin ?? host) === host)
  const target = isHere && Object.hasOwn(paths, id) ? paths[id] : undefined
  if (target !== undefined) {
    if (host !== undefined) warnings.add('a link with the address of the service leads to a file')
    return shortAddress(folderOf(path), target) + fragment
  }
  if (kind !== 'link' || origin === undefined || !isKeptPageLink(url)) return undefined
  warnings.add('a link out of the export has the address of the service')
  return `${origin}/wiki/${url}`
}

/** Images stand by themselves, linked files below their digests by their names. */
function fileAddress(
  page: PageOfExport,
  { kind, url }: Address,
  files: Map<string, UsedFile>,
  warnings: Set<string>,
): string | undefined {
  const [, sha256 = '', written] = /^attachment:([0-9a-f]{64})(?:\/([\w.%-]+))?$/.exec(url) ?? []
  const name = written && nameInDataUrl(`data:;name=${written};,`)
  if ((kind === 'image') !== (name === undefined)) return undefined
  const onDisk = name && diskName(name)
  const path = filePath(page, sha256, onDisk)
  if (path === undefined) return undefined
  if (onDisk !== name) warnings.add(`the file ${JSON.stringify(name)} is called ${onDisk}`)
  files.set(path, { sha256, path })
  const folder = folderOf(page.path)
  if (onDisk === undefined) return shortAddress(folder, path)
  return `${shortAddress(folder, folderOf(path))}/${encodeFileName(onDisk)}`
}

/** Half a digest tells files apart as surely as anybody could tell. */
function filePath({ endings }: PageOfExport, sha256: string, name?: string): string | undefined {
  if (!Object.hasOwn(endings, sha256)) return undefined
  const digest = `${attachmentsFolder}/${sha256.slice(0, 32)}`
  return name === undefined ? `${digest}.${endings[sha256]}` : `${digest}/${name}`
}

/** Letters of all scripts stay readable: names of pages have nothing that would need another form. */
function shortAddress(folder: string, path: string): string {
  return decodeURIComponent(relativePath(folder, path))
}

/** Write it, with its lines of `---`. */
function frontMatter(
  { title, navigationTitle, labels, position, isHomepage }: PageOfExport,
  keepsTitleHeading: boolean,
): string {
  const lines = [
    `title: ${yamlText(title)}`,
    ...(navigationTitle === '' ? [] : [`navigationTitle: ${yamlText(navigationTitle)}`]),
    ...(labels.length === 0 ? [] : [`labels: [${labels.map(quoted).join(', ')}]`]),
    ...(position === undefined ? [] : [`position: ${position}`]),
    ...(keepsTitleHeading ? ['keepTitleHeading: true'] : []),
    ...(isHomepage ? ['markport: homepage'] : []),
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
