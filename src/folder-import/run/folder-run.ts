/** One run under way: what it works on, where to, and its state. @module */
import { keptPageLink } from '../../adf/page-links.ts'
import type { AnswerPage } from '../../contract/answers.ts'
import { checkToken, type TokenCheck } from '../../http-client/request-reservations.ts'
import type { UrlOf } from '../content/link-resolver.ts'
import { type PageBuilder, pageBuilder } from '../content/page-builder.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/compare-plans.ts'
import { compareWithManifest } from './compare-with-manifest.ts'
import type { Manifest } from './manifest.ts'
import type { RunOutput } from './run-output.ts'
import { type RunState, runState } from './run-state.ts'
import { interruption } from './stop-sign.ts'

export interface FolderRun {
  readonly plan: FolderPlan
  readonly manifest: Manifest
  readonly settings: FolderSettings
  readonly output: RunOutput
  readonly builder: PageBuilder
  readonly state: RunState
  /** Former paths of moved files. */
  readonly moved: ReadonlyMap<PageNode, string>
  readonly service: ServiceCheck
  /** In a dry run: current pages of the manifest, by id. */
  readonly seen: Map<string, AnswerPage | 'gone'>
  /** Pages whose title another page gets, where titles are unique in a space. */
  readonly rivals: Map<PageNode, PageNode>
  /** Pages by the title that they give up in this run. */
  readonly freed: Map<string, PageNode>
  /** Outcomes of pages that temporarily got another title, to make room. */
  readonly aside: Map<PageNode, PageOutcome>
  /** Pages that keep their places, by place. */
  readonly kept: Map<string, PageNode>
  /** Required state of pages when a plan is applied; undefined otherwise. */
  readonly expected: ExpectedPages | undefined
}

export async function startRun(
  plan: FolderPlan,
  manifest: Manifest,
  settings: FolderSettings,
  output: RunOutput,
  expected?: ExpectedPages,
): Promise<FolderRun> {
  const state = runState(manifest, { isDryRun: settings.dryRun })
  const { others, moved, byPath } = await compareWithManifest(plan, manifest, settings)
  for (const { node, entry } of others) state.recall(node, entry)
  const othersBelow = (node: PageNode): PageNode[] => {
    const id = state.find(node)?.id
    return others.filter(({ entry }) => entry.parentId === id).map((other) => other.node)
  }
  const linked = { ...plan, tree: { ...plan.tree, byPath } }
  const service = serviceCheck(settings)
  const urlOf: UrlOf = (target, from) => {
    const url = state.urlOf(target, from)
    return (service.hasEmbeddedWiki() && keptPageLink(url)) || url
  }
  const builder = pageBuilder(linked, urlOf, settings, othersBelow)
  return {
    plan,
    manifest,
    settings,
    output,
    builder,
    state,
    moved,
    service,
    expected,
    seen: new Map(),
    rivals: new Map(),
    freed: new Map(),
    aside: new Map(),
    kept: new Map(),
  }
}

interface ServiceCheck {
  /**
   * Tell whether the service can reserve pages, and so knows pages by id.
   * @throws {ImportError} When it refuses the token or the space.
   */
  reservesPages(): Promise<boolean>
  hasEmbeddedWiki(): boolean
  /** Expiry of the token, once the service has told it. */
  tokenExpiresAt(): Date | undefined
}

function serviceCheck({ connection, spaceId }: FolderSettings): ServiceCheck {
  let asked: Promise<TokenCheck> | undefined
  let tokenExpiresAt: Date | undefined
  let hasReservations = false
  return {
    async reservesPages() {
      asked ??= checkToken(connection, spaceId)
      const answer = await asked
      tokenExpiresAt = answer.tokenExpiresAt
      hasReservations = answer.hasReservations
      return hasReservations
    },
    // Only the embedded wiki's service has reservations.
    hasEmbeddedWiki: () => hasReservations,
    tokenExpiresAt: () => tokenExpiresAt,
  }
}

/**
 * Run a part of a run. On an interruption the part ends, and the run stops and reports what is
 * left.
 * @throws Whatever else the part fails with.
 */
export async function interruptible(
  { settings, state }: Pick<FolderRun, 'settings' | 'state'>,
  part: () => Promise<void>,
): Promise<void> {
  try {
    await part()
  } catch (error) {
    if (!settings.connection.signal?.aborted) throw error
    state.stop(interruption)
  }
}
