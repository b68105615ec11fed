/** What an import comes to: the tree of a dry run, the table at the end. @module */
import { counted } from '../../contract/base/visible-text.ts'
import type {
  FileWarning,
  FolderReport,
  PageOutcome,
  PageOutlook,
  PageResult,
  PageWithoutFile,
} from '../../folder/folder-events.ts'
import { UsageError } from '../context.ts'
import { type Color, type Piece, textTable } from '../text-output.ts'
import { tokenEndLine } from './import-target.ts'

export type ImportMode = 'check' | 'dry-run' | 'preview' | 'overwrite' | 'create'

/** `edit` is an edit by people; `old` ones, which the last import had, are only counted. */
type WarningFate = 'edit' | 'shown' | 'old' | 'hidden'

export type WarningChoice = ReturnType<typeof chooseWarnings>

const failWords: ReadonlySet<string> = new Set(['lost', 'changed', 'note', 'all', 'new'])

/**
 * @param failOn Severities and `all`; `new` limits them to new warnings.
 * @throws {UsageError} For unknown words, since such a check would always pass.
 */
export function chooseWarnings(failOn: readonly string[], level: 'lost' | 'all') {
  for (const word of failOn) {
    if (failWords.has(word)) continue
    throw new UsageError(
      `--fail-on: ${JSON.stringify(word)} is not known; use lost, changed, note, all or new.`,
    )
  }
  const isNewWanted = failOn.includes('new')
  const severities = failOn.filter((word) => word !== 'new')
  const wanted = isNewWanted && severities.length === 0 ? ['lost'] : severities
  /** Whether the warning fails the run. */
  const isSerious = ({ severity, isNew }: FileWarning): boolean =>
    (!isNewWanted || isNew === true) && (wanted.includes(severity) || wanted.includes('all'))
  return {
    isSerious,
    fateOf(warning: FileWarning): WarningFate {
      if (warning.code === 'edited-there') return 'edit'
      if (level === 'all' || isSerious(warning)) return 'shown'
      if (warning.isNew === false) return 'old'
      return warning.severity === 'lost' ? 'shown' : 'hidden'
    },
  }
}

export function oldWarningsLine(count: number): string {
  return `${counted(count, 'warning')} of earlier imports; --warnings all shows them.`
}

const colors: Readonly<Record<PageOutcome, Color | undefined>> = {
  created: 'green',
  updated: 'cyan',
  unchanged: 'dim',
  failed: 'red',
  'not-sent': 'yellow',
}

export function importTree(results: readonly PageResult[]): Piece[][] {
  return results
    .toSorted((a, b) => a.index - b.index)
    .flatMap((result) => {
      const { outcome, depth, title, file, outlook, files = [] } = result
      const lines = [...outlookLines(outlook), ...files.map((path) => `with ${path}`)]
      return [
        [
          { color: colors[outcome], text: outcome.padEnd(9) },
          `  ${'  '.repeat(depth)}${title}  (${file})`,
        ],
        ...lines.map((line) => [`${' '.repeat(11)}${'  '.repeat(depth + 1)}${line}`]),
      ]
    })
}

const maxQuoted = 60

export function outlookLines({
  titleThere,
  renamedFrom,
  movedFrom,
  edited,
  detaches = [],
  remark,
}: PageOutlook = {}): string[] {
  const quotes = detaches.map((text) => JSON.stringify(text.slice(0, maxQuoted).toWellFormed()))
  return [
    ...(titleThere === undefined ? [] : [`is called ${JSON.stringify(titleThere)} there`]),
    ...(renamedFrom === undefined ? [] : [`was called ${JSON.stringify(renamedFrom)}`]),
    ...(movedFrom === undefined ? [] : [`moves from below page ${movedFrom}`]),
    ...(edited === undefined ? [] : [`was edited there by ${edited.by} on ${edited.at}`]),
    ...(quotes.length === 0 ? [] : [`takes the words of comments away: ${quotes.join(', ')}`]),
    ...(remark === undefined ? [] : [remark]),
  ]
}

interface SummaryOptions {
  readonly mode: ImportMode
  readonly now: Date
  /** Pages that people edited since the last import. */
  readonly editedPages: number
}

export function summaryLines(
  report: FolderReport,
  { mode, now, editedPages }: SummaryOptions,
): string[] {
  const { warnings, withoutFile, stoppedBy, tokenExpiresAt, url, preview, ms } = report
  const isDryRun = mode === 'dry-run'
  const outcomes = outcomeRows(report, mode)
  const hiddenPages = withoutFile.filter(({ became }) => became !== undefined)
  const stayingPages = withoutFile.filter(({ became }) => became === undefined)
  const address = preview?.url ?? (isDryRun ? undefined : url)
  const pages = (count: number): string => counted(count, 'page')
  const parts: readonly (readonly string[] | false)[] = [
    countTable(isDryRun ? 'WOULD BE' : 'RESULT', 'PAGES', outcomes),
    warnings > 0 && countTable('WARNING', 'TIMES', Object.entries(report.warningsByCode)),
    [`${(ms / 1_000).toFixed(1)} s`],
    hiddenPages.length > 0 && [
      `${pages(hiddenPages.length)} without a file, left out of the preview unless somebody changed them:`,
      ...hiddenPages.map(pageLine),
    ],
    stayingPages.length > 0 && [
      `${pages(stayingPages.length)} without a file:`,
      ...stayingPages.map(pageLine),
      'They stay until --prune trashes them, or somebody does in the wiki.',
    ],
    report.pruned > 0 && [`${pages(report.pruned)} ${isDryRun ? 'would be ' : ''}trashed.`],
    tokenExpiresAt !== undefined && [tokenEndLine(tokenExpiresAt, now)],
    address !== undefined && [`Read it at ${address}`],
    stoppedBy !== undefined && [`Stopped: ${stoppedBy}`],
    editedPages > 0 && [
      `${pages(editedPages)} had been edited by people. To take such edits into the files, run \`markport pull\` before you import.`,
    ],
  ]
  return parts.filter((part) => part !== false).flatMap((part) => ['', ...part])
}

function countTable(
  heading: string,
  unit: string,
  rows: readonly (readonly [string, number])[],
): string[] {
  const cells = rows.map(([name, count]) => [name, String(count).padStart(unit.length)])
  return textTable([heading, unit], cells)
}

export function outcomeRows({ counts }: FolderReport, mode: ImportMode): [string, number][] {
  return Object.entries(counts).flatMap(([outcome, count]) => {
    const name = mode === 'check' && outcome === 'unchanged' ? 'checked' : outcome
    return count === 0 ? [] : [[name, count]]
  })
}

export function pruneLines(
  pages: readonly PageWithoutFile[],
  staying: readonly PageWithoutFile[],
  isAnybodyAsked: boolean,
): string[] {
  const list = (heading: string, listed: readonly PageWithoutFile[]): readonly string[] =>
    listed.length === 0
      ? []
      : [`${counted(listed.length, 'page')} ${heading}:`, ...listed.map(pageLine)]
  const isUnasked = pages.length > 0 && !isAnybodyAsked
  return [
    ...list('without a file can be trashed', pages),
    ...list('without a file must stay', staying),
    ...(isUnasked ? ['There is no terminal to ask on: --yes trashes them.'] : []),
  ]
}

function pageLine({ title, file, url, pageId, staysBecause }: PageWithoutFile): string {
  const reason = staysBecause === undefined ? '' : `  ${staysBecause}`
  return `  ${title}  (${pageId}, was ${file})  ${url}${reason}`
}
