/** Sphinx with MyST: `conf.py`, of which the literals are read. @module */
import { join, relative, resolve, sep } from 'node:path'
import { type Directive, findDirectives } from '../../dialects/myst/directive.ts'
import { folderOf, joinPaths, markdownEnding, pathFrom } from '../files/tree-paths.ts'
import { wildcardMatcher } from '../files/wildcards.ts'
import {
  contextOf,
  type NavigatedTree,
  type NavigationContext,
  type NavigationEntry,
  readNavigationFile,
  type SiteNavigation,
} from '../navigation/navigation.ts'
import { readPythonLiteral } from '../navigation/python-values.ts'
import { asList, asWords } from '../navigation/yaml-value.ts'
import { siteAddresses } from '../site/settings.ts'
import type { Generator } from './generator.ts'

/** https://www.sphinx-doc.org/en/master/usage/configuration.html */
export const sphinx: Generator = {
  dialect: 'myst',
  configNames: ['conf.py'],
  siteFolders: ['.', 'docs', 'doc', 'source', 'docs/source', 'doc/source'],
  configSign: /^(?:extensions|project|html_theme|master_doc|root_doc)\b/m,
  textSign:
    /^\([\w/:.-]+\)=\s*$|^:{3,} ?\{[a-z][\w:-]*\}|(?<!\w)\{(?:ref|doc|numref|term|eq|py:\w+)\}(?!\w)/,
  otherPages: /\.rst$/,
  readNavigation: readToctrees,
  read(text, folder) {
    const valueIn = (name: string): unknown => readPythonLiteral(text, name)?.value
    const variables = Object.fromEntries(
      ['myst_substitutions', 'version', 'release', 'project'].map((name) => [name, valueIn(name)]),
    )
    return {
      rootFolders: [folder],
      addresses: siteAddresses(asWords(valueIn('html_baseurl'))),
      variables,
      isLeftOut: excluder(valueIn('exclude_patterns'), folder),
      computed: settings.filter((name) => readPythonLiteral(text, name)?.isComputed),
    }
  },
}

/** Pages and their places depend on these, whatever pages say. */
const settings = 'exclude_patterns html_baseurl root_doc master_doc myst_substitutions'.split(' ')

/** https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-exclude_patterns */
function excluder(patterns: unknown, folder: string): (file: string) => boolean {
  const matchers = asList(patterns).flatMap((one) => {
    const pattern = asWords(one)
    return pattern === undefined ? [] : [pattern, `${pattern}/**`].map(wildcardMatcher)
  })
  return (file) => {
    const path = relative(folder, file).replaceAll(sep, '/')
    return matchers.some((matches) => matches(path))
  }
}

const rootNames = ['index', 'contents']

/** What each page lists stands below it. */
function readToctrees({ base, paths, site, fileSystem }: NavigatedTree): readonly SiteNavigation[] {
  const config =
    site.configFile === undefined ? '' : readNavigationFile(site.configFile, fileSystem)
  const said = ['root_doc', 'master_doc'].map((name) =>
    asWords(readPythonLiteral(config, name)?.value),
  )
  const root = [...said, ...rootNames]
    .map((name) => name && pathFrom(base, resolve(site.folder, `${name}.md`)))
    .find((path) => path !== undefined && paths.includes(path))
  if (root === undefined) return []
  const known = new Set([root])
  const context = contextOf(paths)('')
  const entriesOf = (path: string): NavigationEntry[] =>
    toctreesIn(readNavigationFile(join(base, path), fileSystem)).flatMap((toctree) => {
      const listed = listedIn(toctree, path, { context, paths }).flatMap((entry) => {
        if (entry.path === undefined || known.has(entry.path)) return []
        known.add(entry.path)
        const entries = markdownEnding.test(entry.path) ? entriesOf(entry.path) : []
        return [{ ...entry, ...(entries.length === 0 ? {} : { entries }) }]
      })
      const title = toctree.options.get('caption')
      return title === undefined || listed.length === 0 ? listed : [{ title, entries: listed }]
    })
  // An index is the first page by its name.
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

function listedIn(
  { code, options }: Directive,
  path: string,
  { context, paths }: Listing,
): NavigationEntry[] {
  const entries = code.flatMap(({ text }): NavigationEntry[] => {
    const [, title, named] = /^(.*\S)\s*<([^<>]+)>$/.exec(text.trim()) ?? []
    const written = named ?? text.trim()
    const found = joinPaths(folderOf(path), written)
    if (found === undefined || /^(?:self|[a-z][a-z\d+.-]*:.*)?$/i.test(written)) return []
    if (options.has('glob') && /[*?]/.test(written)) {
      return matching(found, paths).map((one) => ({ path: one }))
    }
    const page = ['', '.md', '/index.md', '.markdown']
      .map((end) => found + end)
      .find((one) => markdownEnding.test(one) && context.exists(one))
    return page === undefined ? [] : [{ path: page, ...(title === undefined ? {} : { title }) }]
  })
  return options.has('reversed') ? entries.toReversed() : entries
}

/** `*` stands for a part of a name, `?` for a letter. */
function matching(pattern: string, paths: readonly string[]): string[] {
  const matches = wildcardMatcher(pattern.replace(markdownEnding, '').replace(/\*+/g, '*'))
  return paths
    .filter((path) => markdownEnding.test(path) && matches(path.replace(markdownEnding, '')))
    .sort()
}
