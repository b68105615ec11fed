/** Finds the component files that a site offers to all its pages. @module */
import { dirname, join, relative, resolve, sep } from 'node:path'
import { importedNames } from '../dialects/mdx/javascript.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { isWithin } from '../files/tree-paths.ts'
import { asList, asTable, asWords } from '../navigation/yaml-value.ts'
import { readYamlFields } from './settings.ts'
import type { PathAlias } from './site.ts'

const maxBytes = 64 * 1024
const endings = ['tsx', 'jsx', 'ts', 'js']

/**
 * Read the list without running it.
 * @param names Possible paths of the list, without endings.
 * @returns The file of each component: a path from the site's folder with a leading `/`.
 */
export function siteComponents(
  folder: string,
  names: readonly string[],
  fileSystem: FileSystem,
): ReadonlyMap<string, string> {
  const list = names
    .flatMap((name) => endings.map((ending) => join(folder, `${name}.${ending}`)))
    .find(fileSystem.exists)
  if (list === undefined) return new Map()
  const text = fileSystem.readSettings(list, maxBytes)
  const files = new Map<string, string>()
  for (const [local, address] of text.split('\n').flatMap(importedNames)) {
    const file = fileOf(address, { folder, list }, fileSystem)
    if (file === undefined) continue
    const path = `/${relative(folder, file).replaceAll(sep, '/')}`
    files.set(local, path)
    // A component may be registered under another name.
    for (const [, name = ''] of text.matchAll(
      new RegExp(`\\b([A-Z]\\w*)\\s*:\\s*${local}\\b`, 'g'),
    ))
      files.set(name, path)
  }
  return files
}

function fileOf(
  address: string,
  { folder, list }: { readonly folder: string; readonly list: string },
  fileSystem: FileSystem,
): string | undefined {
  const isRooted = /^(?:@site|@|~)\//.test(address)
  if (!isRooted && !address.startsWith('.')) return undefined
  const path = isRooted
    ? join(folder, address.replace(/^[^/]*\//, ''))
    : resolve(dirname(list), address)
  return ['', ...endings.flatMap((ending) => [`.${ending}`, `/index.${ending}`])]
    .map((ending) => path + ending)
    .find((file) => isWithin(file, folder) && /\.\w+$/.test(file) && fileSystem.exists(file))
}

const maxSettings = 100_000

/** Read path aliases: https://www.typescriptlang.org/tsconfig/#paths */
export function pathAliases(folder: string, fileSystem: FileSystem): readonly PathAlias[] {
  return ['tsconfig.json', 'jsconfig.json'].flatMap((name) => {
    try {
      return aliasesIn(fileSystem.readSettings(join(folder, name), maxSettings), folder)
    } catch {
      return []
    }
  })
}

function aliasesIn(text: string, folder: string): readonly PathAlias[] {
  const { compilerOptions } = asTable(readYamlFields(text.replace(/^[ \t]*\/\/.*$/gm, '')))
  const { baseUrl, paths } = asTable(compilerOptions)
  const start = resolve(folder, asWords(baseUrl) ?? '.')
  return Object.entries(asTable(paths)).flatMap(([alias, targets]) => {
    const target = asWords(asList(targets)[0])
    if (target === undefined || !alias.endsWith('*') || !target.endsWith('*')) return []
    return [{ prefix: alias.slice(0, -1), folder: resolve(start, target.slice(0, -1)) }]
  })
}
