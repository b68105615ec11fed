/** Zola: `zola.toml`, or `config.toml` in older sites. @module */
import { join, resolve } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import { folderOf, markdownEnding, nameOf } from '../files/tree-paths.ts'
import type { NavigatedTree, SiteNavigation } from '../navigation/navigation.ts'
import {
  fieldOf,
  folderAbove,
  frontMatterOf,
  readSettings,
  settingsOf,
  siteAddresses,
} from '../site/settings.ts'
import type { Generator } from './generator.ts'

/** https://www.getzola.org/documentation/getting-started/configuration/ */
export const zola: Generator = {
  dialect: 'zola',
  configNames: ['zola.toml', 'config.toml'],
  configSign: /^base_url\s*=/m,
  siteFolders: ['.', 'docs', 'website', 'site'],
  textSign:
    /\]\(@\/[^()\s]+\.md|\{%\s*[a-z_]\w*\(.*\)\s*%\}|\{\{\s*[a-z_]\w*\([a-z_]+=.*\)\s*\}\}/i,
  relativeTo: ['page', 'file'],
  readNavigation: readDates,
  read(text, folder, base) {
    const fields = readSettings(text)
    const content = resolve(folder, 'content')
    const above = text === '' ? folderAbove(base, 'content') : undefined
    const site = above === undefined ? folder : resolve(above, '..')
    return {
      rootFolders: [above ?? content, resolve(site, 'static')],
      includeFolders: themesOf(fields).map((name) => resolve(site, name)),
      addresses: siteAddresses(settingsOf(fields)('base_url')),
    }
  },
}

/** Templates are the site's own, or its theme's. */
function themesOf(fields: unknown): readonly string[] {
  const theme = settingsOf(fields)('theme')
  return theme === undefined ? ['.'] : ['.', `themes/${theme}`]
}

/** Sections whose pages are in the order of their dates, the newest first; others go by weights. */
function readDates({ base, paths, fileSystem }: NavigatedTree): readonly SiteNavigation[] {
  return paths
    .filter((path) => nameOf(path) === '_index.md')
    .flatMap((path) => {
      const file = join(base, path)
      const by = sorts[settingsOf(frontMatterOf(file, fileSystem))('sort_by') ?? '']
      if (by === undefined) return []
      const folder = folderOf(path)
      const entries = paths
        .filter((one) => isPageOf(one, folder))
        .map((one) => ({ path: one, date: dateOf(join(base, one), by, fileSystem) }))
        .sort((a, b) => (a.date > b.date ? -1 : Number(a.date < b.date)))
      return [{ file, folders: [{ folder, entries }], isWhole: true }]
    })
}

/** The fields of front matter that say it, the surest first. */
const sorts: Readonly<Record<string, readonly string[]>> = {
  date: ['date'],
  update_date: ['updated', 'date'],
}

/** A file of the folder, or one that has a folder of its own there. */
function isPageOf(path: string, folder: string): boolean {
  if (!markdownEnding.test(path) || nameOf(path) === '_index.md') return false
  const own = folderOf(path)
  return own === folder || (nameOf(path) === 'index.md' && folderOf(own) === folder)
}

function dateOf(file: string, names: readonly string[], fileSystem: FileSystem): string {
  const fields = frontMatterOf(file, fileSystem)
  const value = names.map((name) => fieldOf(fields, name)).find((one) => one !== undefined)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : (/\d{4}-\d{2}-\d{2}/.exec(nameOf(file))?.[0] ?? '')
}
