/** What the tree's own configuration says: which generator it is written for, and where things are. @module */
import type { DialectName } from '../../dialects/dialects.ts'
import type { FileSystem, ReadRefusal } from '../files/guarded-files.ts'

/** The site that a tree of Markdown is written for. */
export interface Site {
  /** What the files are written in, the surest first. */
  readonly dialects: readonly DialectName[]
  /** The generator's configuration: an absolute path. */
  readonly configFile: string | undefined
  /** Absolute path of the folder that the configuration speaks of, or else of the tree's. */
  readonly folder: string
  /** Absolute paths of the folders that `/` at the start of an address may stand for, the surest first. */
  readonly rootFolders: readonly string[]
  /**
   * Addresses of the site itself, each with a `/` behind it: what is below is in the root folders.
   * Those that start with `/` are paths on the site's host.
   */
  readonly addresses: readonly string[]
  /** Absolute paths of the folders that files are included from, beside their own. */
  readonly includeFolders: readonly string[]
  /** Files that the site puts below every page, from one of the folders that it includes from. */
  readonly appendedFiles: readonly string[]
  /** It shows line ends inside paragraphs. */
  readonly keepsLines: boolean
  /** What the configuration says, for files that show values of it. */
  readonly variables: unknown
  /**
   * What relative addresses count from, the surest first: the folder of the `file`, or the address
   * of the `page`, which is a folder of its own.
   */
  readonly relativeTo: readonly RelativeTo[]
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
  /** What the user says that it is written in. */
  readonly dialects: readonly DialectName[] | undefined
}
