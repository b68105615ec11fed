/** What the files of `src` export: each name once, and none that no other file asks for. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

type Sources = ReadonlyMap<string, string>

const entryPoints = ['client.ts', 'library.ts']

/** Exported only for tests of whole services. */
const forTests: Readonly<Record<string, string>> = {
  accessOf: 'what somebody may do in a space, without a page of it',
  configFileSchema: 'the published schema is this one',
  costlyWork: 'its doors and its worker, in this process',
  distributedTables: 'with the others, the schema has them',
  iconNames: 'the script that draws them reads them',
  localTables: 'with the others, the schema has them',
  referenceTables: 'with the others, the schema has them',
  removeOld: 'one round, without its clock',
  sourceSpace: 'one page is taken away, without a source',
  takeAway: 'one page is taken away, without a source',
  tryCalls: 'the probe of a live site tries them',
  uncopiedTables: 'the copy leaves them empty',
  neededCalls: 'the script that writes the docs lists them',
  noticeTable: 'the docs name each',
  retryWaits: 'time passes, wait by wait',
  sharedConstructs: 'the script that writes the docs lists them',
  warningTable: 'the script that writes the docs lists them',
  webMap: 'tests call each address of it',
  writeFolder: 'spaces that no command made',
  writerBehind: 'a writer in this process',
}

const declaration =
  /^export (?:async )?(?:abstract )?(function\*?|const|let|class|interface|type) (\w+)/gm

test('no two files export the same name', () => {
  assert.deepEqual(namesOfMany(readSources()), [])
})

test('no file exports what no other file asks for', () => {
  const unasked = unaskedNames(readSources())
  assert.deepEqual(
    unasked.filter((one) => !(nameOf(one) in forTests)),
    [],
  )
  assert.deepEqual(
    Object.keys(forTests).filter((name) => !unasked.some((one) => nameOf(one) === name)),
    [],
  )
})

function readSources(): Sources {
  const folder = fileURLToPath(new URL('../src', import.meta.url))
  const paths = globSync('**/*.ts', { cwd: folder })
  return new Map(paths.sort().map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')]))
}

function namesOfMany(sources: Sources): string[] {
  const places = new Map<string, string[]>()
  for (const [path, text] of sources) {
    for (const name of exportedNames(text)) places.set(name, [...(places.get(name) ?? []), path])
  }
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`)
}

function unaskedNames(sources: Sources): string[] {
  const users = new Map<string, string[]>()
  for (const [path, text] of sources) {
    for (const to of importedPaths(path, text)) users.set(to, [...(users.get(to) ?? []), text])
  }
  return [...sources]
    .filter(([path]) => !entryPoints.includes(path) && !path.endsWith('.test.ts'))
    .flatMap(([path, text]) =>
      exportedNames(text)
        .filter((name) => !(users.get(path) ?? []).some((its) => speaksOf(its, name)))
        .filter((name) => !isAskedForWithin(text, name))
        .map((name) => `${path}: ${name}`),
    )
}

function exportedNames(text: string): string[] {
  return [...text.matchAll(declaration)].map(([, , name = '']) => name)
}

function importedPaths(path: string, text: string): Set<string> {
  const found = text.matchAll(/(?:from |import\()'(\.[^']*)'/g)
  return new Set([...found].map(([, to = '']) => posix.join(posix.dirname(path), to)))
}

function isAskedForWithin(text: string, name: string): boolean {
  // The writer thread finds transactions by their names.
  if (new RegExp(`^export const ${name}: Transaction<`, 'm').test(text)) return true
  const isType = new RegExp(`^export (?:interface|type) ${name}\\b`, 'm').test(text)
  return isType && text.split(new RegExp(`\\b${name}\\b`)).length > 2
}

function speaksOf(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text)
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf(' ') + 1)
}
