/** Renders documents in workers. @module */
import { textOf } from '../../../contract/base/message.ts'
import type { Workers } from '../../../contract/base/work.ts'
import type { OutlineEntry } from './document-view.ts'

export interface DocumentView {
  readonly html: string
  readonly outline: readonly OutlineEntry[]
}

export interface DocumentViewWork {
  /** @throws {RequestError} `unavailable` when it takes too long or the service is overloaded. */
  viewDocument(adf: string): Promise<DocumentView>
}

export function documentViewWork(workers: Workers): DocumentViewWork {
  return {
    async viewDocument(adf) {
      const call = { value: null, parts: [Buffer.from(adf)] }
      const { value, parts } = await workers.show('view-document', call)
      return { html: textOf(parts[0]), outline: value as OutlineEntry[] }
    },
  }
}
