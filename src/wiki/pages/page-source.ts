/** A page as the editor reads it. @module */
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
  /** Empty when trees show the title. */
  readonly navigationTitle: string
  readonly space: ListedSpace
  /** A homepage is its own parent. */
  readonly parentId: string
  readonly labels: readonly string[]
  readonly markdown: string
  readonly version: number
  readonly current: SavedVersion
  readonly file: KeptFile | undefined
  readonly warnings: readonly Pick<AnswerWarning, 'code' | 'message' | 'severity'>[]
  readonly importedBy: { readonly at: Date; readonly tokenName: string | undefined } | undefined
}

interface SavedVersion {
  readonly number: number
  readonly authorName: string
  readonly createdAt: Date
}

/** Returns undefined when the user may not write to the page. */
export type FindPageSource = (request: AskedSource) => Promise<PageSource | undefined>

export type ReadStoredFiles = (request: {
  readonly spaceId: string
  readonly names: readonly string[]
  readonly userId: number
}) => Promise<readonly StoredFile[]>

export interface StoredFile {
  readonly sha256: string
  readonly type: string
  readonly bytes: Uint8Array
}
