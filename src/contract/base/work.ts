/** The tasks of workers; `src/worker.ts` maps them to functions. @module */
import type { Message } from './message.ts'

export interface WorkRequest extends Message {
  /** Aborted when the caller has left: then the work is not started. */
  readonly signal?: AbortSignal | undefined
}

export type Task = (call: Message) => Message | Promise<Message>

export type TaskName =
  | 'compare-versions'
  | 'complete-form'
  | 'export-page'
  | 'find-line-edits'
  | 'find-page-edits'
  | 'find-places'
  | 'index-document'
  | 'merge-import'
  | 'place-images'
  | 'plan-body'
  | 'prepare-import'
  | 'preview-form'
  | 'read-form'
  | 'read-import'
  | 'read-request'
  | 'render-page-body'
  | 'show-markdown'
  | 'view-document'
  | 'write-markdown'

export type TaskTable = Readonly<Record<TaskName, Task>>

export interface Workers {
  /** @throws {RequestError} `bad-request` when it was killed, `unavailable` when too much waits. */
  convert(task: TaskName, call: WorkRequest): Promise<Message>
  /**
   * Render a document for a reader.
   * @throws {RequestError} `unavailable` when it was killed, or too much waits.
   */
  show(task: TaskName, call: WorkRequest): Promise<Message>
}
