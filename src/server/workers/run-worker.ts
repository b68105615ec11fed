/** The loop of a worker process, which ends with its parent. @module */
import { writeFileSync } from 'node:fs'
import { describeError, type WorkerMessage, type WorkMessage } from '../../contract/base/message.ts'
import type { TaskName, TaskTable } from '../../contract/base/work.ts'

export function runWorker(tasks: TaskTable): void {
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
