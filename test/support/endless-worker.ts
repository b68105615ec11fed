/** A conversion worker that never ends when asked not to. @module */
import {
  type ConvertReply,
  type ConvertTask,
  convertTask as convert,
} from '../../src/convert/convert-worker.ts'

/** Convert, or hang for a document that starts with `endless`, or with `asleep`, which costs nothing. */
export function convertTask(task: ConvertTask): ConvertReply {
  const isAsleep = task.markdown.startsWith('asleep')
  if (!isAsleep && !task.markdown.startsWith('endless')) return convert(task)
  task.startedAt[0] = Date.now()
  for (;;) if (isAsleep) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
