/** A worker process: runs one task at a time, and is killed at its deadline or memory limit. @module */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Message,
  toError,
  type WorkerMessage,
  type WorkMessage,
} from '../../contract/base/message.ts'

/** `starved`: it got too little processor time. `fault`: it died, or the system killed it. */
export type EndReason = 'deadline' | 'memory' | 'starved' | 'fault'

export class WorkEndedError extends Error {
  override readonly name = 'WorkEndedError'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(`work was ended: ${reason}`)
    this.reason = reason
  }
}

export interface Work extends WorkMessage {
  /** The limit of processor time, not of elapsed time. */
  readonly deadlineMs: number
}

export const maxWaitFactor = 4

/** A worker with at least this share of a processor was not starved. */
const wholeShare = 0.9
/** A worker above this share of its memory is replaced after its task. */
const retireShare = 0.6
const watchMs = 25
const maxStartMs = 60_000

/**
 * Deep documents are walked recursively, which needs more than V8's 1 MB of stack. Small generations
 * keep memory low, because garbage dies with its task: 92 MB resident instead of 180 after 1,000 imports.
 */
const stackKib = 3_900
const youngGenerationMib = 4
const firstHeapMib = 24

interface RunningWork {
  readonly work: Work
  readonly watching: NodeJS.Timeout
  readonly resolve: (message: Message) => void
  readonly reject: (error: Error) => void
}

interface WorkerEvents {
  onReady(worker: WorkerProcess): void
  onEnd(worker: WorkerProcess): void
}

export class WorkerProcess {
  readonly #child
  readonly #maxBytes: number
  readonly #startTimer: NodeJS.Timeout
  #running: RunningWork | undefined
  #endReason: EndReason = 'fault'
  isReady = false
  isLarge = false
  hasEnded = false

  constructor(maxBytes: number, { onReady, onEnd }: WorkerEvents) {
    this.#maxBytes = maxBytes
    this.#child = spawn(process.execPath, programArguments(maxBytes), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      env: environment(),
      windowsHide: true,
    })
    this.#startTimer = setTimeout(() => this.kill(), maxStartMs).unref()
    const end = (): void => {
      if (this.hasEnded) return
      this.hasEnded = true
      this.kill()
      clearTimeout(this.#startTimer)
      this.#takeRunning()?.reject(new WorkEndedError(this.#endReason))
      onEnd(this)
    }
    this.#child.once('error', end)
    this.#child.once('exit', end)
    this.#child.on('message', (message: WorkerMessage) => {
      if (message.kind !== 'ready') return this.#receive(message)
      this.isReady = true
      clearTimeout(this.#startTimer)
      onReady(this)
    })
    // Only waiting callers should keep the event loop alive.
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /**
   * @throws {WorkEndedError} When the worker was ended.
   * @throws {Error} What the work itself throws.
   */
  run(work: Work): Promise<Message> {
    if (this.hasEnded) return Promise.reject(new WorkEndedError(this.#endReason))
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const watching = setInterval(this.#watch(work.deadlineMs), watchMs)
    this.#running = { work, watching, resolve, reject }
    const { task, value, parts } = work
    // The exit event reports a worker that cannot be reached.
    this.#child.send({ task, value, parts }, () => {})
    return promise
  }

  memoryBytes(): number {
    return (this.#child.pid && memoryBytesOf(this.#child.pid)) || 0
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #receive(message: Exclude<WorkerMessage, { kind: 'ready' }>): void {
    const running = this.#takeRunning()
    if (message.kind === 'error') running?.reject(toError(message.error))
    else running?.resolve(message)
  }

  #takeRunning(): RunningWork | undefined {
    const running = this.#running
    this.#running = undefined
    clearInterval(running?.watching)
    return running
  }

  #watch(deadlineMs: number): () => void {
    const begunMs = performance.now()
    let processorMsBefore: number | undefined
    return () => {
      const { pid } = this.#child
      if (pid === undefined) return
      const bytes = this.memoryBytes()
      if (bytes > this.#maxBytes * retireShare) this.isLarge = true
      if (bytes > this.#maxBytes) return this.#end('memory')
      const elapsedMs = performance.now() - begunMs
      const processorMs = processorMsOf(pid)
      processorMsBefore ??= processorMs
      if (elapsedMs < deadlineMs) return
      const usedMs = processorMs === undefined ? elapsedMs : processorMs - (processorMsBefore ?? 0)
      if (usedMs >= deadlineMs * wholeShare) this.#end('deadline')
      else if (elapsedMs > deadlineMs * maxWaitFactor) this.#end('starved')
    }
  }

  #end(reason: EndReason): void {
    this.#endReason = reason
    this.kill()
  }
}

function programArguments(maxBytes: number): string[] {
  // The file is `.ts` in a checkout, and `.js` when built.
  const program = new URL(`../../worker${extname(import.meta.url)}`, import.meta.url)
  return [
    `--max-old-space-size=${Math.floor(maxBytes / 1024 / 1024)}`,
    `--max-semi-space-size=${youngGenerationMib}`,
    `--initial-heap-size=${firstHeapMib}`,
    `--stack-size=${stackKib}`,
    // All cores are busy with workers, so more threads would not help.
    '--single-threaded-gc',
    fileURLToPath(program),
  ]
}

/** Workers parse untrusted content, so they get no secrets from the environment. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  // One thread works at a time: further arenas of glibc would hold 5 MB that nobody uses.
  const env = { MALLOC_ARENA_MAX: '1' }
  return NODE_COMPILE_CACHE === undefined ? env : { ...env, NODE_COMPILE_CACHE }
}

const pageBytes = 4096

/** Hundredths of a second on every Linux: proc_pid_stat(5), sysconf(3). */
const tickMs = 10

/** Bytes; undefined on other systems, or when the process has ended. */
export function memoryBytesOf(pid: number): number | undefined {
  const fields = readProc(`/proc/${pid}/statm`)?.split(' ')
  return fields && (Number(fields[1]) - Number(fields[2])) * pageBytes
}

/** The memory of this process in bytes, including memory shared with workers. */
export function residentBytes(): number {
  const pages = readProc('/proc/self/statm')?.split(' ')[1]
  return pages === undefined ? process.memoryUsage.rss() : Number(pages) * pageBytes
}

/** Milliseconds; undefined on other systems, or when the process has ended. */
export function processorMsOf(pid: number): number | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  // The second field, the name, may contain spaces and brackets.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Reads a file below `/proc`; undefined when its process has ended, or the system is not Linux. */
export function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
