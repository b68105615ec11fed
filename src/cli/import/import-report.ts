/** Reports an import as Markdown, for a CI summary or a comment. @module */
import { counted, shortened, visibleText } from '../../contract/base/visible-text.ts'
import type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageResult,
  PageWithoutFile,
} from '../../folder/folder-events.ts'
import {
  type ImportMode,
  oldWarningsLine,
  outcomeRows,
  outlookLines,
  type WarningChoice,
} from './import-summary.ts'
import { tokenEndLine } from './import-target.ts'

/** Of a comment on GitHub, in characters: https://github.com/orgs/community/discussions/41331 */
const maxBytes = 65_536
/** The rows of a table, by how much there is to say in all; the first that fits is used. */
const rowLimits = [500, 200, 80, 30, 10] as const
const maxRows = rowLimits[0]
const maxCell = 300

export interface ImportReportOptions {
  readonly mode: ImportMode
  readonly paths: readonly string[]
  /** Prefix of the addresses of files; empty where they cannot be seen. */
  readonly sourceUrl: string
  readonly secrets: readonly string[]
  readonly warnings: WarningChoice
  /** Path from the repository's top; undefined for files outside. */
  pathOf(file: string): string | undefined
}

export function importReport(options: ImportReportOptions) {
  const { warnings, paths, mode } = options
  const words = wording(options)
  const failures = reportTable(
    (count) => `${counted(count, 'page')} not imported`,
    'File',
    'Reason',
  )
  const links = reportTable((count) => counted(count, 'broken link'), 'Place', 'Problem')
  const edits = reportTable((count) => `${counted(count, 'page')} edited by people`, 'File', 'Edit')
  const pages = reportTable(
    (count) => `${counted(count, 'page')} with changes`,
    ...['Page', 'Change', 'File'],
  )
  const gone = reportTable(
    (count) => `${counted(count, 'page')} without a file`,
    ...['Page', 'Now', 'File'],
  )
  const others = reportTable((count) => counted(count, 'warning'), 'Place', 'Warning')
  let oldWarnings = 0
  const onWarning = (warning: FileWarning): void => {
    const { file, line, code, severity, message } = warning
    const cells = [words.place(file, line), words.code(message)]
    const fate = warnings.fateOf(warning)
    if (fate === 'edit') edits.add(0, words.place(file, 0), words.code(message))
    else if (fate === 'old') oldWarnings += 1
    else if (fate === 'shown' && brokenLinks.has(code)) links.add(0, ...cells)
    else if (fate === 'shown') others.add(ranks[severity], ...cells)
  }
  return {
    onEvent(event: FolderEvent): void {
      if (event.type === 'warning') onWarning(event)
      else if (event.type === 'page' && event.message !== undefined) {
        failures.add(event.index, words.place(event.file, 0), words.code(event.message))
      } else if (event.type === 'page' && isChange(event)) {
        pages.add(event.index, ...words.change(event))
      }
    },
    toMarkdown(report: FolderReport, now: Date): string {
      const { stoppedBy, preview, tokenExpiresAt } = report
      for (const page of report.withoutFile) gone.add(0, ...words.gone(page))
      const write = (rows: number): string =>
        [
          `### Markport: ${titles[mode]} of ${words.code(paths.join(', '))}`,
          stoppedBy === undefined ? '' : `**Stopped:** ${words.code(stoppedBy)}`,
          preview === undefined ? '' : `Read the preview: ${words.link(preview.name, preview.url)}`,
          outcomes(report, mode),
          ...[failures, links, edits, pages, gone, others].map((table) => table.toMarkdown(rows)),
          oldWarnings === 0 ? '' : oldWarningsLine(oldWarnings),
          tokenExpiresAt === undefined ? '' : tokenEndLine(tokenExpiresAt, now),
        ]
          .filter(Boolean)
          .join('\n\n')
      const fits = (rows: number): boolean => Buffer.byteLength(write(rows)) < maxBytes
      return `${write(rowLimits.find(fits) ?? 0)}\n`
    },
  }
}

