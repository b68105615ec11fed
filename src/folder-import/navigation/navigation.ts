/** What the files that put a site's pages in order say, whatever generator they are for. @module */
import type { FileSystem } from '../files/guarded-files.ts'

/** An entry of a menu or a table of contents. */
export interface NavigationEntry {
  /** The page or folder that it leads to, from the base; absent for a heading above others. */
  readonly path?: string
  /** What it calls the page; absent where the page's own title is shown. */
  readonly title?: string
  readonly entries?: readonly NavigationEntry[]
}

/** What a file says of the folder that it stands for. */
export interface FolderNavigation {
  /** From the base; `''` is the base itself. */
  readonly folder: string
  readonly title?: string
  /** Place of the folder among what is beside it: less comes first. */
  readonly order?: number
  /** Its pages and folders in their order; what is missing follows. */
  readonly entries: readonly NavigationEntry[]
}

/** What is known beside the text of a navigation file. */
export interface NavigationContext {
  /** The folder that its addresses count from; from the base. */
  readonly folder: string
  /** Tell whether there is a file or folder; the path is from the base. */
  exists(path: string): boolean
  /** All files and folders directly in a folder, by name; from the base. */
  list(folder: string): readonly string[]
}

/** A kind of navigation file. */
export interface NavigationSource {
  /** How its files are called. */
  readonly names: RegExp
  /**
   * Read a file.
   * @throws {Error} When it is not what its name says.
   * @returns Undefined when it is no navigation.
   */
  read(text: string, context: NavigationContext): Omit<FolderNavigation, 'folder'> | undefined
}

/** A site, as far as its navigation asks for it. */
export interface NavigatedSite {
  /** The generator's configuration: an absolute path. */
  readonly configFile: string | undefined
  /** Absolute path of the folder that the configuration speaks of, or else of the tree's. */
  readonly folder: string
  /** Absolute paths of the folders that `/` at the start of an address may stand for, the surest first. */
  readonly rootFolders: readonly string[]
}

/** The tree that a site's navigation is of. */
export interface NavigatedTree {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  readonly site: NavigatedSite
  readonly fileSystem: FileSystem
  /** All files, from the base. */
  readonly paths: readonly string[]
}

/** What a file of the site says. */
export interface SiteNavigation {
  /** Absolute path of the file. */
  readonly file: string
  /** Empty when nothing could be read, or nothing is listed. */
  readonly folders: readonly FolderNavigation[]
  /** Nothing in it has to be run. */
  readonly isWhole: boolean
}

/**
 * Reads what a site says of the order of its pages.
 * @throws {Error} When its configuration is not what its name says.
 * @returns One for each file that says something; the first file where none does.
 */
export type ReadSiteNavigation = (tree: NavigatedTree) => readonly SiteNavigation[]
