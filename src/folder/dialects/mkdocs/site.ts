/** MkDocs: `mkdocs.yml`. @module */
import { dirname, resolve } from 'node:path'
import { joinPaths, nameOf, pathFrom } from '../../files/tree-paths.ts'
import {
  contextOf,
  entryOf,
  isOutside,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
  pathsOf,
  type ReadSiteNavigation,
  readNavigationFile,
  rebase,
} from '../../navigation/navigation.ts'
import { asList, asTable, asWords, parseYaml, readYamlFields } from '../../navigation/yaml-value.ts'
import { fieldOf, readSettings, settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator, SiteSettings } from '../generator.ts'

/** https://lukasgeiter.github.io/mkdocs-awesome-nav/ */
const awesomePages: NavigationSource = {
  names: /^\.(?:pages|nav\.yml)$/,
  read(text, context) {
    const table = asTable(parseYaml(text))
    const items = asList(table.nav ?? table.arrange)
    const at = items.findIndex(isRest)
    const before = at === -1 ? items : items.slice(0, at)
    const after = at === -1 ? [] : items.slice(at + 1).filter((item) => !isRest(item))
    const entryLists = [readNav(before, context), readNav(after, context)]
    return {
      title: asWords(table.title),
      entries: [
        ...(entryLists[0] ?? []),
        ...(at === -1 && table.order === undefined
          ? []
          : restOf(entryLists.flat(), table, context)),
        ...(entryLists[1] ?? []),
      ],
    }
  },
}

function isRest(item: unknown): boolean {
  return typeof item === 'string' && /^(?:\.\.\.|\*)/.test(item)
}

function restOf(
  entries: readonly NavigationEntry[],
  { order }: Readonly<Record<string, unknown>>,
  { folder, list }: NavigationContext,
): NavigationEntry[] {
  const listedPaths = new Set(pathsOf(entries))
  const rest = list(folder).filter(
    (path) => !listedPaths.has(path) && !nameOf(path).startsWith('.'),
  )
  return (order === 'desc' ? rest.toReversed() : rest).map((path) => ({ path }))
}

/** https://www.mkdocs.org/user-guide/configuration/ */
export const mkdocs: Generator = {
  configNames: ['mkdocs.yml', 'mkdocs.yaml'],
  textSign: /^(?:!!!|\?\?\?\+?) [a-z]|^=== "/,
  navigationFiles: [awesomePages],
  readNavigation: navigationReader(
    (text, read) => asTable(resolveInheritance(parseYaml(text), read)).nav,
  ),
  read(text, folder, _base, fileSystem) {
    const fields = resolveInheritance(readYamlFields(text), (path) =>
      readYamlFields(fileSystem.readSettings(resolve(folder, path), maxConfigBytes)),
    )
    const ownSettings = mkdocsSettings(fields, folder)
    const parentFolders = text === '' ? [dirname(folder)] : []
    return {
      ...ownSettings,
      includeFolders: [...(ownSettings.includeFolders ?? []), ...parentFolders],
    }
  },
}

const maxConfigBytes = 1024 * 1024
const maxInherited = 10

/** https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance */
function resolveInheritance(
  fields: unknown,
  read: (path: string) => unknown,
  depthLeft = maxInherited,
): unknown {
  const path = asTable(fields).INHERIT
  if (typeof path !== 'string' || depthLeft === 0) return fields
  try {
    return mergeFields(resolveInheritance(read(path), read, depthLeft - 1), fields)
  } catch {
    return fields
  }
}

function mergeFields(earlier: unknown, later: unknown): unknown {
  if (asTable(earlier) !== earlier || asTable(later) !== later) return later ?? earlier
  const merged = new Map<string, unknown>()
  for (const [name, value] of [earlier, later].flatMap(Object.entries))
    merged.set(name, mergeFields(merged.get(name), value))
  return Object.fromEntries(merged)
}

