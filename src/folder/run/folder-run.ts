/** The state of one run: its pages, its connections, and the failures that end it. @module */
import type { AnswerSourcePage } from '../../contract/answers.ts'
import type { Connection } from '../client/connection.ts'
import { ImportError } from '../client/import-error.ts'
import type { PageBuilder } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file.ts'
import type { findCommit } from './git-history.ts'
import type { RunOutput } from './run-output.ts'
import type { RunPage, RunPages } from './run-pages.ts'

export interface FolderRun {
  readonly plan: FolderPlan
  readonly settings: FolderSettings
  readonly output: RunOutput
  readonly builder: PageBuilder
  readonly pages: RunPages
  readonly sign: StopSign
  /** Connection for questions about the source; a preview sends its pages elsewhere. */
  readonly store: Connection
  /** Whether the service remembers nothing of the source yet. */
  readonly isFirstRun: boolean
  /**
   * Undefined where the service has no sources and no reservations; then pages are found by their
   * titles alone.
   */
  readonly source: string | undefined
  /** When the token expires; undefined where the service does not tell. */
  readonly tokenExpiresAt: Date | undefined
  /** The commit that is imported, where Git tells. */
  readonly commit: Awaited<ReturnType<typeof findCommit>>
  readonly withoutFile: readonly AnswerSourcePage[]
  /** The address of a page of this source; empty where it is not known. */
  addressOf: (pageId: string) => string
  /** Whether the pages are in another wiki, where titles are unique in a space. */
  isElsewhere: boolean
  /** Pages by the title and place that they give up in this run. */
  freed: ReadonlyMap<string, RunPage>
  /** Required state of pages when a plan is applied; undefined otherwise. */
  readonly expected: ExpectedPages | undefined
}

/** Run a part of a run. Its failure or an interruption ends the run, which reports what is left. */
export async function orStop(
  { settings, sign }: Pick<FolderRun, 'settings' | 'sign'>,
  part: () => Promise<void>,
): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (settings.connection.signal?.aborted) sign.stop(interruption)
    else if (error instanceof ImportError) sign.stop(wordEnd(error))
    else throw error
  }
}

export const interruption = 'The run was interrupted. Import again: only what is left is sent.'

/** Failures with words for the user, which end one page and not the run. */
export function isWorded(error: unknown): error is DocumentError | ImportError {
  return error instanceof DocumentError || error instanceof ImportError
}

/** Failures of token or address, which every page would have. */
const fatalKeys: ReadonlySet<string> = new Set([
  'unauthorized',
  'license-expired',
  'forbidden',
  'method-not-allowed',
  'untrusted-certificate',
  'bad-answer',
])
const unreachableKeys: ReadonlySet<string> = new Set(['no-connection', 'timed-out', 'unavailable'])
/** Failures that do not concern the page: the next run may succeed. */
const passingKeys: ReadonlySet<string> = new Set([
  ...unreachableKeys,
  'too-many-requests',
  'internal-error',
])

export function isPassing(error: unknown): boolean {
  return error instanceof ImportError && passingKeys.has(error.key)
}

/** After this many failures in a row, the service is considered down. */
const maxUnreachable = 3

function wordEnd({ key, message }: ImportError): string {
  return key === 'not-found' ? `${message} Check --space, --parent and --endpoint.` : message
}

export type StopSign = ReturnType<typeof stopSign>

export function stopSign() {
  let reason: string | undefined
  let unreachableInARow = 0
  return {
    reason: (): string | undefined => reason,
    /** @returns Whether the failure concerns the whole run. */
    failed(error: ImportError, isAtTop: boolean): boolean {
      unreachableInARow = unreachableKeys.has(error.key) ? unreachableInARow + 1 : 0
      const isOfRun = fatalKeys.has(error.key) || (error.key === 'not-found' && isAtTop)
      if (isOfRun || unreachableInARow >= maxUnreachable) reason ??= wordEnd(error)
      return isOfRun
    },
    succeeded(): void {
      unreachableInARow = 0
    },
    stop(why: string): void {
      reason ??= why
    },
  }
}
