/** A page that is written on: what it was made of, as the wiki that has it tells. @module */
import type { ListedSpace } from '../../importing/spaces.ts'

export interface AskedSource {
  readonly pageId: string
  /** An old version; the newest without it. */
  readonly version?: number | undefined
  readonly userId: number
}

export interface PageSource {
  readonly id: string
  readonly title: string
  readonly space: ListedSpace
  /** The page itself for a homepage, which imports name so. */
  readonly parentId: string
  readonly labels: readonly string[]
  readonly markdown: string
  /** The version that the Markdown is of. */
  readonly version: number
  /** The newest one. */
  readonly current: SavedVersion
  /** Where its file can be seen, if an import said so. */
  readonly sourceUrl: string | undefined
  /** When a program imported it last, and its token where that is still there. */
  readonly importedBy: { readonly at: Date; readonly tokenName: string | undefined } | undefined
}

/** A version, and who saved it. */
export interface SavedVersion {
  readonly number: number
  readonly authorName: string
  readonly createdAt: Date
}

/** Find what a page was made of; undefined where it is none to be written on by the user. */
export type FindPageSource = (asked: AskedSource) => Promise<PageSource | undefined>
