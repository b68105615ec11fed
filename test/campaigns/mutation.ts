/** `npm run mutation -- [MUTANTS [SEED [AREA [FILES]]]]`: small faults in the code that no test notices. @module */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { seededRandom, shuffled } from '../support/base/seeded-random.ts'
import { judgeMutants, type PlacedMutant } from '../support/mutation/judge-mutants.ts'
import { listMutants } from '../support/mutation/list-mutants.ts'
import { reachingTests } from '../support/mutation/reaching-tests.ts'
import { startPostgres } from '../support/postgres/test-postgres.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const areas: Readonly<Record<string, readonly string[]>> = {
  convert: ['src/convert'],
  importing: [
    'src/wiki/import',
    'src/wiki/embedded-wiki.ts',
    'src/wiki/store/saving/save-import.ts',
  ],
  database: ['src/store'],
  places: [
    ...[
      'src/contract/base/places',
      'src/server/http/admit.ts',
      'src/server/http/limit-body.ts',
      'src/server/service/gates.ts',
    ],
    'src/accounts/passwords/password-check.ts',
  ],
  trips: [
    'src/store/postgres/postgres-trip.ts',
    'src/store/postgres/postgres-transaction.ts',
    'src/store/postgres/postgres-groups.ts',
    'src/store/postgres/postgres-pool.ts',
    'src/store/postgres/postgres-clock.ts',
  ],
  isolation: ['src/server/workers'],
  previews: [
    'src/wiki/store/previews',
    'src/server/previews/previews.ts',
    'src/server/previews/apply-shown.ts',
    'src/server/operation/preview-routes.ts',
    'src/server/reader/previews/preview-routes.ts',
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
  for await (const verdict of judgeMutants(mutants, {
    root,
    testsOf: (module) => likeliest(module).slice(0, files),
    lanes: 2,
    // Generous, because only endless runs count as hangs.
    limitMs: (usualMs) => 20_000 + 5 * usualMs,
  })) {
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
