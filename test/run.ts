/** `node test/run.ts [--times] [FILE…]`: runs tests in their own process group and temporary folder. @module */
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

/** Memory instead of a disk, where hundreds of stores would wait for syncs. */
const memory = '/dev/shm'
/** More than a run has ever written; containers often have less in memory. */
const neededBytes = 4 * 1024 ** 3

function temporaryPlace(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < neededBytes ? tmpdir() : memory
}

const graceMs = 10_000
const root = fileURLToPath(new URL('../', import.meta.url))

const isTimed = process.argv[2] === '--times'
const named = process.argv.slice(isTimed ? 3 : 2).map((file) => relative(root, resolve(file)))
const folder = mkdtempSync(join(temporaryPlace(), 'markport-test-'))
// PostgreSQL runs as its own user when tests run as root.
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
    // Hundreds of processes load the same modules, so they share compiled code.
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
// A forced exit would not stop the database.
tell('SIGINT')
for (const endsAt = Date.now() + graceMs; tell(0) && Date.now() < endsAt; ) await wait(50)
tell('SIGKILL')
if (isTimed) process.stdout.write(timesTable(times))
rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
process.exitCode = isInterrupted ? 1 : (code ?? 1)

function tell(signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal)
  } catch {
    return false
  }
}
