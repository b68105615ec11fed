/** What an import comes to: the tree of a dry run, the table at the end. @module */
import { append } from '../../contract/base/append.ts'
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

export interface WarningChoice {
  fateOf(warning: FileWarning): WarningFate
  /** Whether the warning fails the run. */
  isSerious(warning: FileWarning): boolean
}

const failWords: ReadonlySet<string> = new Set(['lost', 'changed', 'note', 'all', 'new'])

/**
 * @param failOn Severities and `all`; `new` limits them to new warnings.
 * @throws {UsageError} For unknown words, since such a check would always pass.
 */
export function chooseWarnings(failOn: readonly string[], level: 'lost' | 'all'): WarningChoice {
  for (const word of failOn) {
    if (failWords.has(word)) continue
    throw new UsageError(
      `--fail-on: ${JSON.stringify(word)} is not known; use lost, changed, note, all or new.`,
    )
  }
  const isNewWanted = failOn.includes('new')
  const severities = failOn.filter((word) => word !== 'new')
  const wanted = isNewWanted && severities.length === 0 ? ['lost'] : severities
  const isSerious = ({ severity, isNew }: FileWarning): boolean =>
    (!isNewWanted || isNew === true) && (wanted.includes(severity) || wanted.includes('all'))
  return {
    isSerious,
    fateOf(warning) {
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
  const lines = ['', ...countTable(isDryRun ? 'WOULD BE' : 'RESULT', 'PAGES', outcomes), '']
  if (warnings > 0) {
    append(lines, countTable('WARNING', 'TIMES', Object.entries(report.warningsByCode)))
    lines.push('')
  }
  lines.push(`${(ms / 1_000).toFixed(1)} s`)
  const [stayingPages = [], hiddenPages = []] = [true, false].map((isStaying) =>
    withoutFile.filter(({ became }) => (became === undefined) === isStaying),
  )
  if (hiddenPages.length > 0) {
    const count = counted(hiddenPages.length, 'page')
    lines.push('', `${count} without a file, left out of the preview unless somebody changed them:`)
    append(lines, hiddenPages.map(pageLine))
  }
  if (stayingPages.length > 0) {
    lines.push('', `${counted(stayingPages.length, 'page')} without a file:`)
    append(lines, stayingPages.map(pageLine))
    lines.push('They stay until --prune trashes them, or somebody does in the wiki.')
  }
  if (report.pruned > 0) {
    lines.push('', `${counted(report.pruned, 'page')} ${isDryRun ? 'would be ' : ''}trashed.`)
  }
  if (tokenExpiresAt !== undefined) lines.push('', tokenEndLine(tokenExpiresAt, now))
  const address = preview?.url ?? (isDryRun ? undefined : url)
  if (address !== undefined) lines.push('', `Read it at ${address}`)
  if (stoppedBy !== undefined) lines.push('', `Stopped: ${stoppedBy}`)
  if (editedPages > 0) {
    lines.push(
      '',
      `${counted(editedPages, 'page')} had been edited by people. To take such edits into the files, run \`markport pull\` before you import.`,
    )
  }
  return lines
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
  const lines: string[] = []
  if (pages.length > 0) {
    lines.push(`${counted(pages.length, 'page')} without a file can be trashed:`)
    append(lines, pages.map(pageLine))
  }
  if (staying.length > 0) {
    lines.push(`${counted(staying.length, 'page')} without a file must stay:`)
    append(lines, staying.map(pageLine))
  }
  if (pages.length > 0 && !isAnybodyAsked) {
    lines.push('There is no terminal to ask on: --yes trashes them.')
  }
  return lines
}

function pageLine({ title, file, url, pageId, staysBecause }: PageWithoutFile): string {
  const reason = staysBecause === undefined ? '' : `  ${staysBecause}`
  return `  ${title}  (${pageId}, was ${file})  ${url}${reason}`
}
