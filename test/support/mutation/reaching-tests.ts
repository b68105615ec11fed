/** Which test files reach a module, by imports and by the programs that are started. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Lists a module's own tests first, then those of its folder, then the others by distance of imports. */
export function reachingTests(root: string): (module: string) => string[] {
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
