/** What became of an import, as Markdown for the summary of a CI job. @module */
import { counted } from '../../base/counted.ts'
import type { FileWarning, FolderReport } from '../../folder-import/folder-events.ts'
import { tokenEndLine } from '../access/token-end.ts'
import type { ToldEvent } from './held-warnings.ts'
import { type ImportMode, oldWarningsLine, outcomeRows, warningRows } from './import-summary.ts'
import { markdownText } from './markdown-text.ts'
import { isRemoteEdit } from './remote-edits.ts'
import { placeOf } from './run-messages.ts'

/** Rows of each table, and characters of each cell: all stays below the 1 MiB that GitHub takes. */
const maxRows = 100
const maxCell = 300

export interface ImportReport {
  onEvent(event: ToldEvent): void
  /** Word the whole, at its end. */
  toMarkdown(report: FolderReport, now: Date): string
}

/** What is told, and how. */
export interface ImportReportOptions {
  readonly mode: ImportMode
  /** Id of the page above all others. */
  readonly parentId: string | undefined
  /** Whether a warning has a row of its own. */
  isShown(warning: FileWarning): boolean
  /** Names a file from the top of its repository. */
  pathOf(file: string): string | undefined
}

/** Listen to an import. */
export function importReport(options: ImportReportOptions): ImportReport {
  const { isShown, parentId, pathOf } = options
  const failures = boundedRows()
  const warnings = boundedRows()
  const edited = boundedRows()
  let old: string | undefined
  let parentUrl: string | undefined
  const nameOf = (file: string): string => pathOf(file) ?? file
  return {
    onEvent(event) {
      if (event.type === 'warning' && isRemoteEdit(event)) {
        edited.add(nameOf(event.file), event.message)
      } else if (event.type === 'warning' && isShown(event)) {
        const { file, line, message } = event
        warnings.add(placeOf(nameOf(file), line).slice(0, -1), message)
      } else if (event.type === 'old-warnings') old = oldWarningsLine(event)
      else if (event.type === 'page') {
        parentUrl ??= parentId === undefined ? undefined : urlOf(parentId, event.page?.url)
        if (event.message !== undefined) failures.add(nameOf(event.file), event.message)
      }
    },
    toMarkdown(report, now) {
      const parts = [
        `### Markport: ${titles[options.mode]}`,
        report.stoppedBy === undefined ? [] : `**Stopped:** ${shown(report.stoppedBy)}`,
        outcomes(report, options.mode),
        failures.table((count) => `${counted(count, 'page')} not imported`, ['File', 'Reason']),
        causes(report),
        warnings.table((count) => wordShown(count, report.warnings), ['Place', 'Warning']),
        old ?? [],
        edited.table((count) => `${counted(count, 'page')} edited in Confluence`, ['File', 'Edit']),
        parentUrl === undefined ? [] : `[The parent page](${parentUrl})`,
        report.tokenExpiresAt === undefined ? [] : tokenEndLine(report.tokenExpiresAt, now),
      ]
      return `${parts.flat().join('\n\n')}\n`
    },
  }
}

const titles: Readonly<Record<ImportMode, string>> = {
  check: 'check',
  'dry-run': 'dry run',
  overwrite: 'import',
  create: 'import',
}

function outcomes(report: FolderReport, mode: ImportMode): string {
  const { pruned, withoutFile } = report
  const rows = [
    ...outcomeRows(report, mode),
    ...(pruned > 0 ? [['trashed', pruned]] : []),
    ...(withoutFile.length > 0 ? [['without a file', withoutFile.length]] : []),
  ]
  const head = mode === 'dry-run' ? 'Would be' : 'Result'
  return [
    `| ${head} | Pages |`,
    '| --- | ---: |',
    ...rows.map(([outcome, count]) => `| ${outcome} | ${count} |`),
  ].join('\n')
}

/** What is lost by its cause, with what can be done about it. */
function causes(report: FolderReport): string | [] {
  const rows = warningRows(report).filter(([, , mend]) => mend !== '')
  if (rows.length === 0) return []
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return ['| Warning | Times | What to do |', '| --- | ---: | --- |', ...lines].join('\n')
}

interface BoundedRows {
  add(...cells: readonly [string, string]): void
  table(title: (count: number) => string, heads: readonly [string, string]): string | []
}

function boundedRows(): BoundedRows {
  const rows: string[] = []
  let count = 0
  return {
    add(...cells) {
      count += 1
      if (count <= maxRows) rows.push(`| ${cells.map(shown).join(' | ')} |`)
    },
    table(title, heads) {
      if (count === 0) return []
      const more = count > maxRows ? `\n\nThe log has the other ${count - maxRows}.` : ''
      return `**${title(count)}**\n\n| ${heads.join(' | ')} |\n| --- | --- |\n${rows.join('\n')}${more}`
    },
  }
}

function wordShown(count: number, all: number): string {
  return count === all ? counted(all, 'warning') : `${count} of ${counted(all, 'warning')}`
}

function shown(text: string): string {
  return markdownText(text, maxCell)
}

/** Beside the address of another page; only one that is plain goes into a link. */
function urlOf(pageId: string, otherUrl: string | undefined): string | undefined {
  const [, start] =
    /^(https?:\/\/[\w.:[\]-]+(?:\/[\w.~%-]+)*\/pages\/)\d+$/.exec(otherUrl ?? '') ?? []
  return start === undefined ? undefined : `${start}${pageId}`
}
