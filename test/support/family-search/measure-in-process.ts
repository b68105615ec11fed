/** Measures families in a process that is killed when it takes too long or too much. @module */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RepeatedFamily } from './families.ts'
import type { StageCosts } from './stages.ts'

export interface FamilyMeter {
  /**
   * Measure a family at one size.
   * @returns What each stage cost, or what the process was killed for.
   */
  measure(family: RepeatedFamily, kib: number): Promise<StageCosts | Killed>
  close(): void
}

export interface Killed {
  readonly killedFor: 'time' | 'memory'
}

export interface MeterOptions {
  /** The measured program; it answers each line with a line. */
  readonly program?: URL
  /** Processor time for one family at one size. */
  readonly maxMs?: number
  readonly maxMib?: number
}

const ownProgram = new URL('stages-process.ts', import.meta.url)
const pollMs = 20
const msPerTick = 10
const mibPerPage = 4 / 1024
/** A process that has measured so many starts anew: what earlier families left behind is noise. */
const maxRuns = 2_000

interface Measured {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly lines: Interface
  runs: number
}

/** Make a meter; its process starts when it is needed. */
export function familyMeter(options: MeterOptions = {}): FamilyMeter {
  const { program = ownProgram, maxMs = 4_000, maxMib = 2_048 } = options
  let running: Measured | undefined
  const close = (): void => {
    running?.child.kill('SIGKILL')
    running = undefined
  }
  return {
    close,
    async measure(family, kib) {
      if (running !== undefined && running.runs >= maxRuns) close()
      running ??= await start(fileURLToPath(program), maxMib)
      const { child, lines } = running
      running.runs += 1
      child.stdin.write(`${JSON.stringify({ family, kib })}\n`)
      const outcome = await answerOrKill({ child, lines, maxMs, maxMib })
      if ('killedFor' in outcome) running = undefined
      return outcome
    },
  }
}

/** The shell's bound catches what grows faster than anybody can look; V8 itself needs some room. */
async function start(program: string, maxMib: number): Promise<Measured> {
  const bounded = `ulimit -d ${(maxMib + 1_024) * 1024}; exec "$@"`
  const child = spawn('sh', ['-c', bounded, 'sh', process.execPath, program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'close').then(([code, signal]) => `${code ?? signal}`)
  const first = await Promise.race([once(lines, 'line'), ended])
  if (typeof first === 'string') throw new Error(`the measured process ended with ${first}`)
  return { child, lines, runs: 0 }
}

async function answerOrKill({
  child,
  lines,
  maxMs,
  maxMib,
}: Omit<Measured, 'runs'> & { maxMs: number; maxMib: number }): Promise<StageCosts | Killed> {
  const ended = new AbortController()
  const { signal } = ended
  const answered = once(lines, 'line', { signal }).then(([line]) => JSON.parse(line) as StageCosts)
  // A process that ends by itself did so for want of memory.
  const died = once(child, 'close', { signal }).then((): Killed => ({ killedFor: 'memory' }))
  const overrun = watch(child.pid as number, { maxMs, maxMib }, signal)
  for (const promise of [answered, died, overrun]) promise.catch(() => {})
  const outcome = await Promise.race([answered, died, overrun])
  ended.abort()
  if ('killedFor' in outcome) child.kill('SIGKILL')
  return outcome as StageCosts | Killed
}

async function watch(
  pid: number,
  { maxMs, maxMib }: { maxMs: number; maxMib: number },
  signal: AbortSignal,
): Promise<Killed> {
  const startedAt = usageOf(pid)?.ms ?? 0
  for (;;) {
    await wait(pollMs, undefined, { signal })
    const usage = usageOf(pid)
    if (usage === undefined) continue
    if (usage.mib > maxMib) return { killedFor: 'memory' }
    if (usage.ms - startedAt > maxMs) return { killedFor: 'time' }
  }
}

/** See proc_pid_stat(5): the 14th and 15th field are processor time, the 24th is memory in pages. */
function usageOf(pid: number): { ms: number; mib: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (number: number): number => Number(fields[number - 3])
    return { ms: (field(14) + field(15)) * msPerTick, mib: field(24) * mibPerPage }
  } catch {
    return undefined
  }
}
