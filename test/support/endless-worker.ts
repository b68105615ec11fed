/** A conversion worker that never ends when asked not to. @module */
import {
  type ConvertReply,
  type ConvertTask,
  convertTask as convert,
} from '../../src/convert/convert-worker.ts'

/** Convert, or hang for a document that starts with `endless`. */
export function convertTask(task: ConvertTask): ConvertReply {
  if (!task.markdown.startsWith('endless')) return convert(task)
  task.startedAt[0] = Date.now()
  for (;;);
}
