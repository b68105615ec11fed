/** Reports an import as Markdown, for a CI summary or a comment. @module */
import { createHash } from 'node:crypto'
import { counted, visibleText } from '../../contract/base/visible-text.ts'
import type {
  FileWarning,
  FolderReport,
  PageResult,
  PageWithoutFile,
} from '../../folder/folder-events.ts'
import {
  type ImportMode,
  isRemoteEdit,
  oldWarningsLine,
  outcomeRows,
  outlookLines,
  type ToldEvent,
  warningRows,
} from '../import/import-summary.ts'
import { tokenEndLine } from '../import/import-target.ts'
import type { CiJob } from './ci-job.ts'

/** Of a comment on GitHub, in characters: https://github.com/orgs/community/discussions/41331 */
const maxBytes = 65_536

const maxCell = 300

interface ImportReport {
  onEvent(event: ToldEvent): void
  toMarkdown(report: FolderReport, now: Date): string
  /** Whether there is more to report than numbers. */
  hasNews(report: FolderReport): boolean
  /** The invisible first line that identifies reports of the same import. */
  readonly marker: string
}

export interface ImportReportOptions {
  readonly mode: ImportMode
  /** Identifies the import, so that other reports are left alone. */
  readonly target: {
    readonly paths: readonly string[]
    readonly endpoint: string | undefined
    readonly space: string | undefined
    readonly parent: string | undefined
  }
  readonly job: CiJob | undefined
  /** Prefix of source links; the job's commit takes precedence. */
  readonly sourceUrl: string | undefined
  readonly secrets: readonly string[]
  isShown(warning: FileWarning): boolean
  pathOf(file: string): string | undefined
}

export function importReport(options: ImportReportOptions): ImportReport {
  const { isShown, target, mode } = options
  const words = wording(options)
  const tables = startTables(() => warningCount)
  const marker = markerOf(mode, target)
  let warningCount = 0
  let oldLine = ''
  let parentUrl: string | undefined
  const onWarning = (warning: FileWarning): void => {
    const { file, line, code, severity, message } = warning
    const cells = [words.place(file, line), words.code(message)]
    if (isRemoteEdit(warning)) tables.edited.add(0, words.place(file, 0), words.code(message))
    else if (!isShown(warning)) return
    else if (brokenLinks.has(code)) tables.links.add(0, ...cells)
    else tables.warnings.add(ranks[severity], ...cells)
  }
  return {
    marker,
    onEvent(event) {
      if (event.type === 'warning') onWarning(event)
      else if (event.type === 'old-warnings') oldLine = oldWarningsLine(event)
      else if (event.type === 'page') {
        parentUrl ??= urlBeside(event.page?.url, target.parent)
        if (event.message !== undefined) {
          tables.failures.add(event.index, words.place(event.file, 0), words.code(event.message))
        } else if (isChange(event)) tables.pages.add(event.index, ...words.change(event))
      }
    },
    hasNews: ({ stoppedBy, withoutFile }) =>
      stoppedBy !== undefined ||
      withoutFile.length > 0 ||
      Object.values(tables).some(({ count }) => count > 0),
    toMarkdown(report, now) {
      const { stoppedBy, preview, tokenExpiresAt } = report
      warningCount = report.warnings
      for (const page of report.withoutFile) tables.gone.add(0, ...words.gone(page))
      const parts = [
        `${marker}\n### Markport: ${titles[mode]} of ${words.code(target.paths.join(', '))}`,
        stoppedBy === undefined ? '' : `**Stopped:** ${words.code(stoppedBy)}`,
        preview === undefined ? '' : `Read the preview: ${words.link(preview.name, preview.url)}`,
        outcomes(report, mode),
        tables.failures,
        tables.links,
        tables.edited,
        tables.pages,
        tables.gone,
        causes(report),
        tables.warnings,
        oldLine,
        parentUrl === undefined ? '' : linked('The parent page', parentUrl),
        tokenExpiresAt === undefined ? '' : tokenEndLine(tokenExpiresAt, now),
        options.job === undefined ? '' : jobLine(options.job),
      ]
      return joinReport(parts, maxBytes)
    },
  }
}

type TableName = 'failures' | 'links' | 'edited' | 'pages' | 'gone' | 'warnings'

function startTables(countWarnings: () => number): Readonly<Record<TableName, ReportTable>> {
  const start = (title: (count: number) => string, ...heads: string[]): ReportTable =>
    reportTable(title, heads, maxBytes)
  return {
    failures: start((count) => `${counted(count, 'page')} not imported`, 'File', 'Reason'),
    links: start((count) => counted(count, 'broken link'), 'Place', 'Problem'),
    edited: start((count) => `${counted(count, 'page')} edited in Confluence`, 'File', 'Edit'),
    pages: start((count) => `${counted(count, 'page')} with changes`, 'Page', 'Change', 'File'),
    gone: start((count) => `${counted(count, 'page')} without a file`, 'Page', 'Now', 'File'),
    warnings: start((count) => wordCount(count, countWarnings()), 'Place', 'Warning'),
  }
}

