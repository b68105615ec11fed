/** What an import comes to: the tree of a dry run, the table at the end. @module */
import { append } from '../../contract/base/append.ts'
import { counted } from '../../contract/base/visible-text.ts'
import type {
  FileWarning,
  FolderEvent,
  FolderReport,
  PageOutcome,
  PageOutlook,
  PageResult,
  PageWithoutFile,
} from '../../folder/folder-events.ts'
import { type Color, type Piece, textTable } from '../text-output.ts'
import { tokenEndLine } from './import-target.ts'

export type ImportMode = 'check' | 'dry-run' | 'preview' | 'overwrite' | 'create'

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
      const lines = [...outlookLines(outlook), ...files.map((one) => `with ${one}`)]
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
  sends = [],
  remark,
}: PageOutlook = {}): string[] {
  const quoted = detaches.map((text) => JSON.stringify(text.slice(0, maxQuoted).toWellFormed()))
  return [
    ...(titleThere === undefined ? [] : [`is called ${JSON.stringify(titleThere)} there`]),
    ...(renamedFrom === undefined ? [] : [`was called ${JSON.stringify(renamedFrom)}`]),
    ...(movedFrom === undefined ? [] : [`moves from below page ${movedFrom}`]),
    ...(edited === undefined ? [] : [`was edited there by ${edited.by} on ${edited.at}`]),
    ...(quoted.length === 0 ? [] : [`takes the words of comments away: ${quoted.join(', ')}`]),
    ...(sends.length === 0 ? [] : [`sends ${counted(sends.length, 'file')}: ${sends.join(', ')}`]),
    ...(remark === undefined ? [] : [remark]),
  ]
}

export function summaryLines(report: FolderReport, mode: ImportMode, now: Date): string[] {
  const { warnings, withoutFile, stoppedBy, tokenExpiresAt, requests, url, preview, ms } = report
  const lines = [
    '',
    ...textTable(
      [mode === 'dry-run' ? 'WOULD BE' : 'RESULT', 'PAGES'],
      outcomeRows(report, mode).map(([outcome, count]) => [outcome, String(count).padStart(5)]),
    ),
    '',
  ]
  if (warnings > 0) {
    const rows = warningRows(report).map(([code, count, mend]) => [code, count.padStart(5), mend])
    append(lines, [...textTable(['WARNING', 'TIMES', 'WHAT TO DO'], rows), ''])
  }
  if (requests !== undefined) lines.push(`${counted(requests, 'request')} to Confluence.`)
  lines.push(`${(ms / 1_000).toFixed(1)} s`)
  const staying = withoutFile.filter(({ became }) => became === undefined)
  const going = withoutFile.filter(({ became }) => became !== undefined)
  if (going.length > 0) {
    const gone = counted(going.length, 'page')
    lines.push('', `${gone} without a file, left out of the preview unless somebody changed them:`)
    append(lines, going.map(pageLine))
  }
  if (staying.length > 0) {
    lines.push('', `${counted(staying.length, 'page')} without a file:`)
    append(lines, staying.map(pageLine))
    lines.push('They stay until --prune trashes them, or somebody does in the wiki.')
  }
  if (report.pruned > 0) {
    const done = mode === 'dry-run' ? 'would be trashed' : 'trashed'
    lines.push('', `${counted(report.pruned, 'page')} ${done}.`)
  }
  if (tokenExpiresAt !== undefined) lines.push('', tokenEndLine(tokenExpiresAt, now))
  const read = preview?.url ?? (mode === 'dry-run' ? undefined : url)
  if (read !== undefined) lines.push('', `Read it at ${read}`)
  if (stoppedBy !== undefined) lines.push('', `Stopped: ${stoppedBy}`)
  return lines
}

export function warningRows({ warningsByCode }: FolderReport): [string, string, string][] {
  return Object.entries(warningsByCode).map(([code, count]) => [
    code,
    String(count),
    mendOf(code) ?? '',
  ])
}

/** Say how many old warnings are not repeated. */
export function oldWarningsLine({ warnings, files }: OldWarnings): string {
  const of = counted(files, 'file')
  return `${counted(warnings, 'warning')} of earlier imports in ${of}; --warnings all shows them.`
}

type OldWarnings = Extract<ToldEvent, { type: 'old-warnings' }>

/** Count pages by outcome, without zeros. */
export function outcomeRows({ counts }: FolderReport, mode: ImportMode): [string, number][] {
  return Object.entries(counts).flatMap(([outcome, count]) => {
    const name = mode === 'check' && outcome === 'unchanged' ? 'checked' : outcome
    return count === 0 ? [] : [[name, count]]
  })
}

