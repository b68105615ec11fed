/**
 * Runs test files in the order in which they are given: Node's own `--test` sorts them by name, and
 * a long one that begins last keeps the whole run waiting.
 *
 *     node test/support/run/run-files.ts FILE…
 *
 * @module
 */
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { type RunOptions, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

/**
 * Files mostly wait for browsers, databases and processes, so there are more of them than cores; all
 * share the connections of one PostgreSQL.
 */
const concurrency = Math.min(8, 3 * availableParallelism())
/** For a whole file, on a machine that is slow and busy: it ends what hangs, and judges nothing. */
const fileTimeoutMs = 60 * 60_000

/** The types of Node 24 do not know the option yet. */
const options: RunOptions & { globalSetupPath: string } = {
  files: process.argv.slice(2),
  concurrency,
  timeout: fileTimeoutMs,
  globalSetupPath: fileURLToPath(new URL('../postgres/test-postgres.ts', import.meta.url)),
  // What a failing test left open must not keep its file from ending.
  execArgv: [`--import=${new URL('./end-test-file.ts', import.meta.url)}`],
}
run(options)
  .on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  .compose(spec)
  .pipe(process.stdout)
