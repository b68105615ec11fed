/** Imports a folder by running `markport import` in a bounded process. @module */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { counted } from '../../contract/base/visible-text.ts'
import type { FolderEvent, FolderReport } from '../../folder/folder-events.ts'
import { inheritedVariables, RunError, runBoundedProgram } from './bounded-process.ts'

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
  /** Receives each event; the import waits for the promise. */
  readonly onEvent?: (event: FolderEvent) => Promise<void>
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
  const { folder, top, home, spaceId, parentId, endpoint, token, options } = request
  const { timeoutMs, signal, onEvent } = request
  const place = ['--space', spaceId, '--parent', parentId, '--endpoint', endpoint]
  const args = ['import', folder, '--json', ...place, ...options]
  let partialLine = ''
  let newWarnings = 0
  let firstFailure = ''
  let report: FolderReport | undefined
  const { code, errorOutput } = await runBoundedProgram({
    task: 'The import',
    program: process.execPath,
    args: [`--max-old-space-size=${maxHeapMib}`, program, ...args],
    cwd: top,
    env: {
      ...inheritedVariables('PATH', 'NODE_COMPILE_CACHE'),
      HOME: home,
      TMPDIR: home,
      MARKPORT_TOKEN: token,
    },
    bounds: { timeoutMs, maxMemoryBytes, maxOutputChars: 0 },
    signal,
    // Count lines as they arrive, so that thousands of pages take no memory.
    async onOutput(text) {
      const lines = (partialLine + text).split('\n')
      partialLine = lines.pop() ?? ''
      for (const event of lines.flatMap((line) => parseLine<FolderEvent>(line) ?? [])) {
        if (event.type === 'summary') report = event
        else if (event.type === 'warning' && event.isNew !== false) newWarnings += 1
        else if (event.type === 'page' && event.outcome === 'failed') {
          firstFailure ||= `${event.file}: ${event.message}`
        }
        await onEvent?.(event)
      }
    },
  })
  const { counts, stoppedBy, pruned: trashed = 0 } = report ?? {}
  const { created = 0, updated = 0, failed = 0, 'not-sent': notSent = 0 } = counts ?? {}
  if (code === 0) return { created, updated, trashed, newWarnings }
  const missed = failed + notSent
  throw new RunError(
    stoppedBy ??
      (missed > 0 ? `${counted(missed, 'page')} not imported. ${firstFailure}` : undefined) ??
      failureIn(errorOutput) ??
      'The import broke off. Import the folder with markport import to see why.',
  )
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
