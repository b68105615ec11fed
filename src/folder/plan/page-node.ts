/** A page of an import and its source file. @module */
import type { FrontMatter } from '../documents/front-matter.ts'

/** A page, with what its file says. */
export interface PageNode
  extends Pick<FolderFile, 'pageId' | 'exported' | 'description' | 'addresses' | 'problem'> {
  /** Path of the file, or of the folder with a trailing `/`. */
  readonly path: string
  /** The page's file; undefined for the list of a folder without a README. */
  readonly file?: string | undefined
  readonly title: string
  /** Title in navigation, if another. */
  readonly navigationTitle?: string | undefined
  /** Undefined for a page directly below the user's parent page. */
  readonly parent: PageNode | undefined
  readonly parentId: string | undefined
  readonly children: readonly PageNode[]
  /** Position among siblings, where numbers or navigation give one; others follow by title. */
  readonly position: number | undefined
  /** Pages that this page lists in place of a text. */
  readonly lists: readonly PageNode[] | undefined
}

/** A file, with the front matter that decides on its page's place and title. */
export interface FolderFile extends Partial<Omit<FrontMatter, 'labels' | 'notices' | 'title'>> {
  /** Set where an unusually named file is its folder's page. */
  readonly isFolderPage?: boolean
  /** From the base, with `/` separators. */
  readonly path: string
  readonly file: string
  /** From front matter or a heading. */
  readonly title?: string | undefined
  /** The day of a post: later ones come first. */
  readonly postedOn?: string | undefined
  /** How much the file holds beside front matter. */
  readonly says: 'nothing' | 'title' | 'text'
  readonly problem?: string
}
