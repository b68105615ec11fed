/** Starts a run: asks for its source, matches its pages, and learns their addresses. @module */

import { counted } from '../../contract/base/visible-text.ts'
import { keptPageLink } from '../../convert/adf/page-links.ts'
import { ImportError } from '../client/exchange.ts'
import { requestPages } from '../client/request-reservations.ts'
import { type RememberedPage, readSource, type SourceMemory } from '../client/sources.ts'
import { pageBuilder } from '../content/page-builder.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file/compare-plans.ts'
import { type FolderRun, interruptible } from './folder-run.ts'
import { findCommit } from './git-history.ts'
import {
  findDeclaredPages,
  findFrontPage,
  lookUpAddresses,
  reserveAddresses,
} from './learn-addresses.ts'
import { matchPages } from './match-pages.ts'
import type { RunOutput } from './run-output.ts'
import { runPages } from './run-pages.ts'
import { sourceOf } from './source-name.ts'
import { type StopSign, stopSign, wordEnd } from './stop-sign.ts'
import { findFreedTitles, findRivals } from './titles.ts'

type StartingRun = Omit<FolderRun, 'isElsewhere' | 'freed' | 'rivals' | 'addressOf'>

export interface StartedRun {
  readonly run: FolderRun
  readonly tokenExpiresAt: Date | undefined
}

export async function startRun(
  plan: FolderPlan,
  settings: FolderSettings,
  output: RunOutput,
  expected: ExpectedPages | undefined,
): Promise<StartedRun> {
  const sign = stopSign()
  if (plan.emptiness !== undefined) sign.stop(plan.emptiness)
  const store = { ...settings.connection, endpoint: settings.endpoint }
  const sourceName = sourceOf(plan, settings)
  const { pages: rememberedPages, tokenExpiresAt } = await orStop(sign, settings, emptyMemory, () =>
    // A page from standard input has no source, but the token is checked in the same way.
    readSource(store, settings.spaceId, sourceName?.name ?? '-'),
  )
  const source = rememberedPages === undefined ? undefined : sourceName?.name
  const memory = source === undefined ? [] : (rememberedPages ?? [])
  const matchedPages = await matchPages(plan, memory, source ?? '', {
    ...settings,
    connection: store,
  })
  const {
    records: known,
    formerPaths: renamed,
    outsiders: others,
    withoutFile,
    byPath,
    lacksHistory,
  } = matchedPages
  for (const [node, formerPath] of renamed) {
    output.warn(node.path, wordNotice('file-moved', output.nameOf(formerPath)))
  }
  if (lacksHistory) output.warn('', wordNotice('history-missing', ''))
  const pages = runPages([...plan.tree.nodes, ...others], known)
  const linkedPlan = { ...plan, tree: { ...plan.tree, byPath } }
  const pagesOutsidePlan = (node: PageNode): PageNode[] => {
    const { id } = pages.of(node)
    return others.filter((node) => known.get(node)?.parentId === id)
  }
  const builder = pageBuilder(linkedPlan, pages.urlOf, settings, pagesOutsidePlan)
  const run: StartingRun = {
    plan,
    settings,
    output,
    builder,
    pages,
    sign,
    store,
    source,
    isFirstRun: memory.length === 0,
    knowsIds: rememberedPages !== undefined,
    commit: source === undefined ? undefined : await findCommit(plan.repository),
    // The homepage is never pruned, and a file that lost it has a page of its own.
    withoutFile: withoutFile.filter(
      ({ path, pageId }) => path !== null || pageId !== settings.parentId,
    ),
    aside: new Map(),
    expected,
  }
  return { run: await learnAddresses(run, memory, rememberedPages !== undefined), tokenExpiresAt }
}

const emptyMemory: SourceMemory = { pages: [], tokenExpiresAt: undefined }

async function orStop<Result>(
  sign: StopSign,
  settings: FolderSettings,
  fallback: Result,
  work: () => Promise<Result>,
): Promise<Result> {
  let result = fallback
  await interruptible({ settings, sign }, async () => {
    if (sign.reason() !== undefined) return
    try {
      result = await work()
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      sign.stop(wordEnd(error))
    }
  })
  return result
}

