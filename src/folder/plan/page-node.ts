/** A page of an import and its source file. @module */
import type { FrontMatter } from '../documents/front-matter.ts'
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

/** Fields of front matter that decide where a page is and what it is called. */
export const placingFields = [
  'navigationTitle',
  'pageId',
  'parent',
  'grandparent',
  'order',
  'description',
  'addresses',
  'exported',
] as const satisfies readonly (keyof FrontMatter)[]

export type PlacingFields = Pick<FrontMatter, (typeof placingFields)[number]>

export interface FolderFile extends PlacingFields {
  /** Set where an unusually named file is its folder's page. */
  readonly isFolderPage?: true
  /** From the base, with `/` separators. */
  readonly path: string
  readonly file: string
  /** From front matter or a heading. */
  readonly title?: string | undefined
  /** The day of a post: later ones come first. */
  readonly postedOn?: string | undefined
  /** What the file holds beside front matter. */
  readonly says: 'nothing' | 'title' | 'text'
  readonly problem?: string
}
