/** What the tree's own configuration says: which generator it is written for, and where things are. @module */
import type { DialectName } from '../../dialects/dialects.ts'
import type { FileWatch } from '../documents/file-watch.ts'
import type { FileSystem, ReadRefusal } from '../files/guarded-files.ts'
import type { NavigatedSite, ReadSiteNavigation } from '../navigation/navigation.ts'
import type { SiteTemplates } from '../templates/site-templates.ts'

/** The site that a tree of Markdown is written for. */
export interface Site extends NavigatedSite {
  /** What the files are written in, the surest first. */
  readonly dialects: readonly DialectName[]
  /** Those dialects and why, in words. */
  readonly readAs: string
  /**
   * Addresses of the site itself, each with a `/` behind it: what is below is in the root folders.
   * Those that start with `/` are paths on the site's host.
   */
  readonly addresses: readonly string[]
  /** Names that files are imported by. */
  readonly aliases: readonly PathAlias[]
  /** Addresses that it had before. */
  readonly redirects: readonly Redirect[]
  /** Absolute paths of the folders that files are included from, beside their own. */
  readonly includeFolders: readonly string[]
  /** Files that the site puts below every page, from one of the folders that it includes from. */
  readonly appendedFiles: readonly string[]
  /** It shows line ends inside paragraphs. */
  readonly keepsLines: boolean
  /** Settings that the configuration computes, of which nothing or only a part was read. */
  readonly computed: readonly string[]
  /** What the configuration says, for files that show values of it. */
  readonly variables: unknown
  /** Pages show them by `{{ name }}`, and mark as raw what is none. */
  readonly hasMacros: boolean
  /**
   * Names of files that give values to all pages of their folder and below: pages by `cascade` in their front
   * matter, others whole.
   */
  readonly inheritsFrom: readonly string[]
  /** Files of components that all pages know, from the site's root, with `/` before them. */
  readonly components: ReadonlyMap<string, string>
  /** What its pages' templates are evaluated with, if they have any. */
  readonly templates?: SiteTemplates | undefined
  /**
   * What relative addresses count from, the surest first: the folder of the `file`, or the address
   * of the `page`, which is a folder of its own.
   */
  readonly relativeTo: readonly RelativeTo[]
  /** Links may name files alone, whatever their folders. */
  readonly linksByName: boolean
  /** Read what it says of the order of its pages. */
  readonly navigation: readonly ReadSiteNavigation[]
  /** Tell whether a file of Markdown is a part of the site or of other pages, and no page. */
  isPart(path: string): boolean
  readonly docsVersions: FoundDocsVersions
  /** Tell whether a file is the page of its folder, though its name says that to nobody else. */
  isFolderPage(path: string): boolean
  /** Tell whether a file is a page of the site that is left out, as it is no Markdown. */
  isOtherPage(path: string): boolean
  /** Give the title that a file has whatever it says. */
  titleOf(path: string): string | undefined
}

/** What stands at the start of an address in place of a folder. */
export interface PathAlias {
  /** Such as `@components/`. */
  readonly prefix: string
  /** Its absolute path. */
  readonly folder: string
}

export type RelativeTo = 'file' | 'page'

/** What there is to find out a site from. */
export interface SiteEvidence {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  /** Absolute path of the repository around it, or the base itself. */
  readonly repository: string
  /** All files, from the base, with `/` between their parts. */
  readonly paths: readonly string[]
  readonly fileSystem: FileSystem
  /** Hears of a configuration that may not be read. */
  onRefused(file: string, refusal: ReadRefusal): void
  /** Hears of a configuration that cannot be read, and why. */
  onUnread?(file: string, reason: string): void
  /** Keeps the reading of each configuration within its time. */
  readonly watch?: Pick<FileWatch, 'run'>
  /** The version of the docs that is wanted. */
  readonly docsVersion?: string | undefined
  /** What the user says that it is written in. */
  readonly dialects: readonly DialectName[] | undefined
}

/** The versions of the docs that a tree holds. */
export interface FoundDocsVersions {
  /** Empty where there is only one. */
  readonly all: readonly string[]
  /** Tell of which other version than the one that is read a file is. */
  otherOf(path: string): string | undefined
}

/** An address from the site's root, with `:name*` at its end for all below it. */
export interface Redirect {
  readonly from: string
  readonly to: string
}

const rest = /:\w+\*?$|\*$/

/** An old address may lead to another old one. */
const maxSteps = 5

/**
 * Follow redirects.
 * @param path An address from the site's root, without a `/` before it.
 * @returns Where it leads, written so; undefined where no redirect is for it, or it leads to another site.
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

/** The first that fits counts. */
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
