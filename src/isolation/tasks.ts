/** What workers do: one row for each task. Only the program of a worker loads this. @module */
import { prepareImport } from '../api/prepare-import.ts'
import { readPageBody, renderPageBody } from '../host-api/page-body.ts'
import { compareVersions } from '../web/reader/compare-page.ts'
import { viewDocumentMessage } from '../web/reader/document-view.ts'
import { showHits } from '../web/reader/search-hits.ts'
import { layOutAdf, showMarkdown } from '../web/reader/source-page.ts'
import { prepareForm } from '../web/writer/prepare-form.ts'
import { indexDocument, placeImages } from '../wiki/document-message.ts'
import type { Message } from './frames.ts'

/**
 * Does a piece of work.
 * @param call What is asked.
 * @param tell Takes what is known before the result.
 */
export type Task = (call: Message, tell: (part: Message) => void) => Message | Promise<Message>

export type TaskName =
  | 'compare-versions'
  | 'index-document'
  | 'lay-out-adf'
  | 'place-images'
  | 'prepare-form'
  | 'prepare-import'
  | 'read-page-body'
  | 'render-page-body'
  | 'show-hits'
  | 'show-markdown'
  | 'view-document'

export const tasks: Readonly<Record<TaskName, Task>> = {
  'compare-versions': compareVersions,
  'index-document': indexDocument,
  'lay-out-adf': layOutAdf,
  'place-images': placeImages,
  'prepare-form': prepareForm,
  'prepare-import': prepareImport,
  'read-page-body': readPageBody,
  'render-page-body': renderPageBody,
  'show-hits': showHits,
  'show-markdown': showMarkdown,
  'view-document': viewDocumentMessage,
}
