/** Which file of the source imports which, types included. @module */
import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'

/** Files of ours that each file imports; all by their paths. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Read the imports of all files but tests. */
export function readImportGraph(folder: string): ImportGraph {
  const files = globSync(`${folder}/**/*.ts`, { exclude: ['**/*.test.ts'] })
    .map((file) => file.replaceAll(sep, '/'))
    .sort()
  return importGraph(files.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Make the graph of some files. */
export function importGraph(files: readonly (readonly [string, string])[]): ImportGraph {
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

/**
 * Find the files that import each other, by whatever way round.
 * @returns One path round for each group of them, from a file to itself.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  for (const file of graph.keys()) {
    if (done.has(file)) continue
    const circle = wayBack(graph, file)
    if (circle === undefined) continue
    circles.push(circle)
    for (const member of circle) done.add(member)
  }
  return circles
}

/** The shortest way from a file to itself. */
function wayBack(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(cameFrom, start, file)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(cameFrom: ReadonlyMap<string, string>, start: string, last: string): string[] {
  const way = [last, start]
  for (let file = last; file !== start; ) {
    file = cameFrom.get(file) as string
    way.unshift(file)
  }
  return way
}
