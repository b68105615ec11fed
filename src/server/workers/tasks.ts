/** The type of tasks; the table of the workers' program is in `src/worker.ts`. @module */
import type { Message } from '../../contract/base/message.ts'

/** @param tell Sends a partial answer before the result. */
export type Task = (call: Message, tell: (part: Message) => void) => Message | Promise<Message>

export type TaskName =
  | 'compare-markdown'
  | 'compare-versions'
  | 'complete-form'
  | 'export-page'
  | 'find-line-edits'
  | 'find-page-edits'
  | 'find-places'
  | 'index-document'
  | 'lay-out-adf'
  | 'merge-import'
  | 'place-images'
  | 'plan-body'
  | 'prepare-import'
  | 'preview-form'
  | 'read-form'
  | 'read-request'
  | 'render-page-body'
  | 'show-markdown'
  | 'view-document'
  | 'write-markdown'

export type TaskTable = Readonly<Record<TaskName, Task>>
