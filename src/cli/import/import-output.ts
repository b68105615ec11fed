/** Shows an import as a progress bar, plain lines, or JSON lines. @module */
import { counted } from '../../contract/base/visible-text.ts'
import type { FileWarning, FolderReport, PageResult } from '../../folder/folder-events.ts'
import type { CliContext } from '../context.ts'
import { isGithub } from '../report/ci-job.ts'
import { columnsOf, isTerminal, type TextOutput } from '../text-output.ts'
import {
  editedLines,
  type ImportMode,
  importTree,
  isRemoteEdit,
  oldWarningsLine,
  pruneLines,
  summaryLines,
  type ToldEvent,
} from './import-summary.ts'
import { isEndingSoon, wordTokenEnd } from './import-target.ts'

interface ImportOutput {
  onEvent(event: ToldEvent): void
  end(): void
}

export interface ImportOutputOptions {
  readonly mode: ImportMode
  readonly isJson: boolean
  /** Whether a warning gets its own line; others are counted. */
  isShown(warning: FileWarning): boolean
  readonly areOthersNamed: boolean
  /** Whether a person can confirm the removal of pages. */
  readonly isAnybodyAsked: boolean
  /** Path from the repository's root. */
  pathOf(file: string): string | undefined
}

export function startImportOutput(
  context: CliContext,
  { mode, isJson, isShown, areOthersNamed, isAnybodyAsked, pathOf }: ImportOutputOptions,
): ImportOutput {
  const { stdout, stderr, env, clock } = context
  if (isJson) {
    return { onEvent: (event) => stdout.json(event), end: () => {} }
  }
  const bar = progressBar({ ...context, stderr: stderr.stream })
  const messages = isGithub(env) ? githubMessages(stderr, pathOf) : plainMessages(stderr)
  const results: PageResult[] = []
  const otherWarnings = countedWarnings()
  const edits: FileWarning[] = []
  const end = (): void => {
    bar.end()
    messages.end()
  }
  const note = (message: RunMessage): void => bar.above(() => messages.add(message))
  return {
    end,
    onEvent(event) {
      switch (event.type) {
        case 'plan':
          return bar.above(() => {
            stderr.line(planLine(event.pages, mode))
            stderr.line(`Dialect: ${event.readAs}.`)
            if (event.source !== undefined) stderr.line(sourceLine(event))
          })
        case 'waiting':
          return bar.above(() => stderr.line(`Waiting for the service. ${event.message}`))
        case 'warning':
          if (isRemoteEdit(event)) edits.push(event)
          else if (!isShown(event)) return otherWarnings.add(event)
          if (!isShown(event)) return
          return note({ ...event, kind: event.severity })
        case 'page': {
          const { file, message } = event
          if (message !== undefined) note({ kind: 'failed', file, line: 0, message })
          if (mode === 'dry-run') results.push(event)
          // A terminal has the bar instead.
          else if (isWorthALine(event) && !isTerminal(stdout.stream, env))
            bar.above(() => stdout.line(pageLine(event)))
          return bar.update(event)
        }
        case 'prune':
          bar.end()
          return stderr.lines(pruneLines(event.pages, event.staying, isAnybodyAsked))
        case 'pruned':
          return stdout.line(
            `${(event.became ?? 'trashed').padEnd(9)}  ${event.file}  ${JSON.stringify(event.title)}`,
          )
        case 'changed':
          return note({ kind: 'failed', line: 0, ...event })
        case 'old-warnings':
          return bar.above(() => stderr.line(oldWarningsLine(event)))
        case 'summary': {
          const message = tokenWarning(event, clock())
          if (message !== undefined) note({ kind: 'token', line: 0, message })
          end()
          if (areOthersNamed) stderr.lines(otherWarnings.lines())
          if (mode === 'dry-run') for (const line of importTree(results)) stdout.line(...line)
          stdout.lines([...summaryLines(event, mode, clock()), ...editedLines(edits)])
        }
      }
    },
  }
}

function tokenWarning({ tokenExpiresAt }: FolderReport, now: Date): string | undefined {
  if (tokenExpiresAt === undefined || !isEndingSoon(tokenExpiresAt, now)) return undefined
  return `Renew the token soon: it expires on ${wordTokenEnd(tokenExpiresAt, now)}.`
}

const intents: Readonly<Record<ImportMode, string>> = {
  check: 'Checking $; nothing is sent.',
  'dry-run': 'Looking at $; nothing is written.',
  preview: 'Putting $ into a preview; the space stays as it is.',
  overwrite: 'Importing $. Existing pages are updated (--no-overwrite leaves them alone).',
  create: 'Importing $. Existing pages are left alone.',
}

function sourceLine({ source, isSourceGuessed }: PlanEvent): string {
  return isSourceGuessed
    ? `Source: ${source}, as there is no Git remote. --source gives it a name that stays when the folder moves.`
    : `Source: ${source}.`
}

type PlanEvent = Extract<ToldEvent, { type: 'plan' }>

function planLine(pages: number, mode: ImportMode): string {
  return intents[mode].replace('$', counted(pages, 'page'))
}

