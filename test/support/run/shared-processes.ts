/**
 * Test files that share processes. To load what they test takes most of them longer than to test it, and
 * none leaves anything behind for another: each process takes the next file that none has taken.
 * @module
 */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/**
 * Files mostly wait for browsers, databases and processes, so more run at once than there are cores; all
 * share the connections of one PostgreSQL.
 */
export const concurrency: number = Math.min(8, 3 * availableParallelism())

/**
 * Put files together.
 * @param files The files of a run, from the root of the repository, in their order.
 * @param folder Where to write a program for each process.
 * @returns The programs.
 */
export function inSharedProcesses(files: readonly string[], folder: string): string[] {
  const turns = new URL('./take-turns.ts', import.meta.url).href
  const text = `import { takeTurns } from ${JSON.stringify(turns)}
await takeTurns(${JSON.stringify(folder)}, ${JSON.stringify(files)})
`
  return Array.from({ length: Math.min(concurrency, files.length) }, (_, index) => {
    const program = join(folder, `process-${index + 1}.test.mjs`)
    writeFileSync(program, text)
    return program
  })
}
