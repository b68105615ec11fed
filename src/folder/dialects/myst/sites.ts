/** Sites with MyST: Sphinx, of whose `conf.py` only literals are read, and mystmd. @module */

import { join, relative, resolve, sep } from 'node:path'
import { folderOf, joinPaths, markdownEnding, pathFrom } from '../../files/tree-paths.ts'
import { wildcardMatcher } from '../../files/wildcards.ts'
import {
  contextOf,
  entriesBelow,
  entryOf,
  findListedPage,
  type ListFields,
  listedEntries,
  type NavigatedTree,
  type NavigationContext,
  type NavigationEntry,
  type NavigationSource,
  readNavigationFile,
  type SiteNavigation,
} from '../../navigation/navigation.ts'
import { readPythonValue } from '../../navigation/program-values.ts'
import { asList, asTable, asWords, parseYaml } from '../../navigation/yaml-value.ts'
import { siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import { type Directive, findDirectives } from './directive.ts'

/** https://www.sphinx-doc.org/en/master/usage/configuration.html */
export const sphinx: Generator = {
  configNames: ['conf.py'],
  siteFolders: ['.', 'docs', 'doc', 'source', 'docs/source', 'doc/source'],
  configSign: /^(?:extensions|project|html_theme|master_doc|root_doc)\b/m,
  textSign:
    /^\([\w/:.-]+\)=\s*$|^:{3,} ?\{[a-z][\w:-]*\}|(?<!\w)\{(?:ref|doc|numref|term|eq|py:\w+)\}(?!\w)/,
  otherPages: /\.rst$/,
  readNavigation: readToctrees,
  read(text, folder) {
    const valueIn = (name: string): unknown => readPythonValue(text, name)?.value
    const variables = Object.fromEntries(
      ['version', 'release', 'project'].map((name) => [name, valueIn(name)]),
    )
    return {
      name: asWords(variables.project),
      addresses: siteAddresses(asWords(valueIn('html_baseurl'))),
      variables: { ...variables, myst_substitutions: valueIn('myst_substitutions') },
      isLeftOut: excluder(valueIn('exclude_patterns'), folder),
      computed: settings.filter((name) => readPythonValue(text, name)?.isWhole === false),
    }
  },
}

const settings = 'exclude_patterns html_baseurl root_doc master_doc myst_substitutions'.split(' ')

/** https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-exclude_patterns */
function excluder(patterns: unknown, folder: string): (file: string) => boolean {
  const matchers = asList(patterns).flatMap((entry) => {
    const pattern = asWords(entry)
    return pattern === undefined ? [] : [pattern, `${pattern}/**`].map(wildcardMatcher)
  })
  return (file) => {
    const path = relative(folder, file).replaceAll(sep, '/')
    return matchers.some((matches) => matches(path))
  }
}

const rootNames = ['index', 'contents']

/** Each page goes below the first page whose toctree lists it. */
function readToctrees({ base, paths, site, fileSystem }: NavigatedTree): readonly SiteNavigation[] {
  const config =
    site.configFile === undefined ? '' : readNavigationFile(site.configFile, fileSystem)
  const configuredNames = ['root_doc', 'master_doc'].map((name) =>
    asWords(readPythonValue(config, name)?.value),
  )
  const root = [...configuredNames, ...rootNames]
    .map((name) => name && pathFrom(base, resolve(site.folder, `${name}.md`)))
    .find((path) => path !== undefined && paths.includes(path))
  if (root === undefined) return []
  const listedPaths = new Set([root])
  const context = contextOf(paths)('')
  const entriesOf = (path: string): NavigationEntry[] =>
    toctreesIn(readNavigationFile(join(base, path), fileSystem)).flatMap((toctree) => {
      const tocEntries = entriesIn(toctree, path, { context, paths }).flatMap((entry) => {
        if (entry.path === undefined || listedPaths.has(entry.path)) return []
        listedPaths.add(entry.path)
        const entries = markdownEnding.test(entry.path) ? entriesOf(entry.path) : []
        return entryOf({ ...entry, entries })
      })
      const title = toctree.options.get('caption')
      return title === undefined || tocEntries.length === 0
        ? tocEntries
        : [{ title, entries: tocEntries }]
    })
  const first = /(?:^|\/)index\.md$/.test(root) ? [] : [{ path: root }]
  const entries = [...first, ...entriesOf(root)]
  return [{ file: resolve(base, root), folders: [{ folder: '', entries }], isWhole: true }]
}

function toctreesIn(text: string): readonly Directive[] {
  return text.includes('{toctree}') ? findDirectives(text, 'toctree') : []
}

interface Listing {
  readonly context: NavigationContext
  readonly paths: readonly string[]
}

function entriesIn(
  { lines, options }: Directive,
  path: string,
  { context, paths }: Listing,
): NavigationEntry[] {
  const entries = lines.flatMap(({ text }): NavigationEntry[] => {
    const [, title, angleTarget] = /^(.*\S)\s*<([^<>]+)>$/.exec(text.trim()) ?? []
    const target = angleTarget ?? text.trim()
    const pagePath = joinPaths(folderOf(path), target)
    if (pagePath === undefined || /^(?:self|[a-z][a-z\d+.-]*:.*)?$/i.test(target)) return []
    if (options.has('glob') && /[*?]/.test(target)) {
      return matching(pagePath, paths).map((match) => ({ path: match }))
    }
    const page = ['', '.md', '/index.md', '.markdown']
      .map((end) => pagePath + end)
      .find((file) => markdownEnding.test(file) && context.exists(file))
    return entryOf({ path: page, title })
  })
  return options.has('reversed') ? entries.toReversed() : entries
}

/** In toctrees `*` does not cross folders. */
function matching(pattern: string, paths: readonly string[]): string[] {
  const matches = wildcardMatcher(pattern.replace(markdownEnding, '').replace(/\*+/g, '*'))
  return paths
    .filter((path) => markdownEnding.test(path) && matches(path.replace(markdownEnding, '')))
    .sort()
}

/** https://mystmd.org/guide/table-of-contents, https://jupyterbook.org/v1/structure/toc.html */
const toc: NavigationSource = {
  names: /^(?:myst|_toc)\.ya?ml$/,
  read(text, context) {
    const table = asTable(parseYaml(text))
    const { toc } = asTable(table.project)
    const entries =
      toc === undefined ? entriesBelow(table, fields, context) : listedEntries(toc, fields, context)
    return entries.length === 0 ? undefined : { entries }
  },
}

/** https://mystmd.org/guide/frontmatter */
export const mystmd: Generator = {
  configNames: ['myst.yml', '_toc.yml'],
  siteFolders: ['.', 'docs', 'book'],
  navigationFiles: [toc],
}

const fields: ListFields = {
  title: ({ title, caption }) => [title, caption],
  pages: ({ file }) => [file],
  lists: ['chapters', 'entries', 'parts', 'subtrees', 'sections', 'children'],
  find: pageOf,
}

function pageOf(target: string, context: NavigationContext): string | undefined {
  const path = joinPaths(context.folder, target)
  return path !== undefined && context.exists(path) ? path : findListedPage(target, context)
}
