/** Reads the documents of a tree in the dialects of its site. @module */
import { hash } from 'node:crypto'
import { join, relative, resolve, sep } from 'node:path'
import { withoutFrontMatter } from '../../convert/code/front-matter-lines.ts'
import type { DialectContext, IncludedFile } from '../dialects/parts/part-construct.ts'
import { type ReadMarkdown, readDialects } from '../dialects/read-dialects.ts'
import type { FileIndex } from '../files/file-index.ts'
import { type FileSystem, type ReadRefusal, RefusedFileError } from '../files/guarded-files.ts'
import {
  DocumentError,
  FileTooLargeError,
  NotRegularFileError,
  placeOfFailure,
} from '../files/read-failure.ts'
import { folderOf, relativePath } from '../files/tree-paths.ts'
import { asText } from '../navigation/yaml-value.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { Sites, SiteTree } from '../site/find-sites.ts'
import { fieldOf } from '../site/settings.ts'
import type { Site } from '../site/site.ts'
import { type FileWatch, inSeconds, OutOfTimeError } from './file-watch.ts'
import { cascadeFinder, type FindCascaded } from './page-cascade.ts'
import { uidFinder } from './page-uids.ts'
import {
  type MarkdownDocument,
  readDocument,
  readExported,
  unreadDocument,
} from './read-document.ts'

export interface DocumentReader {
  /** @throws {DocumentError} When the file cannot be read, is larger than `maxBytes` or is no text. */
  load(file: string, maxBytes: number): Promise<string>
  /** @throws {OutOfTimeError} When parsing would take too long; a failing dialect gives a notice. */
  read(path: string, text: string): MarkdownDocument
  takeAsIs(text: string, error: unknown): MarkdownDocument
  /** Give a document as plain Markdown, without its outline. */
  toMarkdown(path: string, text: string): string
  readonly watch: FileWatch
}

interface DocumentTree extends Omit<SiteTree, 'sites'> {
  readonly sites: Pick<Sites, 'of'>
  readonly files: FileIndex
  readonly isExport?: boolean
}

export function documentReader(tree: DocumentTree): DocumentReader {
  const { sites, watch } = tree
  if (tree.isExport) return exportedReader(tree)
  const findUid = uidFinder(tree)
  const readings = rememberedReadings()
  const includers = new Set<string>()
  const findCascaded = cascadeFinder(tree)
  const inDialects = (path: string, text: string, onNotice: OnNotice): ReadMarkdown => {
    const onInclude = (): void => void includers.add(path)
    const place = { ...tree, site: sites.of(path) }
    const context = dialectContext(place, path, { findUid, findCascaded, onNotice, onInclude })
    return readDialects(
      withAppended(place, { path, text, onInclude }),
      place.site.dialects,
      context,
    )
  }
  /** A document that failed before fails at once; one that succeeded needs no deadline. */
  const attempt = <Result>(path: string, text: string, work: () => Result): Result | Notice => {
    const earlier = readings.find(path, text)
    if (earlier?.failure !== undefined) return earlier.failure
    try {
      return earlier === undefined ? watch.run(work) : watch.again(work)
    } catch (error) {
      const failure = wordFailure(error, watch)
      readings.note(path, text, { failure })
      return failure
    }
  }
  return {
    watch,
    load: (file, maxBytes) => readMarkdown(tree.fileSystem, file, maxBytes),
    read(path, text) {
      const cachedDocument = readings.find(path, text)?.document
      if (cachedDocument !== undefined) return cachedDocument
      const startedAt = performance.now()
      const notices: Notice[] = []
      const onNotice = (notice: Notice): void => void notices.push(notice)
      const outline = attempt(path, text, () =>
        outlineOf(inDialects(path, text, onNotice), notices, watch),
      )
      if (!isNotice(outline) && !includers.has(path)) readings.note(path, text, {})
      const parsedDocument = isNotice(outline) ? plainDocument(text, outline, watch) : outline
      const name = sites.of(path).titleOf(path)
      const document =
        name === undefined ? parsedDocument : { ...parsedDocument, titleHeading: name }
      if (performance.now() - startedAt > slowMs && !isNotice(outline))
        readings.note(path, text, { document })
      return document
    },
    takeAsIs: (text, error) => unreadDocument(text, [wordFailure(error, watch)]),
    toMarkdown(path, text) {
      const cachedDocument = readings.find(path, text)?.document
      if (cachedDocument !== undefined) return cachedDocument.markdown
      const result = attempt(path, text, () => inDialects(path, text, () => {}))
      return isNotice(result) ? text : result.markdown
    },
  }
}

