/**
 * Runs the tests: all of them, or the files that are named. They work in a process group and a
 * temporary folder of their own, so that nothing stays behind, whatever fails or interrupts them. `--times`
 * adds a table of the processor time that each file took.
 *
 *     npm test
 *     node test/run.ts [--times] [FILE…]
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { allFiles } from './support/run/all-files.ts'
import { timesTable, timesVariable } from './support/run/processor-time.ts'
import { inSharedProcesses } from './support/run/shared-processes.ts'

/** A file system of Linux that is kept in memory: a disk that syncs keeps hundreds of stores waiting. */
const memory = '/dev/shm'
/** More than a run has ever written; containers often have less there. */
const neededBytes = 4 * 1024 ** 3

/** Give the folder for temporary files: that of the caller, else in memory, else the system's. */
function temporaryPlace(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < neededBytes ? tmpdir() : memory
}

/** How long what was told to end may take for it. */
const graceMs = 10_000
const root = fileURLToPath(new URL('../', import.meta.url))

const isTimed = process.argv[2] === '--times'
const named = process.argv.slice(isTimed ? 3 : 2).map((file) => relative(root, resolve(file)))
const folder = mkdtempSync(join(temporaryPlace(), 'markport-test-'))
// PostgreSQL runs as a user of its own when the tests run as root.
chmodSync(folder, 0o755)
const times = join(folder, 'times')
const child = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('support/run/run-files.ts', import.meta.url)),
    ...inSharedProcesses(named.length > 0 ? named : allFiles(root), folder),
  ],
  {
    stdio: 'inherit',
    detached: true,
    // The same modules are loaded by hundreds of processes: an earlier run has compiled most.
    env: {
      ...process.env,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache'),
      ...(isTimed && { [timesVariable]: times }),
    },
  },
)
const group = -(child.pid as number)

let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isInterrupted = true
    tell(signal)
  })
}
const [code] = (await once(child, 'exit')) as [number | null]
// A run that is forced to exit does not stop its database.
tell('SIGINT')
for (const endsAt = Date.now() + graceMs; tell(0) && Date.now() < endsAt; ) await wait(50)
tell('SIGKILL')
if (isTimed) process.stdout.write(timesTable(times))
rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
process.exitCode = isInterrupted ? 1 : (code ?? 1)

/** Signal every process of the run; tells whether there is any. */
function tell(signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal)
  } catch {
    return false
  }
}
