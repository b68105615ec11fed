/** Reads the documents of a tree in the dialects of its site. @module */
import { isUtf8 } from 'node:buffer'
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

interface DocumentTree extends Omit<SiteTree, 'sites'> {
  readonly sites: Pick<Sites, 'of'>
  readonly files: FileIndex
  readonly isExport?: boolean
  /** Largest size of a file; reading a larger one throws. */
  readonly maxBodyBytes: number
}

export type DocumentReader = ReturnType<typeof documentReader>

/** Total length of the documents that are cached, because an import reads each several times. */
const maxKept = 16 * 1024 * 1024

export function documentReader(tree: DocumentTree) {
  const { fileSystem, watch, maxBodyBytes } = tree
  const readAnew = tree.isExport
    ? (_path: string, text: string) => watch.parse(text, () => readExported(text))
    : dialectReader(tree)
  const kept = new Map<string, { readonly digest: string; readonly document: MarkdownDocument }>()
  let keptCharacters = 0
  return {
    watch,
    /** @throws {DocumentError} When the file cannot be read, is too large or is no text. */
    load: (file: string): Promise<string> => readMarkdown(fileSystem, file, maxBodyBytes),
    /** @throws {OutOfTimeError} When parsing would take too long; a failing dialect gives a notice. */
    read(path: string, text: string): MarkdownDocument {
      const digest = hash('sha256', text, 'base64')
      const earlier = kept.get(path)
      if (earlier?.digest === digest) return earlier.document
      const document = readAnew(path, text, digest)
      const growth = document.markdown.length - (earlier?.document.markdown.length ?? 0)
      if (keptCharacters + growth <= maxKept) {
        keptCharacters += growth
        kept.set(path, { digest, document })
      }
      return document
    },
    takeAsIs: (text: string, error: unknown): MarkdownDocument =>
      unreadDocument(text, [wordFailure(error, watch)]),
  }
}

function dialectReader(tree: DocumentTree) {
  const { sites, watch } = tree
  /** Kept for the whole run, because each failure may cost the whole time for a file. */
  const failures = new Map<string, Notice>()
  const finders = { findUid: uidFinder(tree), findCascaded: cascadeFinder(tree) }
  return (path: string, text: string, digest: string): MarkdownDocument => {
    const site = sites.of(path)
    const place = { ...tree, ...finders, site, path }
    const notices: Notice[] = []
    const context = dialectContext(place, (notice) => void notices.push(notice))
    const key = `${digest} ${path}`
    const attempt = (): MarkdownDocument | undefined => {
      try {
        return watch.run(() => {
          const result = readDialects(withAppended(place, text), site.dialects, context)
          return outlineOf(result, notices, watch)
        })
      } catch (error) {
        failures.set(key, wordFailure(error, watch))
        return undefined
      }
    }
    const parsedDocument = failures.has(key) ? undefined : attempt()
    const document = parsedDocument ?? plainDocument(text, failures.get(key) as Notice, watch)
    const titleHeading = site.titleOf(path)
    return titleHeading === undefined ? document : { ...document, titleHeading }
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

function wordFailure(error: unknown, { timeoutMs }: FileWatch): Notice {
  if (error instanceof OutOfTimeError) return wordNotice('reading-ended', inSeconds(timeoutMs))
  return wordNotice('reading-failed', placeOfFailure(error))
}

interface DocumentPlace extends DocumentTree {
  readonly site: Site
  readonly path: string
  readonly findUid: ReturnType<typeof uidFinder>
  readonly findCascaded: FindCascaded
}

function dialectContext(place: DocumentPlace, onNotice: (notice: Notice) => void): DialectContext {
  const { path, site, files, findUid, findCascaded } = place
  return {
    path,
    readInclude: (address, line, isSample = false) => {
      const include = findInclude(place, address)
      if (typeof include === 'object') return include
      if (!isSample) onNotice(wordNotice(include, address, line))
      return undefined
    },
    findFile: (name) => {
      const file = files.find(name, folderOf(path))
      return file && relativePath(folderOf(path), file)
    },
    hasMacros: site.hasMacros,
    keepsLines: site.keepsLines,
    findUid: (uid) => {
      const page = findUid(uid)
      if (page === undefined) return undefined
      const fragment = page.fragment === undefined ? '' : `#${encodeURIComponent(page.fragment)}`
      return { title: page.title, address: relativePath(folderOf(path), page.path) + fragment }
    },
    inherited: (name) => findCascaded(path, name, site),
    variable: (name) => asText(name.split('.').reduce(fieldOf, site.variables)),
    notice: (code, detail, line) => onNotice(wordNotice(code, detail, line)),
  }
}

function withAppended(place: DocumentPlace, text: string): string {
  const { appendedFiles } = place.site
  if (appendedFiles.length === 0 || withoutFrontMatter(text).trim() === '') return text
  return appendedFiles.reduce((all, name) => {
    const file = findInclude(place, name)
    return typeof file === 'string' || file.path === place.path ? all : `${all}\n\n${file.text}`
  }, text)
}

/** Prefixes that stand for the site's root, unless an alias uses them. */
const siteRoot = /^(?:@(?:site|docs)?|~)?\/+/

function findInclude(
  { base, site, fileSystem, path }: DocumentPlace,
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
  // Latin-1 keeps each byte as one character, so that lines can be split before they are decoded.
  const lines = Buffer.from(bytes).toString('latin1').split('\n')
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))) + 1
}