/** Learn all addresses that can be determined before anything is sent. */
async function learnAddresses(
  start: StartingRun,
  memory: readonly RememberedPage[],
  hasSources: boolean,
): Promise<FolderRun> {
  const { settings, sign, pages, plan } = start
  const runWithoutAddresses: FolderRun = {
    ...start,
    isElsewhere: false,
    freed: new Map(),
    rivals: new Map(),
    addressOf: () => '',
  }
  return orStop(sign, settings, runWithoutAddresses, async () => {
    const problem = misplacementOf(start, memory)
    if (problem !== undefined) sign.stop(problem)
    if (sign.reason() !== undefined) return runWithoutAddresses
    if (!hasSources) {
      if (settings.dryRun) await lookUpAddresses(runWithoutAddresses)
      return runWithoutAddresses
    }
    const { isElsewhere, addressOf } = await placeRemembered(start)
    if (sign.reason() !== undefined) return runWithoutAddresses
    await findFrontPage(runWithoutAddresses)
    await findDeclaredPages(runWithoutAddresses)
    const { parentId } = settings
    const freed = findFreedTitles(pages, { parentId, isElsewhere })
    const run: FolderRun = { ...start, isElsewhere, addressOf, freed, rivals: new Map() }
    for (const node of plan.tree.nodes) {
      const page = pages.of(node)
      // Another page has its title, so it is not made when the plan is applied.
      if (run.expected?.isRefused(node) && page.state === 'unknown') pages.fail(page)
    }
    if (settings.dryRun) await lookUpAddresses(run)
    else await reserveAddresses(run)
    return isElsewhere ? { ...run, rivals: findRivals(pages) } : run
  })
}

/** Another run may have the same source name, so its pages must be below the parent of this run. */
function misplacementOf(
  { settings, pages, source }: Pick<FolderRun, 'settings' | 'pages' | 'source'>,
  memory: readonly RememberedPage[],
): string | undefined {
  const { parentId, move } = settings
  const ids = new Set(memory.map(({ pageId }) => pageId))
  // A person may have written the page above.
  const nestedIds = new Set(
    pages.all.flatMap(({ node, record }) =>
      node.parent === undefined ? [] : (record?.pageId ?? []),
    ),
  )
  const tops = memory.filter(
    (page) => !ids.has(page.parentId) && page.pageId !== parentId && !nestedIds.has(page.pageId),
  )
  const declaredIds = new Set(pages.all.flatMap(({ node }) => node.parentId ?? []))
  const isElsewhere = (page: RememberedPage): boolean =>
    page.parentId !== parentId && !declaredIds.has(page.parentId)
  if (move || tops.length === 0 || !tops.every(isElsewhere)) return undefined
  return `The source ${source} has ${counted(memory.length, 'page')} below the page ${tops[0]?.parentId}, not below ${parentId}. Name another source with --source, or let --move move the pages.`
}

/**
 * Note where the remembered pages are. In the embedded wiki their addresses follow from their ids;
 * other wikis are asked.
 */
async function placeRemembered({
  settings,
  sign,
  pages,
  withoutFile,
}: StartingRun): Promise<Pick<FolderRun, 'isElsewhere' | 'addressOf'>> {
  const { spaceId, parentId } = settings
  const { connection } = settings
  const [parent] = await requestPages(connection, spaceId, [parentId])
  if (parent === undefined) {
    sign.stop(noParent)
    return { isElsewhere: false, addressOf: () => '' }
  }
  const isElsewhere = keptPageLink(parent.url) === undefined
  if (!isElsewhere) pages.keepLinks()
  const pagesWithRecord = pages.all.filter((page) => page.record !== undefined)
  const addresses = new Map<string, string>()
  if (isElsewhere) {
    const rows = [...pagesWithRecord.map((page) => page.record as RememberedPage), ...withoutFile]
    const ids = rows.map(({ pageId }) => pageId)
    for (const { id, url } of await requestPages(connection, spaceId, ids)) addresses.set(id, url)
  }
  const addressOf = (pageId: string): string =>
    isElsewhere ? (addresses.get(pageId) ?? '') : parent.url.replace(/\d+$/, pageId)
  for (const page of pagesWithRecord) {
    const { pageId } = page.record as RememberedPage
    const url = addressOf(pageId)
    if (url === '') pages.forget(page)
    else pages.place(page, 'there', pageId, url)
  }
  return { isElsewhere, addressOf }
}

const noParent = 'No such space or page for this token. Check --space, --parent and --endpoint.'
