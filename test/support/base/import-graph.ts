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
