/** What templates of a site are evaluated with, and the evaluation of those of its pages. @module */
import { createHash } from 'node:crypto'
import type { DialectContext, TemplateResult } from '../../dialects/construct.ts'
import type { FileWatch } from '../documents/file-watch.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { readSettings } from '../site/settings.ts'
import { readData } from './site-data.ts'
import type { TemplateValues } from './template-messages.ts'
import { evaluateTemplates } from './template-thread.ts'

/** What a generator gives to templates. */
export interface SiteTemplates {
  /** Absolute path of the folder that holds its data. */
  readonly dataFolder: string
  /** Give what all pages know. */
  siteValues(data: TemplateValues): TemplateValues
  /** Give what a page knows beside that. */
  pageValues(frontMatter: TemplateValues): TemplateValues
  /** Find a name that the generator alone knows, or that means something else each time. */
  findUnknown(template: string, data: TemplateValues): string | undefined
}

/** Where pages stand, and what they may read. */
interface TemplateTree {
  /** Absolute paths of all data. */
  readonly dataFiles: readonly string[]
  readonly fileSystem: FileSystem
  readonly watch: Pick<FileWatch, 'timeoutMs'>
}

/** Make what gives the templates of a site's pages, for the sites of a tree. */
export function siteTemplates({
  dataFiles,
  fileSystem,
  watch,
}: TemplateTree): (site: { readonly templates?: SiteTemplates | undefined }) => Evaluate {
  const known = new Map<SiteTemplates, Evaluate>()
  return ({ templates: site }) => {
    if (site === undefined) return undefined
    const made =
      known.get(site) ??
      pageTemplates(site, () => readData(site.dataFolder, dataFiles, fileSystem), watch.timeoutMs)
    known.set(site, made)
    return made
  }
}

type Evaluate = DialectContext['evaluateTemplates']

/** Only Markdown that is read again and again asks for much. */
const maxBudgetMs = 1_000

/**
 * Make what evaluates the templates of a site's pages.
 * @param readValues Reads the data, when a page needs it.
 * @param timeoutMs How long the work on one file may take.
 */
function pageTemplates(
  site: SiteTemplates,
  readValues: () => TemplateValues,
  timeoutMs: number,
): Evaluate {
  let known: { readonly data: TemplateValues; readonly siteValues: TemplateValues } | undefined
  /** Pages over which the thread had to be ended, by digest. */
  const costly = new Set<string>()
  return ({ templates, frontMatter, partial }) => {
    const data = known?.data ?? readValues()
    known ??= { data, siteValues: site.siteValues(data) }
    const unknown = templates.map((one) => site.findUnknown(one, data))
    const digest = createHash('sha256').update(templates.join('\0')).digest('base64')
    if (costly.has(digest)) return templates.map(() => tooMuch)
    const results = evaluateTemplates({
      templates: templates.filter((_, index) => unknown[index] === undefined),
      values: site.pageValues(fieldsOf(frontMatter)),
      siteValues: known.siteValues,
      budgetMs: Math.min(maxBudgetMs, timeoutMs / 4),
      partial(name) {
        const text = partial(name)
        return text === undefined || site.findUnknown(text, data) === undefined ? text : undefined
      },
    })
    if (results === undefined) costly.add(digest)
    const left = results?.values()
    return unknown.map((name): TemplateResult => {
      if (name !== undefined) return { problem: `nothing is known of ${name}` }
      return left?.next().value ?? tooMuch
    })
  }
}

const tooMuch: TemplateResult = { problem: 'it takes too much memory', isTooMuch: true }

/** What a page says of itself; nothing, where that cannot be read. */
function fieldsOf(frontMatter: string): TemplateValues {
  const inside = frontMatter.split('\n').slice(1, -1).join('\n')
  try {
    const fields = readSettings(inside)
    return typeof fields === 'object' && fields !== null ? (fields as TemplateValues) : {}
  } catch {
    return {}
  }
}
