/** A page of a run, and where it belongs. @module */
import type { PageNode } from '../plan/page-node.ts'
import type { ManifestEntry } from './manifest-entry.ts'

/** Where a page belongs. */
export interface PlacedPage {
  readonly node: PageNode
  readonly parentId: string
  /** What the manifest has of its file, under this path or a former one. */
  readonly before: { readonly path: string; readonly entry: ManifestEntry } | undefined
  /** The manifest knows it under this parent with this title. */
  readonly isSame: boolean
  /** The title that it gets for now, where it makes room for another page of the run. */
  readonly titleForNow?: string
}
