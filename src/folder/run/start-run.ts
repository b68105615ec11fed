/** Starts a run: asks for its source, matches its pages, and learns their addresses. @module */
import type { AnswerSourcePage } from '../../contract/answers.ts'
import { counted } from '../../contract/base/visible-text.ts'
import { keptPageLink } from '../../convert/adf/page-links.ts'
import { readSource, requestPages, type SourceMemory } from '../client/service-requests.ts'
import { pageBuilder } from '../content/page-builder.ts'
import type { FolderSettings } from '../folder-options.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { ExpectedPages } from '../plan-file.ts'
import { type FolderRun, orStop, stopSign } from './folder-run.ts'
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
import { sourceOf, sourcePath } from './source-name.ts'
import { findFreedTitles, findRivals } from './titles.ts'

export async function startRun(
  plan: FolderPlan,
  settings: FolderSettings,
  output: RunOutput,
  expected: ExpectedPages | undefined,
): Promise<FolderRun> {
  const sign = stopSign()
  const store = { ...settings.connection, endpoint: settings.endpoint }
  const { name } = sourceOf(plan, settings)
  let memory: SourceMemory = { pages: [], tokenExpiresAt: undefined }
  if (plan.emptiness !== undefined) sign.stop(plan.emptiness)
  else {
    await orStop({ sign, settings }, async () => {
      memory = await readSource(store, settings.spaceId, name)
    })
  }
  const { pages: rememberedPages = [], tokenExpiresAt } = memory
  const source = memory.pages === undefined ? undefined : name
  const pages = runPages(plan.tree.nodes, settings.parentId)
  const matches = await matchPages({ plan, pages, settings, store, name }, rememberedPages)
  for (const { node, record } of pages.all) {
    const { path } = record ?? {}
    const isMoved = typeof path === 'string' && path !== sourcePath(plan, node)
    if (isMoved) output.warn(node.path, wordNotice('file-moved', output.nameOf(path)))
  }
  if (matches.isHistoryMissing) output.warn('', wordNotice('history-missing', ''))
  const linkedPlan = { ...plan, tree: { ...plan.tree, byPath: matches.byPath } }
  const pagesOutsidePlan = (node: PageNode): PageNode[] =>
    matches.outsiders.filter(
      (outsider) => pages.of(outsider).record?.parentId === pages.of(node).id,
    )
  const run: FolderRun = {
    plan,
    settings,
    output,
    builder: pageBuilder(linkedPlan, pages.urlOf, settings, pagesOutsidePlan),
    pages,
    sign,
    store,
    source,
    tokenExpiresAt,
    isFirstRun: rememberedPages.length === 0,
    commit: source === undefined ? undefined : await findCommit(plan.repository),
    // The homepage is never pruned, and a file that lost it has a page of its own.
    withoutFile: matches.withoutFile.filter(
      ({ path, pageId }) => path !== null || pageId !== settings.parentId,
    ),
    addressOf: () => '',
    isElsewhere: false,
    freed: new Map(),
    expected,
  }
  await orStop(run, () => learnAddresses(run, rememberedPages))
  return run
}

/** Learn all addresses that can be determined before anything is sent. */
async function learnAddresses(run: FolderRun, memory: readonly AnswerSourcePage[]): Promise<void> {
  const { settings, sign, pages, source, expected } = run
  if (sign.reason() !== undefined) return
  if (source === undefined) return settings.dryRun ? lookUpAddresses(run) : undefined
  const problem = misplacementOf(run, memory)
  if (problem !== undefined) return sign.stop(problem)
  await placeRemembered(run)
  if (sign.reason() !== undefined) return
  await findFrontPage(run)
  await findDeclaredPages(run)
  const { isElsewhere } = run
  run.freed = findFreedTitles(pages, isElsewhere)
  for (const page of pages.all) page.problem ??= expected?.problemOf(page.node.path)
  if (settings.dryRun) await lookUpAddresses(run)
  else await reserveAddresses(run)
  if (isElsewhere) findRivals(pages)
}

/** Another folder may use the same source name, so its pages must be below the parent of this run. */
function misplacementOf(
  { settings, pages, source }: Pick<FolderRun, 'settings' | 'pages' | 'source'>,
  memory: readonly AnswerSourcePage[],
): string | undefined {
  const { parentId, move } = settings
  const ids = new Set(memory.map(({ pageId }) => pageId))
  // A nested page may stand below a page that a person wrote, so it is not at the top of the source.
  const nestedPages = pages.all.filter(({ node }) => node.parent !== undefined)
  const nestedIds = new Set(nestedPages.flatMap(({ record }) => record?.pageId ?? []))
  const tops = memory.filter(
    (page) => !ids.has(page.parentId) && page.pageId !== parentId && !nestedIds.has(page.pageId),
  )
  const declaredIds = new Set(pages.all.flatMap(({ node }) => node.parentId ?? []))
  const isElsewhere = (page: AnswerSourcePage): boolean =>
    page.parentId !== parentId && !declaredIds.has(page.parentId)
  if (move || tops.length === 0 || !tops.every(isElsewhere)) return undefined
  return `The source ${source} has ${counted(memory.length, 'page')} below the page ${tops[0]?.parentId}, not below ${parentId}. Name another source with --source, or let --move move the pages.`
}

/**
 * Record the addresses of remembered pages. In the embedded wiki they follow from the ids; we ask
 * other wikis.
 */
async function placeRemembered(run: FolderRun): Promise<void> {
  const { settings, sign, pages, withoutFile } = run
  const { connection, spaceId, parentId } = settings
  const [parent] = await requestPages(connection, spaceId, [parentId])
  if (parent === undefined) return sign.stop(noParent)
  run.isElsewhere = keptPageLink(parent.url) === undefined
  const records = pages.all.flatMap((page) =>
    page.record === undefined ? [] : [{ page, pageId: page.record.pageId }],
  )
  if (run.isElsewhere) {
    const ids = [...records, ...withoutFile].map(({ pageId }) => pageId)
    const pagesThere = await requestPages(connection, spaceId, ids)
    const addresses = new Map(pagesThere.map(({ id, url }) => [id, url]))
    run.addressOf = (pageId) => addresses.get(pageId) ?? ''
  } else {
    pages.keepLinks()
    run.addressOf = (pageId) => parent.url.replace(/\d+$/, pageId)
  }
  for (const { page, pageId } of records) {
    const url = run.addressOf(pageId)
    if (url === '') pages.forget(page)
    else pages.place(page, 'there', pageId, url)
  }
}

const noParent = 'No such space or page for this token. Check --space, --parent and --endpoint.'