/** Counts warnings by cause, with an example of each. */
function countedWarnings(): { add(warning: FileWarning): void; lines(): string[] } {
  const causes = new Map<string, { count: number; readonly example: FileWarning }>()
  return {
    add(warning) {
      const cause = causes.get(warning.code)
      if (cause === undefined) causes.set(warning.code, { count: 1, example: warning })
      else cause.count += 1
    },
    lines: () =>
      [...causes]
        .sort(([, a], [, b]) => b.count - a.count)
        .map(
          ([
            code,
            {
              count,
              example: { file, line, message },
            },
          ]) => {
            return `${count} × ${code}, such as ${placeOf(file, line)} ${message}`
          },
        ),
  }
}

/** Unchanged pages only appear in the final numbers. */
function isWorthALine({ outcome, message }: PageResult): boolean {
  return outcome !== 'unchanged' && (outcome !== 'not-sent' || message !== undefined)
}

function pageLine({ outcome, file, title, page }: PageResult): string {
  const url = page === undefined ? '' : `  ${page.url}`
  return `${outcome.padEnd(9)}  ${file}  ${JSON.stringify(title)}${url}`
}

interface RunProgress {
  readonly done: number
  readonly pages: number
}

interface ProgressBar {
  update(progress: RunProgress): void
  /** Write permanent lines above the bar. */
  above(write: () => void): void
  end(): void
}

const clearLine = '\r\u001b[K'
const redrawMs = 100

interface BarPlace {
  readonly stderr: NodeJS.WritableStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: () => Date
}

export function progressBar({ stderr, env, clock }: BarPlace): ProgressBar {
  if (!isTerminal(stderr, env)) {
    return { update: () => {}, above: (write) => write(), end: () => {} }
  }
  const startedAt = clock().getTime()
  let barText = ''
  let drawnAt = 0
  const clear = (): void => {
    if (barText !== '') stderr.write(clearLine)
  }
  return {
    update(progress) {
      const now = clock().getTime()
      if (now - drawnAt < redrawMs && progress.done < progress.pages) return
      drawnAt = now
      barText = drawBar(progress, now - startedAt, columnsOf(stderr) - 1)
      stderr.write(`${clearLine}${barText}`)
    },
    above(write) {
      clear()
      write()
      if (barText !== '') stderr.write(barText)
    },
    end() {
      clear()
      barText = ''
    },
  }
}

const widestBar = 40

export function drawBar({ done, pages }: RunProgress, elapsedMs: number, columns: number): string {
  const share = pages === 0 ? 1 : done / pages
  const remaining = done === 0 ? '' : `  ${duration((elapsedMs / done) * (pages - done))} left`
  const text = ` ${done}/${pages}  ${Math.floor(share * 100)} %${remaining}`
  const width = Math.min(widestBar, columns - text.length - 2)
  if (width < 5) return text.trim().slice(0, columns)
  const full = Math.round(share * width)
  return `[${'='.repeat(full)}${' '.repeat(width - full)}]${text}`
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface RunMessage {
  readonly kind: 'failed' | 'token' | FileWarning['severity']
  readonly file?: string
  readonly line: number
  readonly message: string
}

interface RunMessages {
  add(message: RunMessage): void
  end(): void
}

/** Write each message immediately, in the format of compilers that editors link. */
function plainMessages(stderr: TextOutput): RunMessages {
  return { add: (message) => writePlain(stderr, message), end: () => {} }
}

/** GitHub shows at most 10 annotations of each level for a step. */
const maxAnnotations = 10

const ranks: Readonly<Record<RunMessage['kind'], number>> = {
  failed: 0,
  token: 0,
  lost: 1,
  changed: 2,
  note: 3,
}

/** Hold messages back, then make the most important ones annotations and the others lines. */
function githubMessages(
  stderr: TextOutput,
  pathOf: (file: string) => string | undefined,
): RunMessages {
  const messages: RunMessage[] = []
  return {
    add: (message) => void messages.push(message),
    end() {
      const slotsLeft = { error: maxAnnotations, warning: maxAnnotations }
      for (const message of messages.splice(0).sort((a, b) => ranks[a.kind] - ranks[b.kind])) {
        const level = message.kind === 'failed' ? 'error' : 'warning'
        slotsLeft[level] -= 1
        if (slotsLeft[level] < 0) writePlain(stderr, message)
        else writeAnnotation(stderr, level, message, pathOf)
      }
    },
  }
}

function writePlain(stderr: TextOutput, { kind, file, line, message }: RunMessage): void {
  if (kind === 'token' || file === undefined) stderr.line({ color: 'yellow', text: message })
  else {
    const color = kind === 'failed' ? 'red' : 'yellow'
    stderr.line({ color, text: placeOf(file, line) }, ` ${message}`)
  }
}

function writeAnnotation(
  stderr: TextOutput,
  level: 'error' | 'warning',
  { file, line, message }: RunMessage,
  pathOf: (file: string) => string | undefined,
): void {
  const path = file === undefined ? undefined : pathOf(file)
  const place = file === undefined ? '' : `${placeOf(path ?? file, line)} `
  const location = path === undefined || file?.endsWith('/') ? {} : { file: path }
  stderr.annotation(level, { ...location, line, message: place + message })
}

export function placeOf(file: string, line: number): string {
  return line === 0 ? `${file}:` : `${file}:${line}:`
}
