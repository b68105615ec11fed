/** Finds values that the pages of folders above give to those below them. @module */
import { dirname, join } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { folderOf, isWithin } from '../files/tree-paths.ts'
import { asText, readYamlFields } from '../navigation/yaml-value.ts'
import type { SiteTree } from '../site/find-sites.ts'
import { fieldOf, frontMatterOf } from '../site/settings.ts'
import type { Site } from '../site/site.ts'

export type FindCascaded = ReturnType<typeof cascadeFinder>

export function cascadeFinder({ base, fileSystem }: Pick<SiteTree, 'base' | 'fileSystem'>) {
  const cascades = new Map<string, unknown>()
  const cascadeIn = (file: string): unknown => {
    if (!cascades.has(file)) cascades.set(file, readCascade(file, fileSystem))
    return cascades.get(file)
  }
  return (path: string, name: string, site: Site): string | undefined => {
    const { inheritsFrom, rootFolders } = site
    const isOfSite = (folder: string): boolean => rootFolders.some((root) => isWithin(folder, root))
    let folder = join(base, folderOf(path))
    while (inheritsFrom.length > 0 && isOfSite(folder)) {
      for (const file of inheritsFrom) {
        const value = valueIn(cascadeIn(join(folder, file)), name)
        if (value !== undefined) return value
      }
      if (dirname(folder) === folder) break
      folder = dirname(folder)
    }
    return undefined
  }
}

const maxBytes = 100_000

/** Front matter passes down its `cascade`; Quarto's metadata files pass down everything. */
function readCascade(file: string, fileSystem: FileSystem): unknown {
  if (!/\.ya?ml$/.test(file)) return fieldOf(frontMatterOf(file, fileSystem), 'cascade')
  try {
    return readYamlFields(fileSystem.readSettings(file, maxBytes))
  } catch {
    return undefined
  }
}

function valueIn(cascade: unknown, name: string): string | undefined {
  for (const entry of [cascade].flat()) {
    if (fieldOf(entry, '_target') !== undefined || fieldOf(entry, 'target') !== undefined) continue
    for (const table of [entry, fieldOf(entry, 'params')]) {
      const value = asText(name.split('.').reduce(fieldOf, table))
      if (value !== undefined) return value
    }
  }
  return undefined
}
