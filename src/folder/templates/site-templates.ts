/** Evaluates the templates of a site's pages with the site's values. @module */
import { createHash } from 'node:crypto'
import { extname, join } from 'node:path'
import type { DialectContext, TemplateResult } from '../dialects/dialect-context.ts'
import type { FileWatch } from '../documents/file-watch.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { isWithin } from '../files/tree-paths.ts'
import { readSettings } from '../site/settings.ts'
import type { TemplateValues } from './template-messages.ts'
import { evaluateTemplates } from './template-thread.ts'

export interface SiteTemplates {
  readonly dataFolder: string
  siteValues(data: TemplateValues): TemplateValues
  pageValues(frontMatter: TemplateValues): TemplateValues
  /** Find a name that only the generator knows, or whose value varies. */
  findUnknown(template: string, data: TemplateValues): string | undefined
}

interface TemplateTree {
  readonly dataFiles: readonly string[]
  readonly fileSystem: FileSystem
  readonly watch: Pick<FileWatch, 'timeoutMs'>
}

export function siteTemplates({
  dataFiles,
  fileSystem,
  watch,
}: TemplateTree): (site: { readonly templates?: SiteTemplates | undefined }) => Evaluate {
  const evaluators = new Map<SiteTemplates, Evaluate>()
  return ({ templates: site }) => {
    if (site === undefined) return undefined
    const evaluator =
      evaluators.get(site) ??
      pageTemplates(site, () => readData(site.dataFolder, dataFiles, fileSystem), watch.timeoutMs)
    evaluators.set(site, evaluator)
    return evaluator
  }
}

type Evaluate = DialectContext['evaluateTemplates']

/** Milliseconds; only repeated evaluation of Markdown takes longer. */
const maxBudgetMs = 1_000

/** @param readValues Reads the data on first use. */
function pageTemplates(
  site: SiteTemplates,
  readValues: () => TemplateValues,
  timeoutMs: number,
): Evaluate {
  let cache: { readonly data: TemplateValues; readonly siteValues: TemplateValues } | undefined
  /** Digests of pages that forced the thread to end. */
  const costly = new Set<string>()
  return ({ templates, frontMatter, partial }) => {
    const data = cache?.data ?? readValues()
    cache ??= { data, siteValues: site.siteValues(data) }
    const unknown = templates.map((template) => site.findUnknown(template, data))
    const digest = createHash('sha256').update(templates.join('\0')).digest('base64')
    if (costly.has(digest)) return templates.map(() => tooMuch)
    const results = evaluateTemplates({
      templates: templates.filter((_, index) => unknown[index] === undefined),
      values: site.pageValues(fieldsOf(frontMatter)),
      siteValues: cache.siteValues,
      budgetMs: Math.min(maxBudgetMs, timeoutMs / 4),
      partial(name) {
        const text = partial(name)
        return text === undefined || site.findUnknown(text, data) === undefined ? text : undefined
      },
    })
    if (results === undefined) costly.add(digest)
    const remaining = results?.values()
    return unknown.map((name): TemplateResult => {
      if (name !== undefined) return { problem: `nothing is known of ${name}` }
      return remaining?.next().value ?? tooMuch
    })
  }
}

const tooMuch: TemplateResult = { problem: 'it takes too much memory', isTooMuch: true }

function fieldsOf(frontMatter: string): TemplateValues {
  const inside = frontMatter.split('\n').slice(1, -1).join('\n')
  try {
    const fields = readSettings(inside)
    return typeof fields === 'object' && fields !== null ? (fields as TemplateValues) : {}
  } catch {
    return {}
  }
}

/** Limit of all data files together, and of each. */
const maxCharacters = 4 * 1024 * 1024
const dataEnding = /\.(?:ya?ml|json|toml|csv|tsv)$/i

/** @returns Absolute paths of the data files in some folders. */
export async function findDataFiles(
  folders: readonly string[],
  tree: { readonly base: string; readonly files: readonly string[] },
  fileSystem: FileSystem,
): Promise<readonly string[]> {
  const files: string[] = []
  const search = async (path: string): Promise<void> => {
    if (isWithin(path, tree.base)) {
      for (const file of tree.files) if (isWithin(file, path)) files.push(file)
    } else if (fileSystem.exists(path) && fileSystem.isFolder(path)) {
      for (const { name } of await fileSystem.list(path)) await search(join(path, name))
    } else files.push(path)
  }
  for (const folder of folders) await search(folder)
  return files.filter((file) => dataEnding.test(file)).sort()
}

function readData(
  folder: string,
  files: readonly string[],
  { readText }: FileSystem,
): TemplateValues {
  const values: Record<string, unknown> = {}
  let left = maxCharacters
  for (const file of files.filter((path) => isWithin(path, folder))) {
    try {
      const text = readText(file, left + 1)
      left -= text.length
      if (left < 0) return values
      const names = file
        .slice(folder.length + 1)
        .replace(dataEnding, '')
        .split(/[/\\]/)
      place(values, names, dataIn(text, file))
    } catch {
      // Templates that need this file will report an unknown value.
    }
  }
  return values
}

function place(values: Record<string, unknown>, names: readonly string[], value: unknown): void {
  let table = values
  for (const name of names.slice(0, -1)) {
    const inner = Object.hasOwn(table, name) ? table[name] : undefined
    const next = (typeof inner === 'object' && inner !== null ? inner : {}) as typeof table
    define(table, name, next)
    table = next
  }
  define(table, names.at(-1) as string, value)
}

function define(table: object, name: string, value: unknown): void {
  Object.defineProperty(table, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

function dataIn(text: string, file: string): unknown {
  switch (extname(file).toLowerCase()) {
    case '.json':
      return JSON.parse(text)
    case '.csv':
      return rowsOf(text, ',')
    case '.tsv':
      return rowsOf(text, '\t')
    default:
      return readSettings(text)
  }
}

/** Parse CSV into objects by column name, as in RFC 4180. */
function rowsOf(text: string, comma: string): readonly TemplateValues[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${comma}"\\r\\n]*))(${comma}|\\r?\\n|\\r|$)`, 'y')
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (match === null) throw new Error('this is no table')
    const [, quoted, plain = '', end] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== comma && cell.lastIndex < text.length) rows.push([])
  }
  const [names = [], ...rest] = rows
  return rest.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}
