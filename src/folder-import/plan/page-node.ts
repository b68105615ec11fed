/** A page of an import, and the file that it is made from. @module */
import type { ExportedFields } from '../files/exported-tree.ts'

/** A page in the tree of an import. */
export interface PageNode {
  /** The file, or the folder with a `/` behind it: what the manifest knows the page by. */
  readonly path: string
  /** Absent for a page that is nothing but a list. */
  readonly file: string | undefined
  readonly text?: string
  readonly title: string
  /** What navigation calls it, where that is not its title. */
  readonly navigationTitle?: string | undefined
  /** Absent at the top, below the parent that the user gave. */
  readonly parent: PageNode | undefined
  /** An id that the front matter gives instead. */
  readonly parentId: string | undefined
  /** The page that it is to be, by the id that its file names. */
  readonly pageId?: string | undefined
  readonly children: readonly PageNode[]
  /**
   * Place among the pages below the same parent, where numbers or the site's navigation say one; the
   * others follow by title.
   */
  readonly position: number | undefined
  /** What its file says, where that is of an export. */
  readonly exported?: ExportedFields | undefined
  /** What stands in place of text that it has none of: a list of pages, or of nothing. */
  readonly lists: readonly PageNode[] | undefined
  /** From its front matter, for a page that has neither text nor pages to list. */
  readonly description?: string | undefined
  /** Why it is not sent. */
  readonly problem: string | undefined
}

/** A file that is to become a page. */
export interface SourceFile {
  /** The page of its folder, though its name says that to nobody else. */
  readonly isFolderPage?: true
  /** Relative to the base, with `/` between its parts. */
  readonly path: string
  readonly file: string
  /** What it says, where that does not come from the file. */
  readonly text?: string
  /** From its front matter or a heading. */
  readonly title?: string | undefined
  /** The page has this title, or the name of its file, whatever navigation calls it. */
  readonly isTitleFixed?: boolean
  /** From its front matter: what menus show instead. */
  readonly navigationTitle?: string | undefined
  /** From its front matter or a comment: the id of its page. */
  readonly pageId?: string | undefined
  /** From its front matter: an id, the path of another file, or the title of a page. */
  readonly parent?: string | undefined
  /** From its front matter: the title of the page above that one. */
  readonly grandparent?: string | undefined
  /** From its front matter: less comes first. */
  readonly order?: number | undefined
  /** It is of an export: its titles stay as they are, to the letter. */
  readonly exported?: ExportedFields
  readonly description?: string | undefined
  /** What it has beside its front matter. */
  readonly says: 'nothing' | 'title' | 'text'
  /** What its front matter says that the address of its page is. */
  readonly addresses?: readonly string[]
  /** Why it cannot be read. */
  readonly problem?: string
}
