/** The facts about one site generator. @module */

import type { FileSystem } from '../files/guarded-files.ts'
import type { NavigationSource, ReadSiteNavigation } from '../navigation/navigation.ts'
import type { FoundDocsVersions, SiteEvidence, SiteFacts } from '../site/site.ts'

export interface Generator {
  /** Configuration files, relative to the site's folder. */
  readonly configNames: readonly string[]
  /** Hidden folders whose files pages may include. */
  readonly ownFolders?: readonly string[]
  readonly siteFolders?: readonly string[]
  /** Must match the configuration where other tools use the same file name. */
  readonly configSign?: RegExp
  /** Matches a path that only trees of this generator have. */
  readonly pathSign?: RegExp
  /** Tell from the lines of pages that they belong to another generator, although `pathSign` matches. */
  isOther?(lines: readonly string[], isPage: (name: string) => boolean): boolean
  /** Matches lines that only files of this generator have. */
  readonly textSign?: RegExp
  /** Share of files that must match `textSign`, where other generators use the same notation. */
  readonly signShare?: number
  /** Files that order the pages of their folder. */
  readonly navigationFiles?: readonly NavigationSource[]
  readonly readNavigation?: ReadSiteNavigation
  /** Tell whether a Markdown file is an include or a part of the site, not a page. */
  isPart?(path: string): boolean
  /** Pages that are not Markdown; they are skipped. */
  readonly otherPages?: RegExp
  /** Names without endings of Markdown files that are never pages. */
  readonly partNames?: readonly string[]
  /** Tell whether a file with an unusual name is its folder's page. */
  isFolderPage?(path: string): boolean
  titleOf?(path: string): string | undefined
  readonly docsVersions?: DocsVersions
  /**
   * Read the settings; by default the site's folder is its root.
   * @param text The configuration; it may be a program, which we never run.
   * @param folder Absolute path of the site's folder, or of the tree without a configuration.
   * @param base Absolute path of the tree.
   */
  read?(
    text: string,
    folder: string,
    base: string,
    fileSystem: FileSystem,
    docsVersion?: string,
  ): SiteSettings
}

export type DocsVersions = (
  evidence: Pick<SiteEvidence, 'base' | 'paths' | 'docsVersion'>,
  settings: SiteSettings,
) => FoundDocsVersions

export type SiteSettings = Partial<SiteFacts> & {
  /** Tell whether the site excludes a file, by its absolute path. */
  readonly isLeftOut?: (file: string) => boolean
}
