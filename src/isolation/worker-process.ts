/** A worker process and its channel, as seen by the parent. @module */
import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { encodeFrame, type Frame, frameReader } from './frames.ts'

export interface WorkerProcess {
  readonly pid: number | undefined
  send(frames: readonly Frame[]): void
  kill(): void
}

export interface WorkerEvents {
  onFrame(frame: Frame): void
  onEnd(): void
}

/**
 * The stack is larger than V8's 1 MB, because deep documents are walked recursively. Small
 * generations and a small first heap keep memory low, because garbage dies with its call: 92 MB
 * resident instead of 180 after 1,000 imports.
 */
const stackKib = 3_900
const youngGenerationMib = 4
const firstHeapMib = 24

/** @param maxHeapMib Limit of the JavaScript heap; beyond it the worker dies. */
export function startWorker(maxHeapMib: number, events: WorkerEvents): WorkerProcess {
  // The program has this file's extension: `.ts` in a checkout, `.js` when built.
  const program = new URL(`../worker${extname(import.meta.url)}`, import.meta.url)
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${maxHeapMib}`,
      `--max-semi-space-size=${youngGenerationMib}`,
      `--initial-heap-size=${firstHeapMib}`,
      `--stack-size=${stackKib}`,
      // There is a worker for each core, so more threads would not help.
      '--single-threaded-gc',
      fileURLToPath(program),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env: environment(), windowsHide: true },
  )
  const channel = child.stdio[3] as Duplex & { unref(): void }
  let hasEnded = false
  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    child.kill('SIGKILL')
    events.onEnd()
  }
  child.once('error', end)
  child.once('exit', end)
  const receive = frameReader(events.onFrame)
  channel?.on('data', (chunk: Buffer) => {
    try {
      receive(chunk)
    } catch {
      // A worker that sends invalid frames is broken.
      end()
    }
  })
  channel?.on('error', end)
  // Waiting callers keep the event loop alive, not the workers.
  child.unref()
  channel?.unref()
  return {
    pid: child.pid,
    send(frames) {
      channel.cork()
      for (const frame of frames) for (const piece of encodeFrame(frame)) channel.write(piece)
      channel.uncork()
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Workers parse foreign content, so they get no tokens or passwords from the environment. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
