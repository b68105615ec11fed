/** Processes and all that they started: what they wait for, signals to them, and that they end with us. @module */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Of a process that has ended it tells nothing. */
export function processTree(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    readOfSystem(`${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(processTree)]
}

function threadsOf(pid: number): string[] {
  const folder = `/proc/${pid}/task`
  try {
    return readdirSync(folder).map((thread) => `${folder}/${thread}`)
  } catch {
    return []
  }
}

export function readOfSystem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** How long it was runnable without a processor: https://docs.kernel.org/scheduler/sched-stats.html */
export function waitOfMainThread(pid: number): number {
  return waitIn(`/proc/${pid}`)
}

export function treeWaits(pid: number): () => number {
  const look = (): Map<string, number> =>
    new Map(
      processTree(pid)
        .flatMap(threadsOf)
        .map((thread) => [thread, waitIn(thread)]),
    )
  let before = look()
  return () => {
    const now = look()
    const waits = Array.from(now, ([thread, ms]) => ms - (before.get(thread) ?? 0))
    before = now
    return Math.max(0, ...waits)
  }
}

function waitIn(folder: string): number {
  const [, nanoseconds = 0] = readOfSystem(`${folder}/schedstat`).split(' ').map(Number)
  return nanoseconds / 1e6
}

/** The parent comes first, so that it starts no more children. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  const before = childrenOf(pid)
  send(pid, signal)
  for (const child of new Set([...before, ...childrenOf(pid)])) send(child, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error
  }
}

function childrenOf(parent: number): number[] {
  if (existsSync('/proc/self/stat')) return processTree(parent).slice(1)
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parentPid = 0]) => (parentPid === parent ? [pid] : []))
}

/** Processes that must not outlive the one that started them, whatever ends it. */
const started = new Map<number, NodeJS.Signals>()
const deadlySignals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** Call the returned function once the process has ended: its number may be reused. */
export function endWithUs(pid: number, signal: NodeJS.Signals): () => void {
  if (started.size === 0) listen()
  started.set(pid, signal)
  return () => {
    started.delete(pid)
    if (started.size === 0) ignore()
  }
}

function listen(): void {
  process.on('exit', endAll)
  for (const signal of Object.keys(deadlySignals)) process.on(signal, exit)
}

function ignore(): void {
  process.off('exit', endAll)
  for (const signal of Object.keys(deadlySignals)) process.off(signal, exit)
}

/** Without a listener, a signal skips the exit handlers. */
function exit(signal: keyof typeof deadlySignals): void {
  process.exit(deadlySignals[signal])
}

function endAll(): void {
  for (const [pid, signal] of started) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}
