/** Shows an import as lines with a count of pages on terminals, or as JSON lines. @module */
import { counted } from '../../contract/base/visible-text.ts'
import type { FileWarning, FolderEvent, PageResult } from '../../folder/folder-events.ts'
import type { CliContext } from '../context.ts'
import { type Color, isTerminal } from '../text-output.ts'
import {
  type ImportMode,
  importTree,
  oldWarningsLine,
  pruneLines,
  summaryLines,
  type WarningChoice,
} from './import-summary.ts'
import { isEndingSoon, wordTokenEnd } from './import-target.ts'

interface OutputOptions {
  readonly mode: ImportMode
  readonly warnings: WarningChoice
  /** Whether a person can confirm the removal of pages. */
  readonly isAnybodyAsked: boolean
}

export function startImportOutput(
  { stdout, stderr, env, clock }: CliContext,
  { mode, warnings, isAnybodyAsked }: OutputOptions,
) {
  const progress = progressLine(stderr.stream, env)
  const results: PageResult[] = []
  let oldWarnings = 0
  let editedPages = 0
  const note = (file: string, line: number, message: string, color: Color): void =>
    progress.above(() => stderr.line({ color, text: placeOf(file, line) }, ` ${message}`))
  const onWarning = (warning: FileWarning): void => {
    const { file, line, message } = warning
    const fate = warnings.fateOf(warning)
    if (fate === 'edit') editedPages += 1
    if (fate === 'old') oldWarnings += 1
    else if (fate !== 'hidden') note(file, line, message, 'yellow')
  }
  return {
    end: progress.end,
    onEvent(event: FolderEvent) {
      switch (event.type) {
        case 'plan':
          stderr.line(intents[mode].replace('$', counted(event.pages, 'page')))
          stderr.line(`Dialect: ${event.readAs}.`)
          return stderr.line(sourceLine(event))
        case 'waiting':
          return progress.above(() => stderr.line(`Waiting for the service. ${event.message}`))
        case 'warning':
          return onWarning(event)
        case 'page': {
          if (event.message !== undefined) note(event.file, 0, event.message, 'red')
          if (mode === 'dry-run') results.push(event)
          // A terminal has the count instead.
          else if (isWorthALine(event) && !isTerminal(stdout.stream, env))
            progress.above(() => stdout.line(pageLine(event)))
          return progress.update(event)
        }
        case 'prune':
          progress.end()
          return stderr.lines(pruneLines(event.pages, event.staying, isAnybodyAsked))
        case 'pruned':
          return stdout.line(
            `${(event.became ?? 'trashed').padEnd(9)}  ${event.file}  ${JSON.stringify(event.title)}`,
          )
        case 'changed':
          return note(event.file, 0, event.message, 'red')
        case 'summary': {
          progress.end()
          if (oldWarnings > 0) stderr.line(oldWarningsLine(oldWarnings))
          const { tokenExpiresAt } = event
          if (tokenExpiresAt !== undefined && isEndingSoon(tokenExpiresAt, clock())) {
            const text = `Renew the token soon: it expires on ${wordTokenEnd(tokenExpiresAt, clock())}.`
            stderr.line({ color: 'yellow', text })
          }
          if (mode === 'dry-run') for (const line of importTree(results)) stdout.line(...line)
          stdout.lines(summaryLines(event, { mode, now: clock(), editedPages }))
        }
      }
    },
  }
}

const intents: Readonly<Record<ImportMode, string>> = {
  check: 'Checking $; nothing is sent.',
  'dry-run': 'Looking at $; nothing is written.',
  preview: 'Putting $ into a preview; the space stays as it is.',
  overwrite: 'Importing $. Existing pages are updated (--no-overwrite leaves them alone).',
  create: 'Importing $. Existing pages are left alone.',
}

function sourceLine({ source, isSourceGuessed }: Extract<FolderEvent, { type: 'plan' }>): string {
  return isSourceGuessed
    ? `Source: ${source}, as there is no Git remote. --source gives it a name that stays when the folder moves.`
    : `Source: ${source}.`
}

/** Unchanged pages only appear in the final numbers. */
function isWorthALine({ outcome, message }: PageResult): boolean {
  return outcome !== 'unchanged' && (outcome !== 'not-sent' || message !== undefined)
}

function pageLine({ outcome, file, title, page }: PageResult): string {
  const url = page === undefined ? '' : `  ${page.url}`
  return `${outcome.padEnd(9)}  ${file}  ${JSON.stringify(title)}${url}`
}

const clearLine = '\r\u001b[K'

/** Show on terminals how many pages are done, in a line that stays below all others. */
function progressLine(stderr: NodeJS.WritableStream, env: CliContext['env']) {
  const isShown = isTerminal(stderr, env)
  let text = ''
  const clear = (): void => {
    if (text !== '') stderr.write(clearLine)
  }
  return {
    update({ done, pages }: { readonly done: number; readonly pages: number }): void {
      if (!isShown) return
      clear()
      text = `${done}/${pages} pages`
      stderr.write(text)
    },
    /** Write permanent lines above the count. */
    above(write: () => void): void {
      clear()
      write()
      if (text !== '') stderr.write(text)
    },
    end(): void {
      clear()
      text = ''
    },
  }
}

/** In the format of compilers, which editors link. */
export function placeOf(file: string, line: number): string {
  return line === 0 ? `${file}:` : `${file}:${line}:`
}
