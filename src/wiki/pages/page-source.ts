/** A page as it is read for those who edit it. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import type { KeptFile } from '../../contract/import-request.ts'
import type { ListedSpace } from '../import/spaces.ts'

interface AskedSource {
  readonly pageId: string
  readonly version?: number | undefined
  readonly userId: number
}

export interface PageSource {
  readonly id: string
  readonly title: string
  /** Empty for a page that trees call by its title. */
  readonly navigationTitle: string
  readonly space: ListedSpace
  /** A homepage has its own id here. */
  readonly parentId: string
  readonly labels: readonly string[]
  readonly markdown: string
  readonly version: number
  readonly current: SavedVersion
  readonly file: KeptFile | undefined
  /** Of the import that made the current version. */
  readonly warnings: readonly Pick<AnswerWarning, 'code' | 'message' | 'severity'>[]
  readonly importedBy: { readonly at: Date; readonly tokenName: string | undefined } | undefined
}

interface SavedVersion {
  readonly number: number
  readonly authorName: string
  readonly createdAt: Date
}

/** Find the source of a page; undefined where the user may not write to it. */
export type FindPageSource = (asked: AskedSource) => Promise<PageSource | undefined>

/** Read attachments of a space by the names that the editor gives them. */
export type ReadStoredFiles = (asked: {
  readonly spaceId: string
  readonly names: readonly string[]
  readonly userId: number
}) => Promise<readonly StoredFile[]>

/** An attachment that the store has. */
export interface StoredFile {
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
}
