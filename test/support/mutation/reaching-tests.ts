/** Which test files reach a module, by imports and by the programs that are started. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Find the test files that reach a module: its own first, then those of its folder, then the others,
 * the nearest by imports before those farther off.
 * @param root The folder that the paths are relative to.
 * @returns Gives the tests of a module.
 */
export function reachingTests(root: string): (module: string) => string[] {
  const importers = new Map<string, string[]>()
  for (const file of listModules(root)) {
    for (const used of usedModules(root, file)) {
      importers.set(used, [...(importers.get(used) ?? []), file])
    }
  }
  return (module) => {
    // A set lists what was added to it while it is walked, so this goes from near to far.
    const reached = new Set([module])
    for (const file of reached) for (const by of importers.get(file) ?? []) reached.add(by)
    return [...reached]
      .filter((file) => file.endsWith('.test.ts'))
      .sort((one, other) => kinship(other, module) - kinship(one, module))
  }
}

/** How much of a module's path a test file shares. */
function kinship(test: string, module: string): number {
  if (test === module.replace(/\.ts$/, '.test.ts')) return Number.POSITIVE_INFINITY
  return dirname(module).startsWith(dirname(test)) ? dirname(test).length : 0
}

/** List the modules of the sources and the tests. */
function listModules(root: string): string[] {
  return ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path))
      .sort(),
  )
}

/** A program or thread is started by its address; its extension may be that of the file. */
const startedProgram = /new URL\(\s*['"`]([\w./-]+?)(?:\.ts|\$\{ext[^}]*\})['"`]/g

/** Imports of values; those of types alone are gone when the code runs. */
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
