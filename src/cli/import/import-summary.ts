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
  sends = [],
  remark,
}: PageOutlook = {}): string[] {
  const quotes = detaches.map((text) => JSON.stringify(text.slice(0, maxQuoted).toWellFormed()))
  return [
    ...(titleThere === undefined ? [] : [`is called ${JSON.stringify(titleThere)} there`]),
    ...(renamedFrom === undefined ? [] : [`was called ${JSON.stringify(renamedFrom)}`]),
    ...(movedFrom === undefined ? [] : [`moves from below page ${movedFrom}`]),
    ...(edited === undefined ? [] : [`was edited there by ${edited.by} on ${edited.at}`]),
    ...(quotes.length === 0 ? [] : [`takes the words of comments away: ${quotes.join(', ')}`]),
    ...(sends.length === 0 ? [] : [`sends ${counted(sends.length, 'file')}: ${sends.join(', ')}`]),
    ...(remark === undefined ? [] : [remark]),
  ]
}

export function summaryLines(report: FolderReport, mode: ImportMode, now: Date): string[] {
  const { warnings, withoutFile, stoppedBy, tokenExpiresAt, url, preview, ms } = report
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
  lines.push(`${(ms / 1_000).toFixed(1)} s`)
  const stayingPages = withoutFile.filter(({ became }) => became === undefined)
  const hiddenPages = withoutFile.filter(({ became }) => became !== undefined)
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
    const result = mode === 'dry-run' ? 'would be trashed' : 'trashed'
    lines.push('', `${counted(report.pruned, 'page')} ${result}.`)
  }
  if (tokenExpiresAt !== undefined) lines.push('', tokenEndLine(tokenExpiresAt, now))
  const address = preview?.url ?? (mode === 'dry-run' ? undefined : url)
  if (address !== undefined) lines.push('', `Read it at ${address}`)
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

export function oldWarningsLine({ warnings, files }: OldWarnings): string {
  const fileCount = counted(files, 'file')
  return `${counted(warnings, 'warning')} of earlier imports in ${fileCount}; --warnings all shows them.`
}

type OldWarnings = Extract<ToldEvent, { type: 'old-warnings' }>

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

const hiddenMend = 'To publish it, move it to a path without a dot.'
const ignoredMend = 'To publish it, name it in --allow-ignored.'
const outsideMend = 'Copy it into the repository.'
const lfsMend = 'Run `git lfs pull` before the import.'
const pictureMend = 'Save it as PNG, JPEG, GIF, WebP, AVIF or SVG.'

const mends: Readonly<Record<string, string>> = {
  'anchor-missing': 'Name a heading that is there.',
  'file-not-fetched': lfsMend,
  'file-too-large': 'Raise --max-file, or name its --source-url.',
  'folder-unreadable': 'Let the program read it, or leave it out by --exclude.',
  'format-left-out': 'Write it in Markdown; rst2myst converts it.',
  'header-lost': 'Say it in Markdown, or by the options of the import.',
  'image-dropped': pictureMend,
  'image-hidden': hiddenMend,
  'image-ignored': ignoredMend,
  'image-missing': 'Correct the address, or add the file.',
  'image-not-fetched': lfsMend,
  'image-outside': outsideMend,
  'image-too-large': 'Make it smaller, or raise --max-body here and at the service.',
  'image-unreadable': 'Let the program read it.',
  'image-unsupported': pictureMend,
  'include-hidden': hiddenMend,
  'include-ignored': ignoredMend,
  'include-missing': 'Correct the address, or add the file.',
  'include-too-much': 'Include less, and no file that includes itself.',
  'include-outside': outsideMend,
  'link-missing': 'Correct the link, or add the file.',
  'link-not-imported': 'Mend the file that it leads to.',
  'link-outside': 'Correct the link, or import the file as well.',
  'relative-address': 'Write it with its host, or import its whole folder.',
  'settings-computed': 'Write literals in their place.',
  'settings-hidden': 'Move it to where nothing is hidden.',
  'settings-ignored': 'Name it in --allow-ignored.',
  'settings-outside': outsideMend,
  'symlink-broken': 'Mend it or take it away.',
  'symlink-hidden': hiddenMend,
  'symlink-ignored': ignoredMend,
  'symlink-outside': outsideMend,
  'syntax-left-out': 'Write in Markdown what readers need of it.',
  'syntax-shown': 'Write it in Markdown, or say by --dialect what it is.',
}

function mendOf(code: string): string | undefined {
  return Object.hasOwn(mends, code) ? mends[code] : undefined
}

export function isRemoteEdit({ code }: FileWarning): boolean {
  return code === 'edited-there'
}

const maxListed = 100

export function editedLines(edits: readonly FileWarning[]): string[] {
  if (edits.length === 0) return []
  const listedEdits = edits.slice(0, maxListed)
  const more = edits.length - listedEdits.length
  return [
    '',
    `${counted(edits.length, 'page')} had been edited by people:`,
    ...listedEdits.map(({ file, message }) => `  ${file}  ${message}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    'To take such edits into the files, run `markport pull` before you import.',
  ]
}

/** Warnings that were reported before are only counted, ahead of the summary. */
export type ToldEvent =
  | FolderEvent
  | { readonly type: 'old-warnings'; readonly warnings: number; readonly files: number }

/** Tells whether a warning was reported before; without an outcome it belongs to no page. */
export type IsOldWarning = (warning: FileWarning, outcome: PageOutcome | undefined) => boolean

/** Hold warnings back until their page is finished, and count the old ones. */
export function heldWarnings(
  isOld: IsOldWarning,
  tell: (event: ToldEvent) => void,
): (event: FolderEvent) => void {
  const heldByFile = new Map<string, FileWarning[]>()
  const oldWarnings = { warnings: 0, files: new Set<string>() }
  const release = (file: string, outcome?: PageOutcome): void => {
    for (const warning of heldByFile.get(file) ?? []) {
      if (isOld(warning, outcome)) {
        oldWarnings.warnings += 1
        oldWarnings.files.add(file)
      } else tell({ type: 'warning', ...warning })
    }
    heldByFile.delete(file)
  }
  return (event) => {
    if (event.type === 'warning') {
      const { type, ...warning } = event
      const group = heldByFile.get(event.file) ?? []
      heldByFile.set(event.file, group)
      group.push(warning)
      return
    }
    if (event.type === 'page') release(event.file, event.outcome)
    if (event.type === 'summary') {
      for (const file of [...heldByFile.keys()]) release(file)
      const { warnings, files } = oldWarnings
      if (warnings > 0) tell({ type: 'old-warnings', warnings, files: files.size })
    }
    tell(event)
  }
}