function mkdocsSettings(fields: unknown, folder: string): SiteSettings {
  const textOf = settingsOf(fields)
  const { extra = {}, ...config } = asTable(fields)
  const docs = resolve(folder, textOf('docs_dir') ?? 'docs')
  const extensions = settingsByName(fieldOf(fields, 'markdown_extensions'))
  const plugins = settingsByName(fieldOf(fields, 'plugins'))
  const snippets = ['pymdownx.snippets', 'mdx_include', 'markdown_include.include'].map((name) =>
    extensions(name),
  )
  return {
    rootFolders: [docs],
    includeFolders: [
      ...snippets
        .flatMap((setting) => textsOf(setting, 'base_path'))
        .map((path) => resolve(folder, path)),
      folder,
      docs,
    ],
    keepsLines: extensions('nl2br') !== undefined,
    appendedFiles: snippets.flatMap((setting) => textsOf(setting, 'auto_append')),
    addresses: siteAddresses(textOf('site_url')),
    // Zensical configures macros as an extension.
    hasMacros: hasMacros(
      plugins('macros') ?? extensions('macros') ?? extensions('zensical.extensions.macros'),
    ),
    variables: { ...asTable(extra), extra, config },
    servesFolders: fieldOf(fields, 'use_directory_urls') === false ? false : undefined,
  }
}

/**
 * Reads lists of names, of tables of settings by name, or of both.
 * @returns A function from a name to its settings; undefined for names that are not in the list.
 */
function settingsByName(list: unknown): (name: string) => unknown {
  const items = [list].flat()
  return (name) => {
    if (items.includes(name)) return {}
    const settings = items
      // In TOML, dots in names separate tables.
      .flatMap((item) => [fieldOf(item, name), name.split('.').reduce(fieldOf, item)])
      .find((setting) => setting !== undefined)
    return settings === null ? {} : settings
  }
}

/**
 * With custom delimiters `{{` is plain text: https://mkdocs-macros-
 * plugin.readthedocs.io/en/latest/
 */
function hasMacros(settings: unknown): boolean {
  if (settings === undefined || JSON.stringify(settings).includes('"j2_')) return false
  return fieldOf(settings, 'render_by_default') !== false
}

function textsOf(fields: unknown, name: string): readonly string[] {
  return [fieldOf(fields, name)].flat().filter((value) => typeof value === 'string')
}

function navigationReader(
  navIn: (text: string, read: (path: string) => unknown) => unknown,
): ReadSiteNavigation {
  return ({ base, site, fileSystem, paths }) => {
    const { configFile: file, rootFolders } = site
    if (file === undefined) return []
    const documents = rootFolders[0] ?? base
    const folder = pathFrom(base, documents)
    const read = (path: string): unknown =>
      parseYaml(readNavigationFile(resolve(dirname(file), path), fileSystem))
    const nav = navIn(readNavigationFile(file, fileSystem), read)
    const entries = readNav(nav, contextOf(paths)(''))
    const pages = rebase(entries, (path) => pathFrom(base, resolve(documents, path)))
    const navigation = { folder: isOutside(folder) ? '' : folder, entries: pages }
    return [{ file, folders: [navigation], isWhole: true }]
  }
}

const maxDepth = 20

function readNav(value: unknown, context: NavigationContext, depth = 0): NavigationEntry[] {
  return asList(value).flatMap((item) => {
    const path = asWords(item)
    if (path !== undefined) return readPage(path, undefined, context)
    return Object.entries(asTable(item)).flatMap(([title, below]) => {
      const page = asWords(below)
      if (page !== undefined) return readPage(page, title, context)
      const entries = depth < maxDepth ? readNav(below, context, depth + 1) : []
      return entryOf({ title, entries })
    })
  })
}

/** Skips external links. */
function readPage(
  target: string,
  title: string | undefined,
  { folder }: NavigationContext,
): NavigationEntry[] {
  const path = /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? undefined : joinPaths(folder, target)
  return entryOf({ path, title })
}

export const zensical: Generator = {
  configNames: ['zensical.toml'],
  readNavigation: navigationReader((text) => fieldOf(projectOf(text), 'nav')),
  read: (text, folder) => mkdocsSettings(projectOf(text), folder),
}

function projectOf(text: string): unknown {
  return fieldOf(readSettings(text), 'project')
}
