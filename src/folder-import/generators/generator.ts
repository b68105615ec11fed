/** What is known of one generator of sites: all of it, and nowhere else. @module */
import type { DialectName } from '../../dialects/dialects.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import type { NavigationSource, ReadSiteNavigation } from '../navigation/navigation.ts'
import type { FoundDocsVersions, RelativeTo, Site, SiteEvidence } from '../site/site.ts'

/** A generator, and how its configuration is read. */
export interface Generator {
  readonly dialect: DialectName
  /** Names of its configuration, from the folder of the site. */
  readonly configNames: readonly string[]
  /** Hidden folders of its own, whose files pages may show. */
  readonly ownFolders?: readonly string[]
  /** Where repositories keep the folder of the site; by default only at a folder above the tree. */
  readonly siteFolders?: readonly string[]
  /** What its configuration says, where others have files of that name. */
  readonly configSign?: RegExp
  /** A path that no tree of another generator has. */
  readonly pathSign?: RegExp
  /** What only files for this generator say, looked for line by line. */
  readonly textSign?: RegExp
  /** The share of files that must have it, where others write the same with another meaning. */
  readonly signShare?: number
  /** What relative addresses count from; by default only the file. */
  readonly relativeTo?: readonly RelativeTo[]
  /** Links name files alone, whatever their folders. */
  readonly linksByName?: true
  /** Kinds of files that put the pages of their folder in order. */
  readonly navigationFiles?: readonly NavigationSource[]
  /** Reads what its configuration, or a program beside it, says of the order of pages. */
  readonly readNavigation?: ReadSiteNavigation
  /** Name of a file in the tree that says it as well, whatever the tree is written for. */
  readonly navigationName?: RegExp
  /** Tell whether a file of Markdown is a part of the site or of other pages, and no page. */
  isPart?(path: string): boolean
  /** Files that are pages of the site, though they are no Markdown and are left out. */
  readonly otherPages?: RegExp
  /** Files of Markdown that are such parts in all trees, without their endings. */
  readonly partNames?: readonly string[]
  /** Tell whether a file is the page of its folder, though its name says that to nobody else. */
  isFolderPage?(path: string): boolean
  /** Give the title that a file has whatever it says. */
  titleOf?(path: string): string | undefined
  /** Find the versions of its docs, where it keeps several of them in one tree. */
  readonly docsVersions?: DocsVersions
  /**
   * Read the configuration.
   * @param text What it says; it may be a program, which is not run.
   * @param folder Absolute path of the site's folder; without a configuration, of the tree's.
   * @param base Absolute path of the folder that the tree starts at.
   * @param docsVersion The version of the docs that is wanted.
   */
  read(
    text: string,
    folder: string,
    base: string,
    fileSystem: FileSystem,
    docsVersion?: string,
  ): SiteSettings
}

/** Finds the versions of the docs that a tree holds. */
export type DocsVersions = (
  evidence: Pick<SiteEvidence, 'base' | 'paths' | 'docsVersion'>,
  settings: SiteSettings,
) => FoundDocsVersions

/** What a configuration says. */
export type SiteSettings = Partial<
  Pick<
    Site,
    | 'rootFolders'
    | 'addresses'
    | 'redirects'
    | 'aliases'
    | 'includeFolders'
    | 'appendedFiles'
    | 'keepsLines'
    | 'relativeTo'
    | 'variables'
    | 'hasMacros'
    | 'templates'
    | 'inheritsFrom'
    | 'components'
    | 'computed'
  >
> & {
  /** Tell whether the site leaves a file out; its path is absolute. */
  readonly isLeftOut?: (file: string) => boolean
}
