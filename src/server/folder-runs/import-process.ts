/** Imports a folder by running `markport import` in a bounded process. @module */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from '../../contract/base/visible-text.ts'
import type { FolderReport } from '../../folder/folder-events.ts'
import { RunError, runBoundedProgram } from './bounded-process.ts'

export interface FolderImport {
  readonly folder: string
  /** Paths of files are relative to this folder. */
  readonly top: string
  /** A folder for temporary files of the import. */
  readonly home: string
  readonly spaceId: string
  readonly parentId: string
  readonly endpoint: string
  readonly token: string
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

const program = fileURLToPath(new URL(`../../main${extname(import.meta.url)}`, import.meta.url))

/** @throws {RunError} When a page was not imported, or the import could not run. */
export async function importInProcess(request: FolderImport): Promise<ImportCounts> {
  const { top, home, token, timeoutMs, signal } = request
  const events = readEvents(request.onLine)
  const { code, errorOutput } = await runBoundedProgram({
    task: 'The import',
    program: process.execPath,
    args: [`--max-old-space-size=${maxHeapMib}`, program, ...importArguments(request)],
    cwd: top,
    env: {
      ...environmentValue('PATH'),
      ...environmentValue('NODE_COMPILE_CACHE'),
      HOME: home,
      TMPDIR: home,
      MARKPORT_TOKEN: token,
    },
    bounds: { timeoutMs, maxMemoryBytes, maxOutputChars: 0 },
    signal,
    onOutput: events.read,
  })
  if (code === 0) return events.counts()
  throw new RunError(
    events.failure() ??
      failureIn(errorOutput) ??
      'The import broke off. Import the folder with markport import to see why.',
  )
}

function importArguments({ folder, spaceId, parentId, endpoint, options }: FolderImport): string[] {
  const place = ['--space', spaceId, '--parent', parentId, '--endpoint', endpoint]
  return ['import', folder, '--json', ...place, ...options]
}

function environmentValue(name: string): Record<string, string> {
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

/** Counts as lines arrive, so that thousands of pages take no memory. */
function readEvents(onLine?: FolderImport['onLine']) {
  let partialLine = ''
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
      const lines = (partialLine + text).split('\n')
      partialLine = lines.pop() ?? ''
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

/** The last line of a failed command is its error as JSON. */
function failureIn(errorOutput: string): string | undefined {
  const [line = ''] = errorOutput.trim().split('\n').slice(-1)
  return parseLine<{ error?: { message?: string } }>(line)?.error?.message
}

/** A killed process may leave half a line. */
function parseLine<Value>(line: string): Value | undefined {
  try {
    return JSON.parse(line) as Value
  } catch {
    return undefined
  }
}