const slowMs = 500
/** Slow documents are cached up to this many characters in total; the others are read again. */
const maxCached = 32 * 1024 * 1024

function exportedReader({ fileSystem, watch }: DocumentTree): DocumentReader {
  return {
    watch,
    load: (file, maxBytes) => readMarkdown(fileSystem, file, maxBytes),
    read: (_, text) => watch.parse(text, () => readExported(text)),
    takeAsIs: (text, error) => unreadDocument(text, [wordFailure(error, watch)]),
    toMarkdown: (_, text) => text,
  }
}

type OnNotice = (notice: Notice) => void

interface Reading {
  readonly digest: string
  readonly failure?: Notice
  readonly document?: MarkdownDocument
}

/**
 * An import reads each file several times, and only the first reading needs a deadline. Texts with
 * includes keep the deadline, because the included file may have changed. Failures and slow documents
 * are remembered for the whole run.
 */
function rememberedReadings() {
  const readings = new Map<string, Reading>()
  let cachedCharacters = 0
  const digestOf = (text: string): string => hash('sha256', text, 'base64')
  return {
    find(path: string, text: string): Reading | undefined {
      const reading = readings.get(path)
      return reading?.digest === digestOf(text) ? reading : undefined
    },
    note(path: string, text: string, result: Omit<Reading, 'digest'>): void {
      const { document } = result
      cachedCharacters += document?.markdown.length ?? 0
      if (document === undefined || cachedCharacters <= maxCached)
        readings.set(path, { digest: digestOf(text), ...result })
    },
  }
}

function outlineOf(
  { markdown, lineInFile }: ReadMarkdown,
  notices: readonly Notice[],
  watch: FileWatch,
): MarkdownDocument {
  return watch.parse(markdown, () => readDocument(markdown, { lineInFile, notices }))
}

/** Falls back to a document without front matter and links. */
function plainDocument(text: string, failure: Notice, watch: FileWatch): MarkdownDocument {
  try {
    return outlineOf({ markdown: text, lineInFile: (line) => line }, [failure], watch)
  } catch {
    return watch.parse(text, () => unreadDocument(text, [failure]))
  }
}

function isNotice(result: Notice | MarkdownDocument | ReadMarkdown): result is Notice {
  return 'code' in result
}

function wordFailure(error: unknown, { timeoutMs }: FileWatch): Notice {
  if (error instanceof OutOfTimeError) return wordNotice('reading-ended', inSeconds(timeoutMs))
  return wordNotice('reading-failed', placeOfFailure(error))
}

interface DocumentPlace extends DocumentTree {
  readonly site: Site
}

interface ContextParts {
  readonly findUid: ReturnType<typeof uidFinder>
  readonly findCascaded: FindCascaded
  readonly onNotice: OnNotice
  readonly onInclude: () => void
}

