/** A page of an import and its source file. @module */
import type { ExportedFields } from '../files/exported-tree.ts'

export interface PageNode {
  /** Path of the file, or of the folder with a trailing `/`. */
  readonly path: string
  /** Undefined for a list. */
  readonly file: string | undefined
  readonly title: string
  /** Title in navigation, if another. */
  readonly navigationTitle?: string | undefined
  /** Undefined below the parent that the user gave. */
  readonly parent: PageNode | undefined
  readonly parentId: string | undefined
  readonly pageId?: string | undefined
  readonly children: readonly PageNode[]
  /** Position among siblings, where numbers or navigation give one; others follow by title. */
  readonly position: number | undefined
  readonly exported?: ExportedFields | undefined
  /** Pages that it lists in place of a text. */
  readonly lists: readonly PageNode[] | undefined
  /** From front matter; shown where there is neither text nor a list. */
  readonly description?: string | undefined
  readonly problem: string | undefined
}

export interface FolderFile {
  /** Set where an unusually named file is its folder's page. */
  readonly isFolderPage?: true
  /** From the base, with `/` separators. */
  readonly path: string
  readonly file: string
  /** From front matter or a heading. */
  readonly title?: string | undefined
  readonly navigationTitle?: string | undefined
  /** From front matter or a comment. */
  readonly pageId?: string | undefined
  /** From front matter: a page id, the path of a file, or a title. */
  readonly parent?: string | undefined
  readonly grandparent?: string | undefined
  /** From front matter; lower comes first. */
  readonly order?: number | undefined
  /** The day of a post: later ones come first. */
  readonly postedOn?: string | undefined
  /** Set in exports, whose titles are taken literally. */
  readonly exported?: ExportedFields
  readonly description?: string | undefined
  /** What the file holds beside front matter. */
  readonly says: 'nothing' | 'title' | 'text'
  readonly addresses?: readonly string[]
  readonly problem?: string
}
