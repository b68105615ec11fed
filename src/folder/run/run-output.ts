/** Counts and reports what a run does. @module */
import { join, relative, sep } from 'node:path'
import type { AnswerPage } from '../../contract/answers.ts'
import {
  type FileWarning,
  type FolderReport,
  noPages,
  type PageOutcome,
  type PageResult,
  type PageWithoutFile,
} from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { SourceName } from './source-name.ts'
import { depthOf } from './titles.ts'

export const failedLinkCodes: ReadonlySet<string> = new Set(['link-not-imported', 'link-to-source'])

type Warning = Omit<FileWarning, 'file' | 'isNew'>

/** The result of a page, and what a plan records beside it. */
export interface PageEnd extends PageResult {
  readonly digest?: string
  /** The page from the answer; in a dry run, its current state. */
  readonly currentPage?: Omit<AnswerPage, 'spaceId'> | undefined
}

export type RunOutput = ReturnType<typeof startOutput>

export function startOutput(
  options: Pick<FolderSettings, 'workingFolder' | 'onEvent' | 'previewUrl'>,
  { base, sites, tree: { nodes }, notices }: FolderPlan,
  source?: SourceName,
) {
  const counts = noPages()
  const indexes = new Map(nodes.map((node, index) => [node, index]))
  let done = 0
  const codes = new Map<string, number>()
  let newWarnings = 0
  let oldWarnings = 0
  const warningKeys = new Set<string>()
  const keyOf = (path: string, { code, line, message }: Warning): string =>
    JSON.stringify([path, code, line, message])
  const nameOf = (path: string): string => {
    const name = relative(options.workingFolder, join(base, path)).split(sep).join('/') || '.'
    return path.endsWith('/') ? `${name}/` : name
  }
  let prunedCount = 0
  const withFileName = (page: PageWithoutFile): PageWithoutFile => ({
    ...page,
    file: nameOf(page.file),
  })
  /** @param isNew Whether the last import lacked the warning; undefined where nothing is remembered. */
  const warn = (path: string, warning: Warning, isNew?: boolean): void => {
    const { code } = warning
    if (failedLinkCodes.has(code)) warningKeys.add(keyOf(path, warning))
    codes.set(code, (codes.get(code) ?? 0) + 1)
    if (isNew === false) oldWarnings += 1
    else newWarnings += 1
    const novelty = isNew === undefined ? {} : { isNew }
    options.onEvent?.({ type: 'warning', file: nameOf(path), ...warning, ...novelty })
  }
  options.onEvent?.({
    type: 'plan',
    base,
    pages: nodes.length,
    readAs: sites.readAs,
    ...(source && { source: source.name }),
    ...(source?.isGuessed && { isSourceGuessed: true }),
  })
  for (const { path, notice } of notices) warn(path, notice)
  return {
    counts: counts as Readonly<typeof counts>,
    nameOf,
    warn,
    /** Warn of a link to a failed page, unless the file already has the same warning. */
    warnOnce(path: string, warning: Warning, isNew: boolean | undefined): void {
      if (!warningKeys.has(keyOf(path, warning))) warn(path, warning, isNew)
    },
    totals: (): Omit<FolderReport, 'withoutFile' | 'ms'> => ({
      counts,
      warnings: newWarnings + oldWarnings,
      warningsByCode: Object.fromEntries([...codes].sort((a, b) => b[1] - a[1])),
      newWarnings,
      oldWarnings,
      pruned: prunedCount,
    }),
    finish(node: PageNode, outcome: PageOutcome, more: Partial<PageResult> = {}): PageResult {
      done += 1
      counts[outcome] += 1
      const { path, title } = node
      const index = indexes.get(node) ?? 0
      const result = { file: nameOf(path), title, depth: depthOf(node), index, outcome, ...more }
      const { previewUrl: preview } = options
      const previewUrl = preview && more.page && `${preview}/pages/${more.page.id}`
      const event = previewUrl === undefined ? result : { ...result, previewUrl }
      options.onEvent?.({ type: 'page', done, pages: nodes.length, ...event })
      return result
    },
    /** Report the pages without files: removable ones, and those that stay. */
    prune(pages: readonly PageWithoutFile[], staying: readonly PageWithoutFile[]): void {
      const [removable, stayingPages] = [pages.map(withFileName), staying.map(withFileName)]
      options.onEvent?.({ type: 'prune', pages: removable, staying: stayingPages })
    },
    pruned(page: PageWithoutFile): void {
      prunedCount += 1
      options.onEvent?.({ type: 'pruned', ...withFileName(page) })
    },
  }
}
