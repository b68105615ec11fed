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
import { asList, asTable, asWords, parseYaml } from '../../navigation/yaml-value.ts'
import {
  fieldOf,
  readSettings,
  readYamlFields,
  settingsOf,
  siteAddresses,
} from '../../site/settings.ts'
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
    const title = asWords(table.title)
    return {
      ...(title === undefined ? {} : { title }),
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
  relativeTo: ['file', 'page'],
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
  if (!isTable(earlier) || !isTable(later)) return later ?? earlier
  const names = new Set([...Object.keys(earlier), ...Object.keys(later)])
  return Object.fromEntries(
    [...names].map((name) => [name, mergeFields(earlier[name], later[name])]),
  )
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mkdocsSettings(fields: unknown, folder: string): SiteSettings {
  const textOf = settingsOf(fields)
  const { extra = {}, ...config } = Object(fields) as Record<string, unknown>
  const docs = resolve(folder, textOf('docs_dir') ?? 'docs')
  const snippets = snippetSettings(fields, folder)
  return {
    rootFolders: [docs],
    includeFolders: [...snippets.folders, folder, docs],
    keepsLines: hasExtension(fields, 'nl2br'),
    appendedFiles: snippets.appended,
    addresses: siteAddresses(textOf('site_url')),
    hasMacros: hasMacros(fields),
    variables: { ...Object(extra), extra, config },
    ...(fieldOf(fields, 'use_directory_urls') === false ? { relativeTo: ['file'] } : {}),
  }
}

/** Settings of the extensions that include files, or append files to all pages. */
function snippetSettings(
  fields: unknown,
  folder: string,
): { readonly folders: readonly string[]; readonly appended: readonly string[] } {
  const extensions = [fieldOf(fields, 'markdown_extensions')].flat()
  const settings = ['pymdownx.snippets', 'mdx_include', 'markdown_include.include'].flatMap(
    // In TOML, dots in names separate tables.
    (name) =>
      extensions.map(
        (extension) => fieldOf(extension, name) ?? name.split('.').reduce(fieldOf, extension),
      ),
  )
  return {
    folders: settings
      .flatMap((setting) => textsOf(setting, 'base_path'))
      .map((path) => resolve(folder, path)),
    appended: settings.flatMap((setting) => textsOf(setting, 'auto_append')),
  }
}

/** Undefined without the macros plugin. */
function macrosSettings(fields: unknown): unknown {
  const plugins = ['plugins', 'markdown_extensions'].flatMap((name) => fieldOf(fields, name))
  // Zensical configures it as an extension.
  for (const name of ['macros', 'zensical.extensions.macros']) {
    const values = plugins.map((plugin) => (plugin === name ? {} : fieldOf(plugin, name)))
    const settings = values.find((value) => value !== undefined)
    if (settings !== undefined) return settings ?? {}
  }
  return undefined
}

/**
 * With custom delimiters `{{` is plain text: https://mkdocs-macros-
 * plugin.readthedocs.io/en/latest/
 */
function hasMacros(fields: unknown): boolean {
  const settings = macrosSettings(fields)
  if (settings === undefined || JSON.stringify(settings)?.includes('"j2_')) return false
  return fieldOf(settings, 'render_by_default') !== false
}

function hasExtension(fields: unknown, name: string): boolean {
  const extensions = [fieldOf(fields, 'markdown_extensions')].flat()
  return extensions.some(
    (extension) => extension === name || fieldOf(extension, name) !== undefined,
  )
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
  relativeTo: ['file', 'page'],
  readNavigation: navigationReader((text) => fieldOf(projectOf(text), 'nav')),
  read: (text, folder) => mkdocsSettings(projectOf(text), folder),
}

function projectOf(text: string): unknown {
  return fieldOf(readSettings(text), 'project')
}
