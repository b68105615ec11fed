/** Names that `tsconfig.json` and `jsconfig.json` give to folders. @module */
import { join, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { asList, asTable, asWords } from '../navigation/yaml-value.ts'
import { readYamlFields } from './settings.ts'
import type { PathAlias } from './site.ts'

const maxBytes = 100_000

/**
 * Read them; none where there is no such file, or it cannot be read.
 * @param folder Absolute path of the folder that holds it.
 *
 * https://www.typescriptlang.org/tsconfig/#paths
 */
export function pathAliases(folder: string, fileSystem: FileSystem): readonly PathAlias[] {
  return ['tsconfig.json', 'jsconfig.json'].flatMap((name) => {
    try {
      return aliasesIn(fileSystem.readSettings(join(folder, name), maxBytes), folder)
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
