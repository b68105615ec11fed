/** Work for threads that only tests hand over. @module */
import { threadId } from 'node:worker_threads'
import { defineTask, type Task } from '../../src/task-pool.ts'

/** Tell which thread runs this. */
export function askThread(_: null): number {
  return threadId
}

/** Never end. */
export function runForever(_: null): never {
  for (;;);
}

export const askThreadTask: Task<null, number> = defineTask(import.meta.url, askThread)
export const runForeverTask: Task<null, never> = defineTask(import.meta.url, runForever)
