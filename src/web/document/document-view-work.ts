/** The view of a document, as the service asks workers for it. @module */
import { textOf } from '../../isolation/frames.ts'
import type { Workers } from '../../isolation/workers.ts'
import type { OutlineEntry } from './outline.ts'

export interface DocumentView {
  readonly html: string
  readonly outline: readonly OutlineEntry[]
}

export interface DocumentViewWork {
  /**
   * Render a document as a page shows it.
   * @throws {RequestError} `unavailable` when that takes too much, or too much waits.
   */
  viewDocument(adf: string): Promise<DocumentView>
}

/** Have views made by workers. */
export function documentViewWork(workers: Workers): DocumentViewWork {
  return {
    async viewDocument(adf) {
      const call = { value: null, parts: [Buffer.from(adf)] }
      const { value, parts } = await workers.show('view-document', call)
      return { html: textOf(parts[0]), outline: value as OutlineEntry[] }
    },
  }
}
