/** One worker as its parent sees it: a process with a channel of bytes. @module */
import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { encodeFrame, type Frame, frameReader } from './frames.ts'

export interface WorkerProcess {
  readonly pid: number | undefined
  send(frames: readonly Frame[]): void
  /** End it at once, whatever it does. */
  kill(): void
}

export interface WorkerEvents {
  onFrame(frame: Frame): void
  /** It has ended, or never began. */
  onEnd(): void
}

/**
 * Deep documents are walked by recursion, for which V8's own stack of 1 MB is short; garbage dies at
 * once with the work that made it, so small generations keep the memory low, and a heap that begins small
 * is collected before it has grown for nothing: 92 MB resident in place of 180 after 1,000 imports.
 */
const stackKib = 3_900
const youngGenerationMib = 4
const firstHeapMib = 24

/**
 * Start a worker.
 * @param maxHeapMib The most that its JavaScript may hold; beyond it the worker ends itself.
 * @param events Told what it says, and of its end.
 */
export function startWorker(maxHeapMib: number, events: WorkerEvents): WorkerProcess {
  // The same extension as this file: TypeScript from a checkout, JavaScript when built.
  const program = new URL(`../worker${extname(import.meta.url)}`, import.meta.url)
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${maxHeapMib}`,
      `--max-semi-space-size=${youngGenerationMib}`,
      `--initial-heap-size=${firstHeapMib}`,
      `--stack-size=${stackKib}`,
      // There is a worker for each core: threads of its own would only take them from others.
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
      // Whatever makes a worker speak nonsense, it is not to be listened to any longer.
      end()
    }
  })
  channel?.on('error', end)
  // Whoever waits for it keeps the event loop alive.
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

/** Tokens and passwords have no business where content is parsed; a cache of compiled code has. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