/** Foreign text is always shown as code, with secrets masked. */
function wording({ sourceUrl, secrets, pathOf }: ImportReportOptions) {
  const mask = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  const code = (text: string): string => codeSpan(mask(text), maxCell)
  const link = (text: string, url = ''): string => linked(code(text), mask(url))
  const place = (file: string, line: number): string => {
    const path = pathOf(file)
    const label = `${path ?? file}${line === 0 ? '' : `:${line}`}`
    if (path === undefined || sourceUrl === '') return code(label)
    const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
    return link(label, `${sourceUrl}${encoded}${line === 0 ? '' : `#L${line}`}`)
  }
  return {
    code,
    link,
    place,
    change(result: PageResult): readonly string[] {
      const { outcome, title, file, page, previewUrl, outlook } = result
      const change = [outcome, ...outlookLines(outlook).map(code)].join(', ')
      return [link(title, previewUrl ?? page?.url), change, place(file, 0)]
    },
    gone({ title, url, became, staysBecause, file }: PageWithoutFile): readonly string[] {
      const fate = became ?? (staysBecause === undefined ? 'stays' : `stays: ${code(staysBecause)}`)
      return [link(title, url), fate, code(pathOf(file) ?? file)]
    },
  }
}

const titles: Readonly<Record<ImportMode, string>> = {
  check: 'check',
  'dry-run': 'dry run',
  preview: 'preview',
  overwrite: 'import',
  create: 'import',
}

/** Lost content comes first. */
const ranks: Readonly<Record<FileWarning['severity'], number>> = { lost: 0, changed: 1, note: 2 }

const brokenLinks: ReadonlySet<string> = new Set([
  'link-missing',
  'link-outside',
  'link-not-imported',
  'anchor-missing',
])

function isChange(result: PageResult): boolean {
  const { outcome, outlook } = result
  return outcome === 'created' || outcome === 'updated' || outlookLines(outlook).length > 0
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

function reportTable(title: (count: number) => string, ...heads: readonly string[]) {
  let rows: { readonly rank: number; readonly text: string }[] = []
  let count = 0
  const sort = (): void => {
    rows = rows.toSorted((a, b) => a.rank - b.rank).slice(0, maxRows)
  }
  return {
    /** @param rank Lower ranks come first and are omitted last. */
    add(rank: number, ...cells: readonly string[]): void {
      count += 1
      rows.push({ rank, text: `| ${cells.join(' | ')} |` })
      if (rows.length === 2 * maxRows) sort()
    },
    /** Empty for a table without rows. */
    toMarkdown(shownRows: number): string {
      if (count === 0) return ''
      sort()
      const shown = rows.slice(0, shownRows).map(({ text }) => text)
      const head = [`| ${heads.join(' | ')} |`, `|${' --- |'.repeat(heads.length)}`]
      const omitted = count - shown.length
      const more = omitted === 0 ? '' : `\n\nThe log has the other ${omitted}.`
      return `**${title(count)}**\n\n${[...head, ...shown].join('\n')}${more}`
    },
  }
}

/**
 * GitHub knows fences of up to 80 backticks:
 * https://github.com/github/cmark-gfm/blob/master/src/inlines.c
 */
const longRuns = /`{9,}/g

/** Write a text as code that is safe in one table cell; `maxLength` counts UTF-16 code units. */
function codeSpan(text: string, maxLength: number): string {
  const trimmed = text.trim().replace(longRuns, '````````…')
  // Escaping never shortens text, so only the start needs it.
  const visible = visibleText(trimmed.slice(0, maxLength + 1))
  const code = shortened(visible, maxLength)
  if (code === '') return ''
  const fence = '`'.repeat(longestRun(code) + 1)
  // Markdown removes one space at each side.
  const space = /^`|`$/.test(code) ? ' ' : ''
  // Doubling backslashes before a bar is safe in all readers of tables.
  return `${fence}${space}${code.replace(/(\\*)\|/g, '$1$1\\|')}${space}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

const maxAddressLength = 2_000

/** Make a link; an address that is not on the web leaves plain text. */
export function linked(markdown: string, url: string | undefined): string {
  if (url === undefined || markdown === '' || !URL.canParse(url)) return markdown
  const { protocol, username, password, href } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username || password || href.length > maxAddressLength) return markdown
  return `[${markdown}](${href.replace(/[^\w.~:/?#[\]@!+,;=%-]/g, plainCharacter)})`
}

/** Encode characters that could end an address, a cell or a formula. */
function plainCharacter(character: string): string {
  if (character === '&') return '&amp;'
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
