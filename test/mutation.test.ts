/** The mutation run itself: what a test notices is caught, what it cannot notice survives. @module */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { judgeMutants, type PlacedMutant, type Trial } from './support/mutation/judge-mutants.ts'
import { listMutants, mutate } from './support/mutation/list-mutants.ts'
import { reachingTests } from './support/mutation/reaching-tests.ts'

function writeTree(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'markport-mutation-test-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['src', 'test', 'node_modules']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  return root
}

const mutated = (source: string): string[] =>
  listMutants(source).map((mutant) => mutate(source, mutant))

const one = { lanes: 1, limitMs: () => 10 * 60_000 }

async function verdicts(source: string, trial: Trial): Promise<[string, boolean, boolean][]> {
  const mutants = listMutants(source).map(
    (mutant): PlacedMutant => ({ ...mutant, file: 'src/one.ts' }),
  )
  const all: [string, boolean, boolean][] = []
  for await (const { mutant, caughtBy, hasHung, unfit } of judgeMutants(mutants, trial)) {
    assert.deepEqual(unfit, [])
    all.push([`${mutant.before} → ${mutant.after}`, caughtBy !== undefined, hasHung])
  }
  return all
}

const testOf = (call: string, result: number): string => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as one from '../src/one.ts'
test('one', () => assert.equal(one.${call}, ${result}))
`

test('a fault that shows is caught, and one that changes nothing survives', async (t) => {
  const source = 'export const larger = (a: number, b: number) => (a > b ? a : b)\n'
  const root = writeTree(t, { 'src/one.ts': source, 'test/one.test.ts': testOf('larger(2, 1)', 2) })
  const testsOf = reachingTests(root)
  assert.deepEqual(await verdicts(source, { root, testsOf, ...one }), [
    ['a > b → !(a > b)', true, false],
    ['> → >=', false, false],
  ])
})

test('a fault that never ends is caught', async (t) => {
  const source = 'export const drain = (n: number) => { while (n > 0) n -= 1; return n }\n'
  const root = writeTree(t, { 'src/one.ts': source, 'test/one.test.ts': testOf('drain(3)', 0) })
  const trial = { root, testsOf: reachingTests(root), ...one, limitMs: () => 3_000 }
  const hung = (await verdicts(source, trial)).filter(([change]) => change === '-= → +=')
  assert.deepEqual(hung, [['-= → +=', true, true]])
})

test('changes conditions, operators, statements and constants', () => {
  assert.deepEqual(mutated('if (a) b()'), ['if (!(a)) b()', 'if (a) ;'])
  assert.deepEqual(mutated('f(a <= b)'), [';', 'f(a < b)'])
  assert.deepEqual(mutated('const x = !a && b'), ['const x = !a || b', 'const x = a && b'])
  assert.deepEqual(mutated('const x = a ?? 7'), ['const x = a && 7', 'const x = a ?? 8'])
  assert.deepEqual(mutated("const x = a === 'b'"), ["const x = a !== 'b'", "const x = a === ''"])
  assert.deepEqual(mutated('const f = () => { throw e }'), ['const f = () => { ; }'])
})

test('finds the tests by imports and by programs that are started, its own and the nearest first', (t) => {
  const root = writeTree(t, {
    'src/one.ts': '',
    'src/two.ts': "export * from './one.ts'",
    'src/program.ts': "await import('./two.ts')",
    'src/start.ts': `new URL(\`./program\${extension()}\`, import.meta.url)`,
    'src/type.ts': "import type { One } from './one.ts'",
    'src/one.test.ts': "import '../test/near.test.ts'",
    'src/two.test.ts': "import '../test/far.test.ts'",
    'test/far.test.ts': "import '../src/start.ts'",
    'test/near.test.ts': "import { one } from '../src/two.ts'",
    'test/type.test.ts': "import '../src/type.ts'",
  })
  assert.deepEqual(reachingTests(root)('src/one.ts'), [
    'src/one.test.ts',
    'src/two.test.ts',
    'test/near.test.ts',
    'test/far.test.ts',
  ])
})
