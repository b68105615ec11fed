/** Imports a folder of a clone by the command line's own import, in a process with bounds. @module */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from '../base/visible-text.ts'
import type { FolderReport } from '../folder-import/folder-events.ts'
import { runBoundedProgram } from './bounded-process.ts'
import { RunError } from './run-error.ts'

export interface CloneImport {
  readonly folder: string
  /** The top of the clone, and a folder for what the import needs beside it. */
  readonly top: string
  readonly place: string
  readonly spaceId: string
  readonly parentId: string
  readonly endpoint: string
  readonly token: string
  readonly signal: AbortSignal
}

export interface ImportCounts {
  readonly created: number
  readonly updated: number
  readonly trashed: number
  readonly newWarnings: number
}

/** An import of tens of thousands of pages. */
const timeoutMs = 2 * 60 * 60_000
const maxHeapMib = 448
const maxMemoryBytes = 640 * 1024 * 1024

/** The program has this file's extension: `.ts` in a checkout, `.js` when built. */
const program = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url))

/**
 * @throws {RunError} When a page was not imported, or the import could not run.
 */
export async function importClone(request: CloneImport): Promise<ImportCounts> {
  const { top, place, token, signal } = request
  const told = readEvents()
  const { code, errorOutput } = await runBoundedProgram({
    task: 'The import',
    program: process.execPath,
    args: [`--max-old-space-size=${maxHeapMib}`, program, ...importArguments(request)],
    cwd: top,
    env: {
      ...kept('PATH'),
      ...kept('NODE_COMPILE_CACHE'),
      HOME: place,
      TMPDIR: place,
      MARKPORT_TOKEN: token,
    },
    bounds: { timeoutMs, maxMemoryBytes, maxOutputChars: 0 },
    signal,
    onOutput: told.read,
  })
  if (code === 0) return told.counts()
  throw new RunError(
    told.failure() ??
      failureIn(errorOutput) ??
      'The import broke off. Import the folder with markport import to see why.',
  )
}

/** All that a run says of where its pages come from; the rest the import reads from the clone. */
function importArguments({ folder, spaceId, parentId, endpoint }: CloneImport): string[] {
  return [
    'import',
    folder,
    ...['--json', '--space', spaceId, '--parent', parentId, '--endpoint', endpoint],
    // A space that follows a repository loses what the repository does.
    ...['--prune', '--yes'],
  ]
}

function kept(name: string): Record<string, string> {
  const value = process.env[name]
  return value === undefined ? {} : { [name]: value }
}

type ImportEvent = Readonly<{
  type: string
  outcome?: string
  file?: string
  message?: string
  isNew?: boolean
  counts?: FolderReport['counts']
  pruned?: number
  stoppedBy?: string
}>

/** Reads the lines of `--json` as they come: thousands of pages need not be kept. */
function readEvents() {
  let rest = ''
  let newWarnings = 0
  let firstFailure = ''
  let summary: ImportEvent | undefined
  const take = (event: ImportEvent): void => {
    const { type, outcome, file, message } = event
    if (type === 'summary') summary = event
    if (type === 'warning' && event.isNew !== false) newWarnings += 1
    if (type === 'page' && outcome === 'failed') firstFailure ||= `${file}: ${message}`
  }
  return {
    read(text: string): void {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(parseLine<ImportEvent>(line) ?? { type: '' })
    },
    counts(): ImportCounts {
      const { created = 0, updated = 0 } = summary?.counts ?? {}
      return { created, updated, trashed: summary?.pruned ?? 0, newWarnings }
    },
    failure(): string | undefined {
      const { counts, stoppedBy } = summary ?? {}
      if (stoppedBy !== undefined) return stoppedBy
      const missed = (counts?.failed ?? 0) + (counts?.['not-sent'] ?? 0)
      return missed === 0 ? undefined : `${counted(missed, 'page')} not imported. ${firstFailure}`
    },
  }
}

/** The last line of a failed command is its reason, as JSON. */
function failureIn(errorOutput: string): string | undefined {
  const [line = ''] = errorOutput.trim().split('\n').slice(-1)
  return parseLine<{ error?: { message?: string } }>(line)?.error?.message
}

/** A process that was ended may leave half a line. */
function parseLine<Value>(line: string): Value | undefined {
  try {
    return JSON.parse(line) as Value
  } catch {
    return undefined
  }
}
