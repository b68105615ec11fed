/** Draws an import: a bar on a terminal, plain lines elsewhere, or JSON lines. @module */
import type { FolderEvent, PageResult } from '../client/folder-events.ts'
import type { CliContext } from './context.ts'
import { annotation } from './github-annotation.ts'
import type { ImportMode } from './import-mode.ts'
import { importTree, summaryLines } from './import-summary.ts'
import { progressBar } from './progress-bar.ts'
import { isTerminal, painter } from './terminal.ts'

export interface ImportOutput {
  onEvent(event: FolderEvent): void
  /** Leave the terminal in order, however the import ended. */
  end(): void
}

/**
 * Start the output.
 * @param context Where to.
 * @param mode What is done.
 * @param isJson Whether JSON was asked for.
 */
export function startImportOutput(
  context: CliContext,
  mode: ImportMode,
  isJson: boolean,
): ImportOutput {
  const { stdout, stderr, env } = context
  if (isJson) {
    return { onEvent: (event) => stdout.write(`${JSON.stringify(event)}\n`), end: () => {} }
  }
  const bar = progressBar(context)
  const paint = painter(stdout, env)
  const paintNotes = painter(stderr, env)
  const isGithub = env.GITHUB_ACTIONS === 'true'
  const results: PageResult[] = []
  const note = (line: string): void => bar.above(() => stderr.write(`${line}\n`))
  return {
    end: () => bar.end(),
    onEvent(event) {
      switch (event.type) {
        case 'plan':
          return note(planLine(event.pages, mode))
        case 'warning': {
          const { file, line, message } = event
          note(`${paintNotes('yellow', place(file, line))} ${message}`)
          if (isGithub) note(annotation('warning', event))
          return
        }
        case 'page': {
          if (event.message !== undefined) {
            note(`${paintNotes('red', `${event.file}:`)} ${event.message}`)
            if (isGithub) note(annotation('error', { ...event, line: 0, message: event.message }))
          }
          if (mode === 'dry-run') results.push(event)
          // On a terminal the bar counts them.
          else if (event.outcome !== 'unchanged' && !isTerminal(stdout, env))
            bar.above(() => stdout.write(pageLine(event)))
          return bar.update(event)
        }
        case 'summary':
          bar.end()
          if (mode === 'dry-run') stdout.write(importTree(results, paint))
          stdout.write(summaryLines(event, mode))
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

/** As compilers write it, so that editors lead to the place. */
function place(file: string, line: number): string {
  return line === 0 ? `${file}:` : `${file}:${line}:`
}

function pageLine({ outcome, file, title, page }: PageResult): string {
  const url = page === undefined ? '' : `  ${page.url}`
  return `${outcome.padEnd(9)}  ${file}  ${JSON.stringify(title)}${url}
`
}
