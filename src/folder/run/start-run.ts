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
  const named = sourceOf(plan, settings)
  const { pages: remembered, tokenExpiresAt } = await orStop(sign, settings, forgotten, () =>
    // A page from standard input has no source, but the token is checked in the same way.
    readSource(store, settings.spaceId, named?.name ?? '-'),
  )
  const source = remembered === undefined ? undefined : named?.name
  const memory = source === undefined ? [] : (remembered ?? [])
  const matched = await matchPages(plan, memory, source ?? '', { ...settings, connection: store })
  const { known, renamed, others, withoutFile, byPath, lacksHistory } = matched
  for (const [node, former] of renamed) {
    output.warn(node.path, wordNotice('file-moved', output.nameOf(former)))
  }
  if (lacksHistory) output.warn('', wordNotice('history-missing', ''))
  const pages = runPages([...plan.tree.nodes, ...others], known)
  const linked = { ...plan, tree: { ...plan.tree, byPath } }
  const othersBelow = (node: PageNode): PageNode[] => {
    const { id } = pages.of(node)
    return others.filter((other) => known.get(other)?.parentId === id)
  }
  const builder = pageBuilder(linked, pages.urlOf, settings, othersBelow)
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
    knowsIds: remembered !== undefined,
    commit: source === undefined ? undefined : await findCommit(plan.repository),
    // The homepage is never pruned, and a file that lost it has a page of its own.
    withoutFile: withoutFile.filter(
      ({ path, pageId }) => path !== null || pageId !== settings.parentId,
    ),
    aside: new Map(),
    expected,
  }
  return { run: await learnAddresses(run, memory, remembered !== undefined), tokenExpiresAt }
}

const forgotten: SourceMemory = { pages: [], tokenExpiresAt: undefined }

async function orStop<Result>(
  sign: StopSign,
  settings: FolderSettings,
  otherwise: Result,
  work: () => Promise<Result>,
): Promise<Result> {
  let result = otherwise
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

/** Learn all addresses that can be known before anything is sent. */
async function learnAddresses(
  started: StartingRun,
  memory: readonly RememberedPage[],
  hasSources: boolean,
): Promise<FolderRun> {
  const { settings, sign, pages, plan } = started
  const unlearned: FolderRun = {
    ...started,
    isElsewhere: false,
    freed: new Map(),
    rivals: new Map(),
    addressOf: () => '',
  }
  return orStop(sign, settings, unlearned, async () => {
    const misplaced = findMisplaced(started, memory)
    if (misplaced !== undefined) sign.stop(misplaced)
    if (sign.reason() !== undefined) return unlearned
    if (!hasSources) {
      if (settings.dryRun) await lookUpAddresses(unlearned)
      return unlearned
    }
    const { isElsewhere, addressOf } = await placeKnown(started)
    if (sign.reason() !== undefined) return unlearned
    await findFrontPage(unlearned)
    await findDeclaredPages(unlearned)
    const { parentId } = settings
    const freed = findFreedTitles(pages, { parentId, isElsewhere })
    const run: FolderRun = { ...started, isElsewhere, addressOf, freed, rivals: new Map() }
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

/**
 * Tell where the pages of the source are, if not below the parent of this run: another run may have
 * the same name.
 */
function findMisplaced(
  { settings, pages, source }: Pick<FolderRun, 'settings' | 'pages' | 'source'>,
  memory: readonly RememberedPage[],
): string | undefined {
  const { parentId, move } = settings
  const ids = new Set(memory.map(({ pageId }) => pageId))
  // The page above may be one that a person wrote.
  const nested = new Set(
    pages.all.flatMap(({ node, known }) =>
      node.parent === undefined ? [] : (known?.pageId ?? []),
    ),
  )
  const tops = memory.filter(
    (page) => !ids.has(page.parentId) && page.pageId !== parentId && !nested.has(page.pageId),
  )
  const declared = new Set(pages.all.flatMap(({ node }) => node.parentId ?? []))
  const isElsewhere = (page: RememberedPage): boolean =>
    page.parentId !== parentId && !declared.has(page.parentId)
  if (move || tops.length === 0 || !tops.every(isElsewhere)) return undefined
  return `The source ${source} has ${counted(memory.length, 'page')} below the page ${tops[0]?.parentId}, not below ${parentId}. Name another source with --source, or let --move move the pages.`
}

/**
 * Note where the known pages are. In the embedded wiki their addresses follow from their ids; other
 * wikis are asked.
 */
async function placeKnown({
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
  const known = pages.all.filter((page) => page.known !== undefined)
  const addresses = new Map<string, string>()
  if (isElsewhere) {
    const rows = [...known.map((page) => page.known as RememberedPage), ...withoutFile]
    const ids = rows.map(({ pageId }) => pageId)
    for (const { id, url } of await requestPages(connection, spaceId, ids)) addresses.set(id, url)
  }
  const addressOf = (pageId: string): string =>
    isElsewhere ? (addresses.get(pageId) ?? '') : parent.url.replace(/\d+$/, pageId)
  for (const page of known) {
    const { pageId } = page.known as RememberedPage
    const url = addressOf(pageId)
    if (url === '') pages.forget(page)
    else pages.place(page, 'there', pageId, url)
  }
  return { isElsewhere, addressOf }
}

const noParent = 'No such space or page for this token. Check --space, --parent and --endpoint.'
