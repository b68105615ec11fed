/** Lets test files share processes, because loading what they test takes longer than testing it. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { maxFiles } from './take-turns.ts'

/** Files mostly wait, so more run than there are cores; all share one PostgreSQL's connections. */
export const concurrency: number = Math.min(8, 3 * availableParallelism())

/** A browser costs more than most of its tests, so few processes take the files that need one. */
const browserProcesses = 2

const needsBrowser = (file: string): boolean =>
  /support\/(?:browser\/browser|xss\/xss-run)\.ts/.test(
    readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
  )

export function inSharedProcesses(files: readonly string[], folder: string): string[] {
  const { browser = [], others = [] } = Object.groupBy(files, (file) =>
    needsBrowser(file) ? 'browser' : 'others',
  )
  const [scopes, turns] = ['./scope-of-tests.ts', './take-turns.ts'].map((file) =>
    JSON.stringify(new URL(file, import.meta.url).href),
  )
  const programFor = (taken: readonly string[]): string => `await import(${scopes})
const { takeTurns } = await import(${turns})
await takeTurns(${JSON.stringify(folder)}, ${JSON.stringify(taken)})
`
  return Array.from(
    { length: Math.max(Math.min(concurrency, files.length), Math.ceil(files.length / maxFiles)) },
    (_, index) => {
      const program = join(folder, `process-${index + 1}.test.mjs`)
      writeFileSync(
        program,
        programFor(index < browserProcesses ? [...browser, ...others] : others),
      )
      return program
    },
  )
}