/** Say which pages without a file can be removed, and why others stay. */
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

const hidden = 'To publish it, move it to a path without a dot.'
const ignored = 'To publish it, name it in --allow-ignored.'
const outside = 'Copy it into the repository.'
const fetched = 'Run `git lfs pull` before the import.'
const picture = 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG.'

const mends: Readonly<Record<string, string>> = {
  'anchor-missing': 'Name a heading that is there.',
  'file-not-fetched': fetched,
  'file-too-large': 'Raise --max-file, or name its --source-url.',
  'folder-unreadable': 'Let the program read it, or leave it out by --exclude.',
  'format-left-out': 'Write it in Markdown; rst2myst converts it.',
  'header-lost': 'Say it in Markdown, or by the options of the import.',
  'image-dropped': picture,
  'image-hidden': hidden,
  'image-ignored': ignored,
  'image-missing': 'Correct the address, or add the file.',
  'image-not-fetched': fetched,
  'image-outside': outside,
  'image-too-large': 'Make it smaller, or raise --max-body here and at the service.',
  'image-unreadable': 'Let the program read it.',
  'image-unsupported': picture,
  'include-hidden': hidden,
  'include-ignored': ignored,
  'include-missing': 'Correct the address, or add the file.',
  'include-too-much': 'Include less, and no file that includes itself.',
  'include-outside': outside,
  'link-missing': 'Correct the link, or add the file.',
  'link-not-imported': 'Mend the file that it leads to.',
  'link-outside': 'Correct the link, or import the file as well.',
  'relative-address': 'Write it with its host, or import its whole folder.',
  'settings-computed': 'Write literals in their place.',
  'settings-hidden': 'Move it to where nothing is hidden.',
  'settings-ignored': 'Name it in --allow-ignored.',
  'settings-outside': outside,
  'symlink-broken': 'Mend it or take it away.',
  'symlink-hidden': hidden,
  'symlink-ignored': ignored,
  'symlink-outside': outside,
  'syntax-left-out': 'Write in Markdown what readers need of it.',
  'syntax-shown': 'Write it in Markdown, or say by --dialect what it is.',
}

/** Give advice for a kind of warning, if any. */
export function mendOf(code: string): string | undefined {
  return Object.hasOwn(mends, code) ? mends[code] : undefined
}

/** Tell whether a warning is about an edit in the wiki. */
export function isRemoteEdit({ code }: FileWarning): boolean {
  return code === 'edited-there'
}

/** The log lists all of them. */
const maxListed = 100

export function editedLines(edited: readonly FileWarning[]): string[] {
  if (edited.length === 0) return []
  const shown = edited.slice(0, maxListed)
  const more = edited.length - shown.length
  return [
    '',
    `${counted(edited.length, 'page')} had been edited by people:`,
    ...shown.map(({ file, message }) => `  ${file}  ${message}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    'To take such edits into the files, run `markport pull` before you import.',
  ]
}

/** What is told: warnings that were told before are only counted, ahead of the summary. */
export type ToldEvent =
  | FolderEvent
  | { readonly type: 'old-warnings'; readonly warnings: number; readonly files: number }

/** Tells whether a warning was told before, of a page that came to this end, or of no page. */
export type IsOldWarning = (warning: FileWarning, outcome: PageOutcome | undefined) => boolean

/** Tell what is new of an import as it comes. */
export function heldWarnings(
  isOld: IsOldWarning,
  tell: (event: ToldEvent) => void,
): (event: FolderEvent) => void {
  const held = new Map<string, FileWarning[]>()
  const old = { warnings: 0, files: new Set<string>() }
  const release = (file: string, outcome?: PageOutcome): void => {
    for (const warning of held.get(file) ?? []) {
      if (isOld(warning, outcome)) {
        old.warnings += 1
        old.files.add(file)
      } else tell({ type: 'warning', ...warning })
    }
    held.delete(file)
  }
  return (event) => {
    if (event.type === 'warning') {
      const { type, ...warning } = event
      const kept = held.get(event.file) ?? []
      held.set(event.file, kept)
      kept.push(warning)
      return
    }
    if (event.type === 'page') release(event.file, event.outcome)
    if (event.type === 'summary') {
      for (const file of [...held.keys()]) release(file)
      const { warnings, files } = old
      if (warnings > 0) tell({ type: 'old-warnings', warnings, files: files.size })
    }
    tell(event)
  }
}
