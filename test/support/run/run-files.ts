/** Runs test files in the given order, because `node --test` sorts by name and could begin a long file last. @module */
import process from 'node:process'
import { type RunOptions, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { concurrency } from './shared-processes.ts'

/** The types of Node 24 do not know the option yet. */
const options: RunOptions & { globalSetupPath: string } = {
  files: process.argv.slice(2),
  concurrency,
  // Processes of many files make much garbage, which few collections find cheaper.
  execArgv: ['--max-semi-space-size=64'],
  globalSetupPath: fileURLToPath(new URL('../postgres/test-postgres.ts', import.meta.url)),
}
run(options)
  .on('test:summary', ({ success }) => {
    if (!success) process.exitCode = 1
  })
  .compose(spec)
  .pipe(process.stdout)
