/** Runs a program, with its children, within limits of time, memory, output and disk. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { memoryBytesOf, readProc } from '../workers/worker-process.ts'

/** The message never quotes a server, whose answer may contain credentials or links. */
export class RunError extends Error {
  override readonly name = 'RunError'
}

export interface BoundedProgram {
  /** The subject of error messages. */
  readonly task: string
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The complete environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly bounds: ProgramBounds
  readonly signal: AbortSignal
  /** Receives output while the program waits; without this function the output is collected. */
  readonly onOutput?: (text: string) => Promise<void>
}

interface ProgramBounds {
  readonly timeoutMs: number
  readonly maxMemoryBytes: number
  readonly maxOutputChars: number
  /** Limits the files directly in a folder. */
  readonly disk?: { readonly folder: string; readonly maxBytes: number }
}

export interface ProgramEnd {
  readonly code: number | null
  readonly output: string
  readonly errorOutput: string
}

/** The variables of this process with these names, where they are set. */
export function inheritedVariables(...names: readonly string[]): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => names.includes(name))
  return Object.fromEntries(entries) as Record<string, string>
}

const watchEveryMs = 250
const maxErrorChars = 16 * 1024

/**
 * @throws {RunError} When a limit was exceeded.
 * @throws {Error} When the program could not be started, with the system's `code`.
 * @throws The signal's reason when it was aborted.
 */
export async function runBoundedProgram(request: BoundedProgram): Promise<ProgramEnd> {
  const { task, program, args, cwd, env, bounds, signal, onOutput } = request
  signal.throwIfAborted()
  // Start a process group, so that we can kill the program with its children.
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Readers and imports come first. The lowest priority would starve on a busy machine.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let problem: unknown
  const end = (reason?: unknown): void => {
    problem ??= reason
    if (child.pid !== undefined) endGroup(child.pid)
  }
  const endFor = (excess: string | undefined): void => {
    if (excess !== undefined) end(new RunError(`${task} takes more than ${excess}.`))
  }
  const stop = (): void => end(signal.reason)
  signal.addEventListener('abort', stop)
  const { timeoutMs } = bounds
  const timer = setTimeout(() => endFor(`${timeoutMs / 60_000} minutes`), timeoutMs)
  const watch = setInterval(() => endFor(excessOf(child.pid, bounds)), watchEveryMs)
  let output = ''
  let errorOutput = ''
  const read = async (): Promise<void> => {
    for await (const text of child.stdout.setEncoding('utf8')) {
      if (onOutput !== undefined) {
        await onOutput(text)
        continue
      }
      output += text
      if (output.length > bounds.maxOutputChars) endFor(`${mebibytes(output.length)} of output`)
    }
  }
  const reading = read().catch(end)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-maxErrorChars)
  })
  // Do not wait for the end of the output, which children left behind would keep open.
  child.once('exit', () => end())
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    await reading
    if (problem !== undefined) throw problem
    return { code, output, errorOutput }
  } finally {
    signal.removeEventListener('abort', stop)
    clearTimeout(timer)
    clearInterval(watch)
    end()
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {}
}

function excessOf(
  pid: number | undefined,
  { maxMemoryBytes, disk }: ProgramBounds,
): string | undefined {
  if (pid !== undefined && memoryOfFamily(pid) > maxMemoryBytes) {
    return `${mebibytes(maxMemoryBytes)} of memory`
  }
  if (disk !== undefined && sizeOfFiles(disk.folder) > disk.maxBytes) {
    return `${mebibytes(disk.maxBytes)} of disk`
  }
  return undefined
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MiB`
}

/** Only Linux lists a process's children; elsewhere memory is unlimited. */
function memoryOfFamily(pid: number): number {
  let bytes = memoryBytesOf(pid) ?? 0
  for (const thread of list(`/proc/${pid}/task`)) {
    const children = readProc(`/proc/${pid}/task/${thread}/children`)?.split(' ').filter(Boolean)
    for (const child of children ?? []) bytes += memoryOfFamily(Number(child))
  }
  return bytes
}

function sizeOfFiles(folder: string): number {
  const sizes = list(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
