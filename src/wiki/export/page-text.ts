/** Writes a page's file with relative paths to pages, images and files. @module */
import { posix } from 'node:path'
import { type Message, textOf } from '../../contract/base/message.ts'
import { attachmentsFolder, foreignMark, mayNamePart } from '../../contract/export-files.ts'
import type { Address } from '../../convert/addresses/address.ts'
import { findRawAddresses, replaceAddresses } from '../../convert/addresses/find-addresses.ts'
import { isKeptPageLink, isRelativeAddress } from '../../convert/adf/page-links.ts'
import type { AdfDoc } from '../../convert/adf/types.ts'
import { encodeFileName, nameInDataUrl } from '../../convert/embedded-images/data-urls.ts'
import { markdownToAdf } from '../../convert/markdown-to-page.ts'
import { diskName, type ExportedPage } from './exported-pages.ts'

export interface PageOfExport extends Omit<ExportedPage, 'id' | 'version' | 'savedAt'> {
  readonly paths: Readonly<Record<string, string>>
  readonly endings: Readonly<Record<string, string>>
  /** The wiki's origin; undefined accepts any origin, and leaves links to other spaces incomplete. */
  readonly origin: string | undefined
  readonly spaceKey: string
}

export interface UsedFile {
  readonly sha256: string
  readonly path: string
}

export interface PageText {
  readonly text: string
  readonly files: readonly UsedFile[]
  readonly warnings: readonly string[]
}

export function writePageText(page: PageOfExport, markdown: string, adf: string): PageText {
  const files = new Map<string, UsedFile>()
  const warnings = new Set<string>()
  const replace = (address: Address): string => {
    const { url } = address
    const ownAddress =
      pageAddress(page, address, warnings) ?? fileAddress(page, address, files, warnings)
    return ownAddress ?? (mayNamePart(url) ? foreignMark + url : url)
  }
  const front = frontMatter(page, keepsHeading(page.title, adf, markdown))
  const file = front + markdown
  const inBody = findRawAddresses(file, isRewritten).filter(({ start }) => start >= front.length)
  const text = replaceAddresses(file, inBody, replace)
  for (const [, sha256 = ''] of text.matchAll(/attachment:([0-9a-f]{64})/g)) {
    const path = filePath(page, sha256)
    if (path === undefined) continue
    files.set(path, { sha256, path })
    warnings.add(`an address stays attachment:${sha256}; what it names is ${path}`)
  }
  return { text, files: [...files.values()], warnings: [...warnings] }
}

export function exportPage({ value, parts: [markdown, adf] }: Message): Message {
  const pageText = writePageText(value as PageOfExport, textOf(markdown), textOf(adf))
  const { text, ...rest } = pageText
  return { value: rest, parts: [Buffer.from(text)] }
}

/** Tells whether the front matter must make imports keep a heading that repeats the title. */
function keepsHeading(title: string, adf: string, markdown: string): boolean {
  const { content } = JSON.parse(adf) as AdfDoc
  if (!content.some(({ type }) => type === 'heading')) return false
  // The import may have removed a heading that repeats the title, and left a second one.
  const imported = markdownToAdf(markdown, { title }).adf.content.length
  if (imported >= content.length) return false
  // The list of warnings is limited, so it may not name the removed heading.
  return imported < markdownToAdf(markdown).adf.content.length
}

function isRewritten(url: string): boolean {
  return isRelativeAddress(url) || /^(?:https?|attachment):/i.test(url)
}

/** Imports rewrite links to pages as stored, and leave absolute addresses. */
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
    return shortAddress(posix.dirname(path), target) + fragment
  }
  if (kind !== 'link' || origin === undefined || !isKeptPageLink(url)) return undefined
  warnings.add('a link out of the export has the address of the service')
  return `${origin}/wiki/${url}`
}

function fileAddress(
  page: PageOfExport,
  { kind, url }: Address,
  files: Map<string, UsedFile>,
  warnings: Set<string>,
): string | undefined {
  const [, sha256 = '', fileName] = /^attachment:([0-9a-f]{64})(?:\/([\w.%-]+))?$/.exec(url) ?? []
  const name = fileName && nameInDataUrl(`data:;name=${fileName};,`)
  if ((kind === 'image') !== (name === undefined)) return undefined
  const onDisk = name && diskName(name)
  const path = filePath(page, sha256, onDisk)
  if (path === undefined) return undefined
  if (onDisk !== name) warnings.add(`the file ${JSON.stringify(name)} is called ${onDisk}`)
  files.set(path, { sha256, path })
  const folder = posix.dirname(page.path)
  if (onDisk === undefined) return shortAddress(folder, path)
  return `${shortAddress(folder, posix.dirname(path))}/${encodeFileName(onDisk)}`
}

/** Half a digest identifies files well enough. */
function filePath({ endings }: PageOfExport, sha256: string, name?: string): string | undefined {
  if (!Object.hasOwn(endings, sha256)) return undefined
  const digest = `${attachmentsFolder}/${sha256.slice(0, 32)}`
  return name === undefined ? `${digest}.${endings[sha256]}` : `${digest}/${name}`
}

/** The names of exported pages and images need no escapes, so letters of all scripts stay readable. */
function shortAddress(folder: string, path: string): string {
  return posix.relative(`/${folder}`, `/${path}`)
}

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

/** Plain scalars that are safe in every YAML version, and in line-based parsers. */
const plain = /^\p{L}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+)*$/u
const yamlWords = /^(?:null|true|false|yes|no|on|off|y|n)$/i

function yamlText(text: string): string {
  return plain.test(text) && !yamlWords.test(text) ? text : quoted(text)
}

/** JSON strings are valid in YAML once these characters are escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
