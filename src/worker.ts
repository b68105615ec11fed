/**
 * The program of a worker: what it can do, one row for each task. It is ready for imports from the
 * start; what other tasks need is loaded by the first call of each.
 * @module
 */
import module from 'node:module'
import {
  extractDocument,
  indexDocument,
  placeImages,
} from './embedded-wiki/store/saving/storable-document.ts'
import { prepareImport } from './importing/prepare-import.ts'
import { readRequest } from './importing/read-request.ts'
import { runWorker } from './isolation/run-worker.ts'
import type { Task } from './isolation/tasks.ts'

runWorker({
  'compare-markdown': later(
    async () =>
      (await import('./embedded-wiki/reader/history/compare-markdown.ts')).compareMarkdown,
  ),
  'compare-versions': later(
    async () => (await import('./embedded-wiki/reader/history/compare-page.ts')).compareVersions,
  ),
  'complete-form': later(async () => (await import('./web/writer/read-form.ts')).completeForm),
  'export-page': later(async () => (await import('./space-export/page-text.ts')).exportPage),
  'find-line-edits': later(
    async () => (await import('./embedded-wiki/store/sources/find-edits.ts')).findLineEdits,
  ),
  'find-page-edits': later(
    async () => (await import('./delivery/pull/find-page-edits.ts')).findPageEditsTask,
  ),
  'find-places': later(
    async () => (await import('./embedded-wiki/reader/search/place-hits.ts')).findPlaces,
  ),
  'index-document': indexDocument,
  'lay-out-adf': later(
    async () => (await import('./embedded-wiki/reader/history/history-pages.ts')).layOutAdf,
  ),
  'merge-import': later(async () =>
    (await import('./importing/sources/merge-markdown.ts')).mergeImport(extractDocument),
  ),
  'place-images': placeImages,
  'plan-body': later(async () => (await import('./confluence/body/plan-body.ts')).planBodyTask),
  'prepare-import': prepareImport(extractDocument),
  'preview-form': later(async () => (await import('./web/writer/read-form.ts')).renderForm),
  'read-form': later(async () => (await import('./web/writer/read-form.ts')).readForm),
  'read-request': readRequest,
  'render-page-body': later(
    async () => (await import('./embedded-wiki/rest-api/page-body.ts')).renderPageBody,
  ),
  'show-markdown': later(
    async () => (await import('./embedded-wiki/reader/history/history-pages.ts')).showMarkdown,
  ),
  'write-markdown': later(
    async () => (await import('./embedded-wiki/store/attachments/whole-markdown.ts')).writeMarkdown,
  ),
  'view-document': later(
    async () => (await import('./web/document/document-view.ts')).viewDocumentMessage,
  ),
})

// A worker is killed, so it never comes to the end at which Node writes its cache of compiled code.
module.flushCompileCache()

/** Make a task of what loads it. */
function later(load: () => Promise<Task>): Task {
  let loaded: Promise<Task> | undefined
  return async (call, tell) => {
    loaded ??= load()
    return (await loaded)(call, tell)
  }
}
