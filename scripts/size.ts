/**
 * Counts what the code is: files and lines, arrows between rooms and inside the largest, slivers with one
 * user. Numbers to hold against those of another commit; nothing here judges. @module
 */
import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'

/** Files of ours that each file imports; all by their paths. */
type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Read the imports of all files but tests. */
function readImportGraph(folder: string): ImportGraph {
  const files = globSync(`${folder}/**/*.ts`, { exclude: ['**/*.test.ts'] })
    .map((file) => file.replaceAll(sep, '/'))
    .sort()
  return importGraph(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Make the graph of some files. */
function importGraph(files: readonly (readonly [string, string])[]): ImportGraph {
  return new Map(files.map(([file, source]) => [file, importsOf(file, source)]))
}

/** `import … from`, `import type … from`, `export … from`, `import '…'`, and `import()`. */
const specifier =
  /(?:^(?:import|export)\s[^'"]*?from\s*|^import\s*|\bimport\(\s*)'(\.{1,2}\/[^']+)'/gm

function importsOf(file: string, source: string): string[] {
  const found = [...source.matchAll(specifier)].map(([, address = '']) =>
    posix.join(posix.dirname(file), address),
  )
  return [...new Set(found)]
}

/** A file of fewer lines that one other file uses could stand there. */
const sliver = 25

const graph = readImportGraph('src')
const source = globSync('src/**/*.{ts,js}', { exclude: ['**/*.test.ts'] })
const tests = globSync(['src/**/*.test.ts', 'test/**/*.{ts,js}'])
const users = usersOf(graph)
const rows: readonly (readonly [string, number])[] = [
  ['files of src without tests', source.length],
  ['lines of them', linesOf(source)],
  ['files of tests', tests.length],
  ['lines of them', linesOf(tests)],
  ['arrows between the rooms of src', arrows('src')],
  ['arrows between the rooms of src/confluence/delivery', arrows('src/confluence/delivery')],
  [
    `files of less than ${sliver} lines with one user`,
    source.filter((file) => linesOf([file]) < sliver && users.get(file) === 1).length,
  ],
]
for (const [what, count] of rows) process.stdout.write(`${String(count).padStart(8)}  ${what}\n`)

function linesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0)
}

function usersOf(graph: ImportGraph): Map<string, number> {
  const count = new Map<string, number>()
  for (const used of [...graph.values()].flat()) count.set(used, (count.get(used) ?? 0) + 1)
  return count
}

/** Imports from one room of a folder to another; files that stand above the rooms, such as `main.ts`, are none. */
function arrows(folder: string): number {
  const roomOf = (file: string): string | undefined =>
    file.startsWith(`${folder}/`)
      ? file.slice(folder.length + 1).match(/^[^/]+(?=\/)/)?.[0]
      : undefined
  const found = new Set<string>()
  for (const [file, imported] of graph) {
    const from = roomOf(file)
    for (const to of imported.map(roomOf)) {
      if (from !== undefined && to !== undefined && from !== to) found.add(`${from} ${to}`)
    }
  }
  return found.size
}
