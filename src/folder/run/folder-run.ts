/** One run under way: what it works on, where to, and its state. @module */
import type { Connection } from '../client/send-request.ts'
import type { RememberedPage } from '../client/sources.ts'
import type { PageBuilder } from '../content/page-builder.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/compare-plans.ts'
import type { GitCommit } from './git-history.ts'
import type { RunOutput } from './run-output.ts'
import type { RunPages } from './run-pages.ts'
import { interruption, type StopSign } from './stop-sign.ts'

export interface FolderRun {
  readonly plan: FolderPlan
  readonly settings: FolderSettings
  readonly output: RunOutput
  readonly builder: PageBuilder
  readonly pages: RunPages
  readonly sign: StopSign
  /** Connection for questions about the source; a preview sends its pages elsewhere. */
  readonly store: Connection
  /** Whether the service knows pages by their ids, and reserves them. */
  readonly knowsIds: boolean
  /** Whether nothing is remembered of the source yet. */
  readonly isFirstRun: boolean
  /** Undefined where the service has no sources; then pages are found by their titles alone. */
  readonly source: string | undefined
  /** The commit that is imported, where Git tells. */
  readonly commit: GitCommit | undefined
  readonly withoutFile: readonly RememberedPage[]
  /** The address of a page of this source; empty where it is not known. */
  addressOf(pageId: string): string
  /** Whether the pages are in another wiki, where titles are unique in a space. */
  readonly isElsewhere: boolean
  /** Pages by the title and place that they give up in this run. */
  readonly freed: ReadonlyMap<string, PageNode>
  /** Pages whose title another page of the run gets, where titles are unique in a space. */
  readonly rivals: ReadonlyMap<PageNode, PageNode>
  /** Outcomes of pages that temporarily got another title, to make room. */
  readonly aside: Map<PageNode, PageOutcome>
  /** Required state of pages when a plan is applied; undefined otherwise. */
  readonly expected: ExpectedPages | undefined
}

/** Run a part of a run. An interruption ends it, and the run reports what is left. */
export async function interruptible(
  { settings, sign }: Pick<FolderRun, 'settings' | 'sign'>,
  part: () => Promise<void>,
): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (!settings.connection.signal?.aborted) throw error
    sign.stop(interruption)
  }
}
