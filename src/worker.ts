/** The program of a worker: what it can do, one row for each task, which its first call loads. @module */
import { runWorker } from './isolation/run-worker.ts'
import type { Task } from './isolation/tasks.ts'

runWorker({
  'compare-versions': later(
    async () => (await import('./embedded-wiki/reader/compare-page.ts')).compareVersions,
  ),
  'index-document': later(async () => (await storing()).indexDocument),
  'lay-out-adf': later(
    async () => (await import('./embedded-wiki/reader/history-pages.ts')).layOutAdf,
  ),
  'pack-versions': later(
    async () => (await import('./embedded-wiki/store/packing/pack-runs.ts')).packRuns,
  ),
  'place-images': later(async () => (await storing()).placeImages),
  'plan-folder': later(async () => (await import('./web/writer/folder-form.ts')).planFolderForm),
  'prepare-form': later(async () =>
    (await import('./web/writer/prepare-form.ts')).prepareForm((await storing()).storableDocument),
  ),
  'prepare-import': later(async () =>
    (await import('./importing/prepare-import.ts')).prepareImport(
      (await storing()).storableDocument,
    ),
  ),
  'read-page-body': later(
    async () => (await import('./embedded-wiki/rest-api/page-body.ts')).readPageBody,
  ),
  'read-reservation': later(
    async () => (await import('./importing/read-reservation.ts')).readReservation,
  ),
  'render-page-body': later(
    async () => (await import('./embedded-wiki/rest-api/page-body.ts')).renderPageBody,
  ),
  'show-hits': later(async () => (await import('./embedded-wiki/reader/search-hits.ts')).showHits),
  'show-markdown': later(
    async () => (await import('./embedded-wiki/reader/history-pages.ts')).showMarkdown,
  ),
  'unpack-version': later(
    async () => (await import('./embedded-wiki/store/packing/unpack-version.ts')).unpackVersion,
  ),
  'view-document': later(async () => (await import('./web/document-view.ts')).viewDocumentMessage),
})

function storing() {
  return import('./embedded-wiki/store/storable-document.ts')
}

/** Make a task of what loads it: a worker that does little holds little, and is soon ready. */
function later(load: () => Promise<Task>): Task {
  let loaded: Promise<Task> | undefined
  return async (call, tell) => {
    loaded ??= load()
    return (await loaded)(call, tell)
  }
}
