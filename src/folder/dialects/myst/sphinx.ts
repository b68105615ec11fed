/** Sphinx with MyST: reads the literals of `conf.py`. @module */
import { join, relative, resolve, sep } from 'node:path'
import { folderOf, joinPaths, markdownEnding, pathFrom } from '../../files/tree-paths.ts'
import { wildcardMatcher } from '../../files/wildcards.ts'
import {
  contextOf,
  entryOf,
  type NavigatedTree,
  type NavigationContext,
  type NavigationEntry,
  readNavigationFile,
  type SiteNavigation,
} from '../../navigation/navigation.ts'
import { asList, asWords } from '../../navigation/yaml-value.ts'
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
    const valueIn = (name: string): unknown => readPythonLiteral(text, name)?.value
    const variables = Object.fromEntries(
      ['myst_substitutions', 'version', 'release', 'project'].map((name) => [name, valueIn(name)]),
    )
    return {
      name: asWords(variables.project),
      rootFolders: [folder],
      addresses: siteAddresses(asWords(valueIn('html_baseurl'))),
      variables,
      isLeftOut: excluder(valueIn('exclude_patterns'), folder),
      computed: settings.filter((name) => readPythonLiteral(text, name)?.isComputed),
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
    asWords(readPythonLiteral(config, name)?.value),
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

const maxDepth = 40

const computed = Symbol('computed')

const token =
  /\s+|#[^\n]*|\\\n|([rRbBuUfF]{0,2})("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|./gsy

const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
])
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

interface PythonLiteral {
  /** Computed members are left out; undefined if all of it is computed. */
  readonly value: unknown
  readonly isComputed: boolean
}

/** Read the literal assigned to a name. */
function readPythonLiteral(text: string, name: string): PythonLiteral | undefined {
  const start = new RegExp(`^${name}[ \\t]*(?::[^=\\n]{1,200})?=(?!=)`, 'm').exec(text)
  if (start === null) return undefined
  const tokens = tokensOf(text, start.index + start[0].length)
  const reading: Reading = { tokens, at: 0, isComputed: false }
  const value = valueAt(reading, 0)
  return { value: value === computed ? undefined : value, isComputed: reading.isComputed }
}

function tokensOf(text: string, from: number): string[] {
  const tokens: string[] = []
  let depth = 0
  for (let at = from; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const symbol = token.exec(text)?.[0] ?? ''
    if (symbol === '' || (depth === 0 && symbol === ';')) break
    if (/^(?:\s|#|\\\n)/.test(symbol)) {
      if (depth === 0 && symbol.includes('\n') && !symbol.startsWith('\\')) break
      continue
    }
    if (symbol in closers) depth += 1
    else if (/^[\])}]$/.test(symbol)) depth -= 1
    tokens.push(symbol)
  }
  return tokens
}

interface Reading {
  readonly tokens: readonly string[]
  at: number
  isComputed: boolean
}

function valueAt(reading: Reading, depth: number): unknown {
  const value = literalAt(reading, depth)
  const next = reading.tokens[reading.at]
  // A call, an index or an operator follows: the value is computed.
  const isWhole = next === undefined || /^[,:)\]}]$/.test(next)
  if (isWhole && value !== computed) return value
  reading.isComputed = true
  skipExpression(reading)
  return computed
}

function literalAt(reading: Reading, depth: number): unknown {
  const { tokens } = reading
  const first = tokens[reading.at] ?? ''
  reading.at += 1
  if (Object.hasOwn(closers, first)) return groupAt(reading, closers[first] as string, depth)
  if (isText(first)) {
    let words = wordsOf(first)
    // Python joins adjacent strings.
    for (; isText(tokens[reading.at]); reading.at += 1) words += wordsOf(tokens[reading.at])
    return words
  }
  if (/^-?\d/.test(first)) return Number(first)
  return constants.has(first) ? constants.get(first) : computed
}

function groupAt(reading: Reading, closer: string, depth: number): unknown {
  const { tokens } = reading
  const list: unknown[] = []
  const table = new Map<string, unknown>()
  let hasComma = false
  // Values nested too deep are skipped, with everything behind them.
  if (depth >= maxDepth) reading.at = tokens.length
  while (reading.at < tokens.length && tokens[reading.at] !== closer) {
    const value = valueAt(reading, depth + 1)
    if (tokens[reading.at] === ':') {
      reading.at += 1
      const member = valueAt(reading, depth + 1)
      if (typeof value === 'string' && member !== computed) table.set(value, member)
    } else if (value !== computed) list.push(value)
    if (tokens[reading.at] === closer) break
    hasComma ||= tokens[reading.at] === ','
    reading.at += 1
  }
  reading.at += 1
  if (closer === '}') return Object.fromEntries(table)
  return closer === ')' && !hasComma && list.length === 1 ? list[0] : list
}

/** Skip a computed value, up to the next comma, colon or closing bracket. */
function skipExpression(reading: Reading): void {
  let depth = 0
  for (; reading.at < reading.tokens.length; reading.at += 1) {
    const symbol = reading.tokens[reading.at] as string
    if (depth === 0 && /^[,:)\]}]$/.test(symbol)) return
    if (Object.hasOwn(closers, symbol)) depth += 1
    else if (/^[\])}]$/.test(symbol)) depth -= 1
  }
}

/** Whether a token is a string literal, but no f-string. */
function isText(symbol = ''): boolean {
  return /^[rRbBuU]{0,2}["']/.test(symbol)
}

function wordsOf(text = ''): string {
  const [, prefix = '', quote = '', content = ''] = /^(\w*)("""|'''|"|')(.*)\2$/s.exec(text) ?? []
  if (quote === '' || /r/i.test(prefix)) return content
  return content
    .replace(/\\\n/g, '')
    .replace(/\\n/g, '\n')
    .replace(/\\(["'\\])/g, '$1')
}
