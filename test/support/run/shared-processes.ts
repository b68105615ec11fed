/** Lets test files share processes, because loading what they test takes longer than testing it. @module */
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { maxFiles } from './take-turns.ts'

/** Files mostly wait, so more run than there are cores; all share one PostgreSQL's connections. */
export const concurrency: number = Math.min(8, 3 * availableParallelism())

export function inSharedProcesses(files: readonly string[], folder: string): string[] {
  const [scopes, turns] = ['./scope-of-tests.ts', './take-turns.ts'].map((file) =>
    JSON.stringify(new URL(file, import.meta.url).href),
  )
  const text = `await import(${scopes})
const { takeTurns } = await import(${turns})
await takeTurns(${JSON.stringify(folder)}, ${JSON.stringify(files)})
`
  return Array.from(
    { length: Math.max(Math.min(concurrency, files.length), Math.ceil(files.length / maxFiles)) },
    (_, index) => {
      const program = join(folder, `process-${index + 1}.test.mjs`)
      writeFileSync(program, text)
      return program
    },
  )
}