function dialectContext(
  tree: DocumentPlace,
  path: string,
  { findUid, findCascaded, onNotice, onInclude }: ContextParts,
): DialectContext {
  return {
    path,
    readInclude: (address, line, isSample = false) => {
      onInclude()
      const include = findInclude(tree, path, address)
      if (typeof include === 'object') return include
      if (!isSample) onNotice(wordNotice(include, address, line))
      return undefined
    },
    findFile: (name) => {
      const file = tree.files.find(name, folderOf(path))
      return file && relativePath(folderOf(path), file)
    },
    hasMacros: tree.site.hasMacros,
    keepsLines: tree.site.keepsLines,
    findUid: (uid) => {
      const page = findUid(uid)
      if (page === undefined) return undefined
      const fragment = page.fragment === undefined ? '' : `#${encodeURIComponent(page.fragment)}`
      return { title: page.title, address: relativePath(folderOf(path), page.path) + fragment }
    },
    inherited: (name) => findCascaded(path, name, tree.site),
    variable: (name) => asText(name.split('.').reduce(fieldOf, tree.site.variables)),
    notice: (code, detail, line) => onNotice(wordNotice(code, detail, line)),
  }
}

function withAppended(
  tree: DocumentPlace,
  { path, text, onInclude }: { path: string; text: string; onInclude: () => void },
): string {
  const { appendedFiles } = tree.site
  if (appendedFiles.length === 0) return text
  if (withoutFrontMatter(text).trim() === '') return text
  onInclude()
  return appendedFiles.reduce((all, name) => {
    const file = findInclude(tree, path, name)
    return typeof file === 'string' || file.path === path ? all : `${all}\n\n${file.text}`
  }, text)
}

/** Prefixes that stand for the site's root, unless an alias uses them. */
const siteRoot = /^(?:@(?:site|docs)?|~)?\/+/

function findInclude(
  { base, site, fileSystem }: DocumentPlace,
  path: string,
  address: string,
): IncludedFile | IncludeProblem {
  const alias = site.aliases.find(({ prefix }) => address.startsWith(prefix))
  const isRooted = siteRoot.test(address)
  const name = address.slice(alias?.prefix.length ?? 0).replace(siteRoot, '')
  const around = isRooted
    ? [...site.rootFolders, ...site.includeFolders]
    : [join(base, folderOf(path)), ...site.includeFolders, ...site.rootFolders]
  const folders = alias === undefined ? around : [alias.folder]
  let problem: IncludeProblem = 'include-missing'
  for (const folder of folders) {
    const file = resolve(folder, name)
    try {
      const text = fileSystem.readText(file)
      return { path: relative(base, file).replaceAll(sep, '/'), text }
    } catch (error) {
      if (error instanceof RefusedFileError) problem = `include-${error.refusal}`
    }
  }
  return problem
}

type IncludeProblem = 'include-missing' | `include-${ReadRefusal}`

async function readMarkdown(
  fileSystem: FileSystem,
  file: string,
  maxBytes: number,
): Promise<string> {
  const bytes = await fileSystem.readBytes(file, maxBytes).catch((cause: unknown) => {
    throw new DocumentError(wordUnreadable(cause, maxBytes), { cause })
  })
  return decodeMarkdown(bytes)
}

function wordUnreadable(error: unknown, maxBytes: number): string {
  if (error instanceof FileTooLargeError) {
    return `This file has ${error.size} bytes, and a request may hold ${maxBytes} (--max-body). Split it.`
  }
  if (error instanceof RefusedFileError) return `This file is not imported: ${error.message}.`
  if (error instanceof NotRegularFileError) return 'This is not a file: it was not opened.'
  const { code, message } = error as NodeJS.ErrnoException
  return `This file cannot be read (${code ?? message}). Check that it is there and may be read.`
}

/** @throws {DocumentError} When the text is neither UTF-8 nor UTF-16 with its byte order mark. */
function decodeMarkdown(bytes: Uint8Array): string {
  const encoding = wideEncoding(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    const where = encoding === 'utf-8' ? `Line ${findBadLine(bytes)}: this` : 'This'
    throw new DocumentError(
      `${where} is not ${encoding.toUpperCase()} text. Convert the file, such as with iconv -f latin1 -t utf-8.`,
      { cause },
    )
  }
}

function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function findBadLine(bytes: Uint8Array): number {
  const lineBreak = 0x0a
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const at = bytes.indexOf(lineBreak, start)
    const end = at === -1 ? bytes.length : at + 1
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end
  }
  return line
}
