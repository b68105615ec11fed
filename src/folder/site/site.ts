/** The site of a tree: its generator, and where things are. @module */
import type { DialectName } from '../dialects/dialects.ts'
import type { FileWatch } from '../documents/file-watch.ts'
import type { FileSystem, ReadRefusal } from '../files/guarded-files.ts'
import type { NavigatedSite, ReadSiteNavigation } from '../navigation/navigation.ts'

/** The facts that a configuration states about its site. */
export interface SiteFacts {
  readonly name?: string | undefined
  /** Absolute paths of possible roots for addresses with a leading `/`, the surest first. */
  readonly rootFolders: readonly string[]
  /** Addresses of the site, with a trailing `/`: on the web, or as paths of its host. */
  readonly addresses: readonly string[]
  /** Prefixes of import paths. */
  readonly aliases: readonly PathAlias[]
  readonly redirects: readonly Redirect[]
  readonly mounts: readonly ContentMount[]
  /** Names of modules whose content the site takes from elsewhere. */
  readonly otherModules: readonly string[]
  /** Absolute paths of further folders to include files from. */
  readonly includeFolders: readonly string[]
  /** Absolute paths of folders with Markdown that no reader sees, such as templates of new pages. */
  readonly litterFolders: readonly string[]
  /** Files that the site appends to every page, from its include folders. */
  readonly appendedFiles: readonly string[]
  /** Whether the site shows line ends inside paragraphs. */
  readonly keepsLines: boolean
  /** Settings that the configuration computes, so that they could not be read completely. */
  readonly computed: readonly string[]
  /** Values of the configuration that pages may show. */
  readonly variables?: unknown
  /** Whether pages show values as `{{ name }}` and mark other braces as raw. */
  readonly hasMacros: boolean
  /** Names of files whose values apply to their folder: pages by `cascade`, others completely. */
  readonly inheritsFrom: readonly string[]
  /** Whether each page is served as a folder; undefined where the generator's default holds. */
  readonly servesFolders: boolean | undefined
}

export interface Site extends NavigatedSite, SiteFacts {
  /** The dialects, the surest first. */
  readonly dialects: readonly DialectName[]
  readonly readAs: string
  readonly readNavigation: ReadSiteNavigation | undefined
  /** Tell whether a Markdown file is an include or a part of the site, not a page. */
  isPart(path: string): boolean
  readonly docsVersions: FoundDocsVersions
  /** Tell whether a file with an unusual name is its folder's page. */
  isFolderPage(path: string): boolean
  isOtherPage(path: string): boolean
  titleOf(path: string): string | undefined
}

export interface PathAlias {
  /** The start of an import path, such as `@components/`. */
  readonly prefix: string
  readonly folder: string
}

/** A file or folder that the site serves at another place, both as absolute paths. */
export interface ContentMount {
  readonly source: string
  readonly target: string
}

export interface SiteEvidence {
  readonly base: string
  readonly repository: string
  readonly paths: readonly string[]
  readonly fileSystem: FileSystem
  onRefused(file: string, refusal: ReadRefusal): void
  onUnread?(file: string, reason: string): void
  readonly watch?: Pick<FileWatch, 'run'>
  readonly docsVersion?: string | undefined
  readonly dialects: readonly DialectName[] | undefined
}

export interface FoundDocsVersions {
  readonly all: readonly string[]
  otherOf(path: string): string | undefined
}

/** Paths from the site's root; a trailing `:name*` covers everything below. */
export interface Redirect {
  readonly from: string
  readonly to: string
}

const rest = /:\w+\*?$|\*$/

const maxSteps = 5

/**
 * Follow redirects.
 * @param path From the site's root, without a leading `/`.
 * @returns The new path in the same form; undefined without a redirect, or for another site.
 */
export function redirected(path: string, redirects: readonly Redirect[]): string | undefined {
  let at = bare(path)
  for (let step = 0; step < maxSteps; step += 1) {
    const next = once(at, redirects)
    if (next === undefined) return step === 0 ? undefined : at
    if (/^[a-z][a-z0-9+.-]*:/i.test(next)) return undefined
    at = bare(next.replace(/[?#].*$/, ''))
  }
  return at
}

function once(path: string, redirects: readonly Redirect[]): string | undefined {
  for (const { from, to } of redirects) {
    const source = bare(from)
    const start = source.replace(rest, '')
    if (start === source) {
      if (path === source) return to
    } else if (path.startsWith(start)) return to.replace(rest, () => path.slice(start.length))
  }
  return undefined
}

function bare(address: string): string {
  return address.replace(/^\/+|\/+$/g, '')
}
