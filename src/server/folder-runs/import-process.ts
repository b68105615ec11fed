/** Imports a folder by the command line's own import, in a process with bounds. @module */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from '../../contract/base/visible-text.ts'
import type { FolderReport } from '../../folder/folder-events.ts'
import { RunError, runBoundedProgram } from './bounded-process.ts'

export interface FolderImport {
  readonly folder: string
  /** The folder that paths of files are told from. */
  readonly top: string
  /** A folder for what the import needs beside it. */
  readonly home: string
  readonly spaceId: string
  readonly parentId: string
  readonly endpoint: string
  readonly token: string
  /** Further options of the command line. */
  readonly options: readonly string[]
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Takes each line of `--json`; the import waits for it. */
  readonly onLine?: (line: string) => Promise<void>
}

export interface ImportCounts {
  readonly created: number
  readonly updated: number
  readonly trashed: number
  readonly newWarnings: number
}

const maxHeapMib = 448
const maxMemoryBytes = 640 * 1024 * 1024

/** The program has this file's extension: `.ts` in a checkout, `.js` when built. */
const program = fileURLToPath(new URL(`../../main${extname(import.meta.url)}`, import.meta.url))

/**
 * @throws {RunError} When a page was not imported, or the import could not run.
 */
export async function importInProcess(request: FolderImport): Promise<ImportCounts> {
  const { top, home, token, timeoutMs, signal } = request
  const told = readEvents(request.onLine)
  const { code, errorOutput } = await runBoundedProgram({
    task: 'The import',
    program: process.execPath,
    args: [`--max-old-space-size=${maxHeapMib}`, program, ...importArguments(request)],
    cwd: top,
    env: {
      ...kept('PATH'),
      ...kept('NODE_COMPILE_CACHE'),
      HOME: home,
      TMPDIR: home,
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

function importArguments({ folder, spaceId, parentId, endpoint, options }: FolderImport): string[] {
  const place = ['--space', spaceId, '--parent', parentId, '--endpoint', endpoint]
  return ['import', folder, '--json', ...place, ...options]
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
function readEvents(onLine?: FolderImport['onLine']) {
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
    async read(text: string): Promise<void> {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        take(parseLine<ImportEvent>(line) ?? { type: '' })
        await onLine?.(line)
      }
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
