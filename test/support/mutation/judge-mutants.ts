/** Runs the tests against mutants, each in a copy of the tree. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { endWithUs } from '../base/processes.ts'
import { type Mutant, mutate } from './list-mutants.ts'

export interface PlacedMutant extends Mutant {
  readonly file: string
}

export interface Verdict {
  readonly mutant: PlacedMutant
  readonly caughtBy: string | undefined
  readonly hasHung: boolean
  readonly unfit: readonly string[]
}

export interface Trial {
  readonly root: string
  testsOf(module: string): readonly string[]
  readonly lanes: number
  limitMs(usualMs: number): number
}

export async function* judgeMutants(
  mutants: readonly PlacedMutant[],
  trial: Trial,
): AsyncGenerator<Verdict> {
  const waiting = [...mutants]
  const folders = Array.from({ length: trial.lanes }, () => copyTree(trial.root))
  const running = new Set<number>()
  const removeCopies = (): void => {
    for (const group of running) endGroup(group)
    for (const copy of folders) rmSync(copy, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', removeCopies)
  const usualMs = new Map<string, Promise<number | undefined>>()
  const catches = new Map<string, number>()
  const next = (copy: string): Promise<[string, Verdict]> | undefined => {
    const mutant = waiting.shift()
    return (
      mutant &&
      judge(mutant, { copy, trial, running, usualMs, catches }).then((verdict) => [copy, verdict])
    )
  }
  try {
    const judging = new Map(folders.map((copy) => [copy, next(copy)]))
    while ([...judging.values()].some((run) => run !== undefined)) {
      const [copy, verdict] = await Promise.race(
        [...judging.values()].filter((run) => run !== undefined),
      )
      judging.set(copy, next(copy))
      yield verdict
    }
  } finally {
    process.off('exit', removeCopies)
    removeCopies()
  }
}

interface Lane {
  readonly copy: string
  readonly trial: Trial
  readonly running: Set<number>
  readonly usualMs: Map<string, Promise<number | undefined>>
  readonly catches: Map<string, number>
}

async function judge(mutant: PlacedMutant, lane: Lane): Promise<Verdict> {
  const { copy, trial, usualMs, catches } = lane
  const module = join(copy, mutant.file)
  const source = readFileSync(module, 'utf8')
  const unfit: string[] = []
  for (const test of likelyFirst(mutant.file, lane)) {
    if (!usualMs.has(test)) usualMs.set(test, measure(lane, test))
    const usual = await usualMs.get(test)
    if (usual === undefined) {
      unfit.push(test)
      continue
    }
    writeFileSync(module, mutate(source, mutant))
    const end = await runTest(lane, test, trial.limitMs(usual))
    writeFileSync(module, source)
    if (end === 'passed') continue
    const key = `${dirname(mutant.file)} ${test}`
    catches.set(key, (catches.get(key) ?? 0) + 1)
    return { mutant, caughtBy: test, hasHung: end === 'hung', unfit }
  }
  return { mutant, caughtBy: undefined, hasHung: false, unfit }
}

/** The order changes no verdict, only the time that it takes. */
function likelyFirst(file: string, { trial, catches }: Lane): string[] {
  const caught = (test: string): number => catches.get(`${dirname(file)} ${test}`) ?? 0
  return [...trial.testsOf(file)].sort((one, other) => caught(other) - caught(one))
}

const longestMs = 10 * 60_000

async function measure(lane: Lane, test: string): Promise<number | undefined> {
  const startedAt = performance.now()
  const end = await runTest(lane, test, longestMs)
  return end === 'passed' ? performance.now() - startedAt : undefined
}

async function runTest(
  { copy, running }: Lane,
  test: string,
  limitMs: number,
): Promise<'passed' | 'failed' | 'hung'> {
  const temporary = join(copy, 'temporary')
  mkdirSync(temporary)
  // A nested run would report to the outer one instead of ending by itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  // Handles that a mutant leaves open would only be waited for.
  const child = spawn(process.execPath, ['--test-force-exit', test], {
    cwd: copy,
    env: { ...env, TMPDIR: temporary },
    stdio: 'ignore',
    detached: true,
  })
  const group = -(child.pid as number)
  running.add(group)
  const forget = endWithUs(group, 'SIGKILL')
  let hasHung = false
  const timer = setTimeout(() => {
    hasHung = true
    child.kill('SIGKILL')
  }, limitMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  forget()
  running.delete(group)
  endGroup(group)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
  if (hasHung) return 'hung'
  return code === 0 ? 'passed' : 'failed'
}

function endGroup(group: number): void {
  try {
    process.kill(group, 'SIGKILL')
  } catch {}
}

const left = new Set(['node_modules', '.git', 'dist'])

function copyTree(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'markport-mutation-'))
  // Some tests start programs as a less privileged user.
  chmodSync(copy, 0o755)
  cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
