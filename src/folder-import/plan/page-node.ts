/** A page of an import, and the file that it is made from. @module */

/** A page in the tree of an import. */
export interface PageNode {
  /** The file, or the folder with a `/` behind it: what the manifest knows the page by. */
  readonly path: string
  /** Absent for a folder's list of pages. */
  readonly file: string | undefined
  readonly text?: string
  readonly title: string
  /** Place among the pages below the same parent; absent where nothing tells. */
  readonly position?: number | undefined
  /** Absent at the top, below the parent that the user gave. */
  parent: PageNode | undefined
  /** An id that the front matter gives instead. */
  readonly parentId: string | undefined
  readonly children: PageNode[]
  /** Why it is not sent. */
  problem: { readonly outcome: 'conflict' | 'failed'; readonly message: string } | undefined
}

/** A file that is to become a page. */
export interface SourceFile {
  /** Relative to the base, with `/` between its parts. */
  readonly path: string
  readonly file: string
  /** What it says, where that does not come from the file. */
  readonly text?: string
  /** From its front matter or a heading. */
  readonly title: string | undefined
  /** From its front matter: an id, or the path of another file. */
  readonly parent: string | undefined
  /** What its front matter says that the address of its page is. */
  readonly addresses?: readonly string[]
  /** Why it cannot be read. */
  readonly problem?: string
}
