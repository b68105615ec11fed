/** Draws an import: a bar on a terminal, plain lines elsewhere, or JSON lines. @module */
import type { FileWarning, FolderEvent, PageResult } from '../folder-import/folder-events.ts'
import type { CliContext } from './context.ts'
import { type ImportMode, importTree, pruneLines, summaryLines } from './import-summary.ts'
import { progressBar } from './progress-bar.ts'
import { isTerminal } from './terminal.ts'
import type { Piece } from './text-output.ts'

export interface ImportOutput {
  onEvent(event: FolderEvent): void
  /** Leave the terminal in order, however the import ended. */
  end(): void
}

/** How an import is told. */
export interface ImportOutputOptions {
  readonly mode: ImportMode
  readonly isJson: boolean
  /** Whether a warning has a line of its own; the others are counted. */
  isShown(warning: FileWarning): boolean
  /** Whether those that are counted are named at the end, with an example of each. */
  readonly areOthersNamed: boolean
}

/**
 * Start the output.
 * @param context Where to.
 * @param options What is done, and how it is told.
 */
export function startImportOutput(
  context: CliContext,
  { mode, isJson, isShown, areOthersNamed }: ImportOutputOptions,
): ImportOutput {
  const { stdout, stderr, env } = context
  if (isJson) {
    return { onEvent: (event) => stdout.json(event), end: () => {} }
  }
  const bar = progressBar({ ...context, stderr: stderr.stream })
  const isGithub = env.GITHUB_ACTIONS === 'true'
  const results: PageResult[] = []
  const others = countedWarnings()
  const note = (...line: readonly Piece[]): void => bar.above(() => stderr.line(...line))
  return {
    end: () => bar.end(),
    onEvent(event) {
      switch (event.type) {
        case 'plan':
          return note(planLine(event.pages, mode))
        case 'warning': {
          if (!isShown(event)) return others.add(event)
          const { file, line, message } = event
          note({ color: 'yellow', text: place(file, line) }, ` ${message}`)
          if (isGithub) stderr.annotation('warning', event)
          return
        }
        case 'page': {
          if (event.message !== undefined) {
            note({ color: 'red', text: `${event.file}:` }, ` ${event.message}`)
            if (isGithub) stderr.annotation('error', { ...event, line: 0, message: event.message })
          }
          if (mode === 'dry-run') results.push(event)
          // On a terminal the bar counts them.
          else if (event.outcome !== 'unchanged' && !isTerminal(stdout.stream, env))
            bar.above(() => stdout.line(pageLine(event)))
          return bar.update(event)
        }
        case 'prune':
          bar.end()
          return stderr.lines(pruneLines(event.pages, event.staying))
        case 'pruned':
          return stdout.line(
            `${'trashed'.padEnd(9)}  ${event.file}  ${JSON.stringify(event.title)}`,
          )
        case 'summary':
          bar.end()
          if (areOthersNamed) stderr.lines(others.lines())
          if (mode === 'dry-run') for (const line of importTree(results)) stdout.line(...line)
          stdout.lines(summaryLines(event, mode))
      }
    },
  }
}

const intents: Readonly<Record<ImportMode, string>> = {
  check: 'Checking $; nothing is sent.',
  'dry-run': 'Looking at $; nothing is written.',
  overwrite: 'Importing $. Pages that are there are updated (--no-overwrite leaves them).',
  create: 'Importing $. Pages that are there are left as they are.',
}

function planLine(pages: number, mode: ImportMode): string {
  return intents[mode].replace('$', pages === 1 ? '1 page' : `${pages} pages`)
}

/** Warnings by their cause, with the first of each. */
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
            return `${count} × ${code}, such as ${place(file, line)} ${message}`
          },
        ),
  }
}

/** As compilers write it, so that editors lead to the place. */
function place(file: string, line: number): string {
  return line === 0 ? `${file}:` : `${file}:${line}:`
}

function pageLine({ outcome, file, title, page }: PageResult): string {
  const url = page === undefined ? '' : `  ${page.url}`
  return `${outcome.padEnd(9)}  ${file}  ${JSON.stringify(title)}${url}`
}
