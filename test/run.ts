/**
 * Runs the tests: all of them, or the files that are named. They work in a process group and a
 * temporary folder of their own, so that nothing stays behind, whatever fails or interrupts them.
 *
 *     npm test
 *     node test/run.ts [FILE…]
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { allFiles } from './support/run/all-files.ts'
import { inGroups } from './support/run/file-groups.ts'

/** How long what was told to end may take for it. */
const graceMs = 10_000
const root = fileURLToPath(new URL('../', import.meta.url))

const named = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'markport-test-'))
// PostgreSQL runs as a user of its own when the tests run as root.
chmodSync(folder, 0o755)
const child = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('support/run/run-files.ts', import.meta.url)),
    ...(named.length > 0 ? named : inGroups(allFiles(root), root, folder)),
  ],
  {
    stdio: 'inherit',
    detached: true,
    // The same modules are loaded by hundreds of processes, and compiled by the first.
    env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
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
