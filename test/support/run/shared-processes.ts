/**
 * Test files that share processes. To load what they test takes most of them longer than to test it, and
 * none leaves anything behind for another: each process takes the next file that none has taken.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { maxFiles } from './take-turns.ts'

/**
 * Files mostly wait for browsers, databases and processes, so more run at once than there are cores; all
 * share the connections of one PostgreSQL.
 */
export const concurrency: number = Math.min(8, 3 * availableParallelism())

/** Files that look at what their process loads, and that measure its time, in which garbage of others counts. */
const lonely: ReadonlySet<string> = new Set(['test/reader-growth.test.ts'])

/**
 * Put files together.
 * @param all The files of a run, from the root of the repository, in their order.
 * @param folder Where to write a program for each process.
 * @returns The programs, and files that are one by themselves.
 */
export function inSharedProcesses(all: readonly string[], folder: string): string[] {
  const files = all.filter((file) => !lonely.has(file))
  const [scopes, turns] = ['./scope-of-tests.ts', './take-turns.ts'].map((file) =>
    JSON.stringify(new URL(file, import.meta.url).href),
  )
  const text = `await import(${scopes})
const { takeTurns } = await import(${turns})
await takeTurns(${JSON.stringify(folder)}, ${JSON.stringify(files)})
`
  const programs = Array.from(
    { length: Math.max(Math.min(concurrency, files.length), Math.ceil(files.length / maxFiles)) },
    (_, index) => {
      const program = join(folder, `process-${index + 1}.test.mjs`)
      writeFileSync(program, text)
      return program
    },
  )
  return [...all.filter((file) => lonely.has(file)), ...programs]
}