/** Foreign text is always shown as code, with secrets masked. */
function wording({ job, sourceUrl = '', secrets, pathOf }: ImportReportOptions) {
  const knownSecrets = secrets.filter(Boolean)
  const mask = (text: string): string =>
    knownSecrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  const code = (text: string): string => codeSpan(mask(text), maxCell)
  const link = (text: string, url = ''): string => linked(code(text), mask(url))
  const start = job?.sourceUrl ?? sourceUrl
  const place = (file: string, line: number): string => {
    const path = pathOf(file)
    const label = `${path ?? file}${line === 0 ? '' : `:${line}`}`
    if (path === undefined || start === '') return code(label)
    const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
    return link(label, `${start}${encoded}${line === 0 ? '' : `#L${line}`}`)
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
  'link-unmended',
  'anchor-missing',
])

function isChange(result: PageResult): boolean {
  const { outcome, outlook } = result
  return outcome === 'created' || outcome === 'updated' || outlookLines(outlook).length > 0
}

/** The marker is a hash, so it reveals nothing and contains no text of files. */
function markerOf(mode: ImportMode, target: ImportReportOptions['target']): string {
  const { paths, endpoint, space, parent } = target
  const what = JSON.stringify([titles[mode], paths, endpoint, space, parent])
  return `<!-- markport ${createHash('sha256').update(what).digest('hex').slice(0, 32)} -->`
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

function causes(report: FolderReport): string {
  const rows = warningRows(report).filter(([, , mend]) => mend !== '')
  if (rows.length === 0) return ''
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return ['| Warning | Times | What to do |', '| --- | ---: | --- |', ...lines].join('\n')
}

function wordCount(count: number, all: number): string {
  return count === all ? counted(all, 'warning') : `${count} of ${counted(all, 'warning')}`
}

function jobLine({ commit, url }: CiJob): string {
  return `${linked('The job', url)} looked at ${codeSpan(commit.slice(0, 12), maxCell)}.`
}

function urlBeside(url: string | undefined, pageId: string | undefined): string | undefined {
  const [, start] = /^(.*\/pages\/)\d+$/s.exec(url ?? '') ?? []
  return start === undefined || pageId === undefined ? undefined : `${start}${pageId}`
}

interface ReportTable {
  /** @param rank Lower ranks come first and are omitted last. */
  add(rank: number, ...cells: readonly string[]): void
  readonly count: number
  toMarkdown(maxBytes: number): string
}

interface Row {
  readonly rank: number
  readonly text: string
  readonly bytes: number
}

const restBytes = 64

function reportTable(
  title: (count: number) => string,
  heads: readonly string[],
  maxTableBytes: number,
): ReportTable {
  const head = `| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`
  let rows: readonly Row[] = []
  let newRows: Row[] = []
  let newBytes = 0
  let count = 0
  const mergeRows = (): void => {
    const sorted = [...rows, ...newRows].sort((a, b) => a.rank - b.rank)
    rows = firstOf(sorted, maxTableBytes)
    newRows = []
    newBytes = 0
  }
  return {
    get count() {
      return count
    },
    add(rank, ...cells) {
      const text = `\n| ${cells.join(' | ')} |`
      const bytes = Buffer.byteLength(text)
      count += 1
      newRows.push({ rank, text, bytes })
      newBytes += bytes
      if (newBytes > maxTableBytes) mergeRows()
    },
    toMarkdown(maxBytes) {
      mergeRows()
      const start = `**${title(count)}**\n\n${head}`
      const shownRows = firstOf(rows, maxBytes - Buffer.byteLength(start) - restBytes)
      const omitted = count - shownRows.length
      const more = omitted === 0 ? '' : `\n\nThe log has the other ${omitted}.`
      return start + shownRows.map(({ text }) => text).join('') + more
    },
  }
}

function firstOf(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let bytesLeft = maxBytes
  const end = rows.findIndex(({ bytes }) => {
    bytesLeft -= bytes
    return bytesLeft < 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** Tables share the remaining bytes equally, and leave what they do not need to later ones. */
function joinReport(parts: readonly (string | ReportTable)[], maxBytes: number): string {
  const nonEmpty = parts.filter((part) => (typeof part === 'string' ? part !== '' : part.count > 0))
  const texts = nonEmpty.filter((part) => typeof part === 'string')
  let tables = nonEmpty.length - texts.length
  let room = maxBytes - Buffer.byteLength(texts.join('')) - 2 * nonEmpty.length
  const blocks = nonEmpty.map((part) => {
    if (typeof part === 'string') return part
    const text = part.toMarkdown(Math.floor(room / tables))
    tables -= 1
    room -= Buffer.byteLength(text)
    return text
  })
  return `${blocks.join('\n\n')}\n`
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
  const code =
    visible.length > maxLength ? `${visible.slice(0, maxLength - 1).toWellFormed()}…` : visible
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
