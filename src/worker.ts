/**
 * The program of a worker: what it can do, one row for each task. It is ready for imports from the
 * start; what other tasks need is loaded by the first call of each.
 * @module
 */
import { writeFileSync } from 'node:fs'
import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import {
  describeError,
  type Task,
  type TaskName,
  type TaskTable,
  type WorkerMessage,
  type WorkMessage,
} from './contract/base/message.ts'
import { prepareImport, readAskedImport } from './wiki/import/prepare-import.ts'
import { readRequest } from './wiki/import/read-request.ts'
import {
  extractDocument,
  indexDocument,
  placeImages,
} from './wiki/store/saving/storable-document.ts'

// By default, V8 learns from its first garbage collections which objects live long, and allocates
// such objects in the old generation. For imports it learns wrong: they took half as long again.
setFlagsFromString('--no-allocation-site-pretenuring')

runWorker({
  'compare-versions': later(
    async () => (await import('./server/reader/history/compare-page.ts')).compareVersions,
  ),
  'complete-form': later(
    async () => (await import('./server/web/writer/read-form.ts')).completeForm,
  ),
  'export-page': later(async () => (await import('./wiki/export/page-text.ts')).exportPage),
  'find-line-edits': later(
    async () => (await import('./wiki/store/sources/find-edits.ts')).findLineEdits,
  ),
  'find-page-edits': later(
    async () => (await import('./confluence/delivery/pull/find-page-edits.ts')).findPageEditsTask,
  ),
  'find-places': later(async () => (await import('./wiki/pages/search/place-hits.ts')).findPlaces),
  'index-document': indexDocument,
  'merge-import': later(async () =>
    (await import('./wiki/import/sources/merge-markdown.ts')).mergeImport(extractDocument),
  ),
  'place-images': placeImages,
  'plan-body': later(async () => (await import('./confluence/body/plan-body.ts')).planBodyTask),
  'prepare-import': prepareImport(extractDocument),
  'preview-form': later(async () => (await import('./server/web/writer/read-form.ts')).renderForm),
  'read-form': later(async () => (await import('./server/web/writer/read-form.ts')).readForm),
  'read-import': readAskedImport,
  'read-request': readRequest,
  'render-page-body': later(
    async () => (await import('./wiki/store/attachments/whole-markdown.ts')).renderPageBody,
  ),
  'show-markdown': later(
    async () => (await import('./server/reader/history/compare-page.ts')).showMarkdown,
  ),
  'write-markdown': later(
    async () => (await import('./wiki/store/attachments/whole-markdown.ts')).writeMarkdown,
  ),
  'view-document': later(
    async () => (await import('./server/web/document/document-view.ts')).viewDocumentMessage,
  ),
})

// A worker is killed, so it never comes to the end at which Node writes its cache of compiled code.
module.flushCompileCache()

/** Make a task of what loads it. */
function later(load: () => Promise<Task>): Task {
  let loaded: Promise<Task> | undefined
  return async (call) => {
    loaded ??= load()
    return (await loaded)(call)
  }
}

function runWorker(tasks: TaskTable): void {
  spareTheParent()
  const send = (message: WorkerMessage): void => {
    process.send?.(message)
  }
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ task, value, parts }: WorkMessage) => {
    try {
      send({ kind: 'result', ...(await tasks[task as TaskName]({ value, parts })) })
    } catch (error) {
      send({ kind: 'error', error: describeError(error) })
    }
  })
  send({ kind: 'ready' })
}

/** Makes the kernel kill a worker first when memory runs out. */
function spareTheParent(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {}
}
