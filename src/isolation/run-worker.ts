/** The loop of a worker: runs calls one after the other, and ends with its parent. @module */
import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { type Refusal, RequestError, toRefusal } from '../contract/errors.ts'
import { encodeFrame, type Frame, frameReader, type Message } from './frames.ts'
import type { TaskName, TaskTable } from './tasks.ts'

/** Results of smaller calls are sent in one piece, because partial answers would gain nothing. */
const smallBytes = 16 * 1024
/** Nothing is taken back from the queue behind calls this short. */
const longCallMs = 10

export function runWorker(tasks: TaskTable): void {
  const channel = new Socket({ fd: 3, readable: true, writable: true })
  channel.on('close', () => process.exit())
  channel.on('error', () => process.exit())
  spareTheParent()

  const calls: Frame[] = []
  let isWorking = false
  const send = (frame: Frame): void => {
    channel.cork()
    for (const piece of encodeFrame(frame)) channel.write(piece)
    channel.uncork()
  }
  /** Calls that another worker has taken over; each is still acknowledged in its turn. */
  const forgotten = new Set<number>()
  const run = async ({ id, task, value, parts }: Frame): Promise<void> => {
    if (forgotten.delete(id)) return send({ id, kind: 'error', ...describeError('forgotten') })
    const isSmall = parts.reduce((sum, part) => sum + part.byteLength, 0) <= smallBytes
    if (isSmall) channel.cork()
    try {
      const tell = (part: Message): void => send({ id, kind: 'part', ...part })
      send({ id, kind: 'result', ...(await tasks[task as TaskName]({ value, parts }, tell)) })
    } catch (error) {
      send({ id, kind: 'error', ...describeError(error) })
    }
    if (isSmall) channel.uncork()
  }
  const work = async (): Promise<void> => {
    isWorking = true
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      const begunMs = performance.now()
      await run(call)
      // Send what did not fit into the channel before the next call begins.
      if (channel.writableLength > 0) await endOfTurn()
      if (performance.now() - begunMs > longCallMs) await untilRead()
    }
    isWorking = false
  }
  const receive = frameReader((frame) => {
    if (frame.kind === 'forget') forgotten.add(frame.id)
    else calls.push(frame)
  })
  channel.on('data', (chunk) => {
    receive(chunk)
    if (!isWorking) void work()
  })
  send({ id: 0, kind: 'result', value: 'ready', parts: [] })
}

/** Two turns, because the present turn may be past its reading. */
async function untilRead(): Promise<void> {
  await endOfTurn()
  await endOfTurn()
}

/** If memory runs out, the system should kill a worker first. */
function spareTheParent(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has this.
  }
}

/** Errors lose their class between processes, so they are sent as values. */
export type SentError =
  | { readonly refusal: Refusal }
  | { readonly message: string; readonly stack: string | undefined }

function describeError(error: unknown): { value: SentError; parts: [] } {
  if (error instanceof RequestError) return { value: { refusal: toRefusal(error) }, parts: [] }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { value: { message, stack }, parts: [] }
}
