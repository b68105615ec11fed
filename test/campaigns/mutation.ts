/** `npm run mutation -- [MUTANTS [SEED [AREA [FILES]]]]`: small faults in the code that no test notices. @module */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { endWithUs } from '../support/base/processes.ts'
import { seededRandom, shuffled } from '../support/base/seeded-random.ts'
import { listMutants, type Mutant, mutate } from '../support/mutation/list-mutants.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'

/** Lists a module's own tests first, then those of its folder, then the others by distance of imports. */
function reachingTests(root: string): (module: string) => string[] {
  const importers = new Map<string, string[]>()
  for (const file of listModules(root)) {
    for (const used of usedModules(root, file)) {
      importers.set(used, [...(importers.get(used) ?? []), file])
    }
  }
  return (module) => {
    // A set also visits what is added while it is iterated, so this goes from near to far.
    const reached = new Set([module])
    for (const file of reached) for (const by of importers.get(file) ?? []) reached.add(by)
    return [...reached]
      .filter((file) => file.endsWith('.test.ts'))
      .sort((one, other) => kinship(other, module) - kinship(one, module))
  }
}

function kinship(test: string, module: string): number {
  if (test === module.replace(/\.ts$/, '.test.ts')) return Number.POSITIVE_INFINITY
  return dirname(module).startsWith(dirname(test)) ? dirname(test).length : 0
}

function listModules(root: string): string[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path))
      .sort(),
  )
}

/** Programs and threads are started by URL, perhaps with the extension of the current file. */
const startedProgram = /new URL\(\s*['"`]([\w./-]+?)(?:\.ts|\$\{ext[^}]*\})['"`]/g

/** Type imports are erased, so only imports of values count. */
const valueImport =
  /^(?:import|export)\s+(?!type\b)[^'"`;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

function usedModules(root: string, file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const names = [
    ...[...source.matchAll(valueImport)].map(([, from, bare, later]) => from ?? bare ?? later),
    ...[...source.matchAll(startedProgram)].map(([, path]) => `./${path}.ts`),
  ]
  return names
    .filter((name) => name?.startsWith('.'))
    .map((name) => join(dirname(file), name ?? ''))
}

interface PlacedMutant extends Mutant {
  readonly file: string
}

interface Verdict {
  readonly mutant: PlacedMutant
  readonly caughtBy: string | undefined
  readonly hasHung: boolean
  readonly unfit: readonly string[]
}

type TestsOf = (module: string) => readonly string[]

const lanes = 2

async function* judgeMutants(
  mutants: readonly PlacedMutant[],
  root: string,
  testsOf: TestsOf,
): AsyncGenerator<Verdict> {
  const waiting = [...mutants]
  const folders = Array.from({ length: lanes }, () => copyTree(root))
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
      judge(mutant, { copy, testsOf, running, usualMs, catches }).then((verdict) => [copy, verdict])
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
  readonly testsOf: TestsOf
  readonly running: Set<number>
  readonly usualMs: Map<string, Promise<number | undefined>>
  readonly catches: Map<string, number>
}

async function judge(mutant: PlacedMutant, lane: Lane): Promise<Verdict> {
  const { copy, usualMs, catches } = lane
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
    // Generous, because only endless runs count as hangs.
    const end = await runTest(lane, test, 20_000 + 5 * usual)
    writeFileSync(module, source)
    if (end === 'passed') continue
    const key = `${dirname(mutant.file)} ${test}`
    catches.set(key, (catches.get(key) ?? 0) + 1)
    return { mutant, caughtBy: test, hasHung: end === 'hung', unfit }
  }
  return { mutant, caughtBy: undefined, hasHung: false, unfit }
}

/** The order changes no verdict, only the time that it takes. */
function likelyFirst(file: string, { testsOf, catches }: Lane): string[] {
  const caught = (test: string): number => catches.get(`${dirname(file)} ${test}`) ?? 0
  return [...testsOf(file)].sort((one, other) => caught(other) - caught(one))
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

const root = fileURLToPath(new URL('../../', import.meta.url))
const areas: Readonly<Record<string, readonly string[]>> = {
  converting: ['src/convert'],
  deciding: ['src/wiki/import'],
  saving: ['src/wiki/store/saving', 'src/wiki/embedded-wiki.ts'],
  tokens: ['src/accounts/tokens'],
  store: ['src/store'],
  gates: [
    'src/contract/base/places',
    'src/server/http/admit.ts',
    'src/server/http/limit-body.ts',
    'src/server/service/memory-plan.ts',
    'src/accounts/passwords',
  ],
  workers: ['src/server/workers'],
  previews: [
    'src/wiki/store/previews',
    'src/server/operation/previews.ts',
    'src/server/reader/previews',
  ],
}

/** Tests of whole areas run before those that are merely near. */
const wholeTests = ['test/operation.test.ts', 'test/database.test.ts']

const [count = 150, seed = 1, area = 'all', files = 12] = process.argv
  .slice(2)
  .map((value) => (/^\d+$/.test(value) ? Number(value) : value)) as [number, number, string, number]
const modules = area === 'all' ? Object.values(areas).flat() : areas[area]
if (modules === undefined) throw new TypeError(`No area ${area}: ${Object.keys(areas).join(', ')}`)

const all = [...new Set(modules.flatMap(listSources))].flatMap((file): PlacedMutant[] =>
  listMutants(readFileSync(join(root, file), 'utf8')).map((mutant) => ({
    ...mutant,
    file,
  })),
)
const mutants = shuffled(all, seededRandom(seed)).slice(0, count)
const near = reachingTests(root)
process.stdout.write(`${mutants.length} of ${all.length} mutants, seed ${seed}, ${files} files\n`)

const postgres = await startPostgres()
process.env.MARKPORT_TEST_POSTGRES_URL = postgres.url
let tried = 0
let caught = 0
let hung = 0
const unfit = new Set<string>()
try {
  const testsOf: TestsOf = (module) => likeliest(module).slice(0, files)
  for await (const verdict of judgeMutants(mutants, root, testsOf)) {
    for (const test of verdict.unfit) unfit.add(test)
    tried += 1
    if (verdict.hasHung) hung += 1
    if (verdict.caughtBy !== undefined) caught += 1
    else process.stdout.write(`${tried}: ${survivor(verdict.mutant)}\n`)
  }
} finally {
  await postgres.stop()
}
for (const test of unfit) process.stdout.write(`${test} fails without a mutant and judged none\n`)
const percent = Math.round((100 * caught) / mutants.length)
process.stdout.write(`${caught} of ${mutants.length} caught, ${percent} %, ${hung} of them hung\n`)

function likeliest(module: string): string[] {
  const tests = near(module)
  const beside = tests.filter((test) => dirname(test) === dirname(module))
  return [...new Set([...beside, ...wholeTests.filter((test) => tests.includes(test)), ...tests])]
}

function listSources(place: string): string[] {
  if (statSync(join(root, place)).isFile()) return [place]
  return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .map((path) => join(place, path))
}

function survivor({ file, line, before, after }: PlacedMutant): string {
  const words = [before, after].map((text) => text.replaceAll(/\s+/g, ' '))
  return `${file}:${line} survived: ${words.join(' → ')}`
}
