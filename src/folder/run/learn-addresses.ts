/** Learns which pages are there and reserves the others, before anything is sent. @module */
import type { AnswerPage } from '../../contract/answers.ts'
import { runBounded } from '../../contract/base/run-bounded.ts'
import { contractLimits } from '../../contract/limits.ts'
import type { ReservationFields } from '../../contract/reservation-request.ts'
import { ImportError } from '../client/import-error.ts'
import { importPage, type PageFields } from '../client/import-page.ts'
import { requestPages, requestReservations } from '../client/service-requests.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import type { RunPage } from './run-pages.ts'
import { findParentId, sourceFields } from './send-page.ts'
import { findHolder, ownedByAnother } from './titles.ts'

/** A file with a missing or foreign page id fails: by its title it could become a second page. */
export async function findDeclaredPages(run: FolderRun): Promise<void> {
  const { pages, settings, output } = run
  const declared = pages.all.filter(
    ({ node, id, problem }) =>
      node.pageId !== undefined && problem === undefined && node.pageId !== id,
  )
  if (declared.length === 0) return
  const ids = declared.map(({ node }) => node.pageId as string)
  const plausibleIds = ids.filter(({ length }) => length <= contractLimits.maxIdLength)
  const answerPages = await requestPages(settings.connection, settings.spaceId, plausibleIds)
  const answers = new Map(answerPages.map((page) => [page.id, page]))
  const holders = new Map(
    pages.all.flatMap((page) =>
      page.record === undefined || page.node.pageId !== undefined
        ? []
        : [[page.record.pageId, page]],
    ),
  )
  for (const page of declared) {
    const pageId = page.node.pageId as string
    const answer = answers.get(pageId)
    const holder = pages.ownerOf(pageId) ?? holders.get(pageId)
    const refuse = (problem: string): void => {
      page.problem = { message: wordDeclared(pageId, problem) }
      pages.fail(page)
    }
    if (pageId === settings.parentId) refuse(isParent)
    else if (holder !== undefined && holder !== page) {
      refuse(`which is that of ${output.nameOf(holder.node.path)}`)
    } else if (answer === undefined) refuse(isNotThere)
    else {
      page.record = undefined
      page.existingPage = answer
      pages.place(page, 'there', answer.id, answer.url)
    }
  }
}

const isParent = 'which others are imported below: give the page above it as --parent'
const isNotThere = 'which is not there: restore it, if it is in the trash of this space'

/** @param problem Follows the page's id; without a full stop. */
function wordDeclared(pageId: string, problem: string): string {
  return `The file names the page ${pageId}, ${problem}. Name another, or none; --no-page-ids leaves all such ids unread.`
}

/** Give the space's homepage to the front page of the folder, and take it from any other file. */
export async function findFrontPage(run: FolderRun): Promise<void> {
  const { pages, plan, settings } = run
  const front = plan.tree.byPath.get('')
  const frontPage = front && pages.of(front)
  const homepage = frontPage && (await findHomepage(run, frontPage))
  if (frontPage !== undefined && homepage !== undefined) {
    frontPage.homepageTitle = homepage.title
    pages.place(frontPage, 'there', homepage.id, homepage.url)
  }
  for (const page of pages.all) {
    const isHomepage = page === frontPage && homepage !== undefined
    if (!isHomepage && page.record?.pageId === settings.parentId) pages.forget(page)
  }
}

/** @returns Undefined where the file has a page below the homepage, or is to have one. */
async function findHomepage(run: FolderRun, page: RunPage): Promise<AnswerPage | undefined> {
  const { output, plan, settings } = run
  const { frontPage, overwrite, parentId, connection, spaceId } = settings
  const { node, record: known, problem } = page
  const isKnown = known?.pageId === parentId
  const namesOther = node.pageId !== undefined && node.pageId !== parentId
  const isAllowed =
    frontPage === 'auto' && overwrite && (known === undefined || isKnown) && !namesOther
  const isFolder = plan.folders.length > 0 || isKnown
  if (!isAllowed || !page.isAtTop || !isFolder || problem !== undefined) return undefined
  try {
    const isCertain = isKnown || node.exported?.isHomepage
    if (!isCertain && (await askForPage(run, page, parentId)) !== undefined) return undefined
    const fields = lookUpFields(spaceId, parentId, anyTitle)
    const request = { ...fields, pageId: parentId, ...sourceFields(run, page) }
    return (await importPage(connection, request)).page
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    if (conflictKeys.has(error.key)) {
      output.warn(node.path, wordNotice('front-page-kept', error.message))
    } else if (error.key !== 'bad-request' && error.key !== 'not-found') throw error
    return undefined
  }
}

const conflictKeys: ReadonlySet<string> = new Set([
  'already-exists',
  'belongs-to-another',
  'edited-elsewhere',
])
/** A placeholder title: the homepage keeps its own, which the answer contains. */
const anyTitle = '-'

/** Ask whether a page exists. A refusal to overwrite the page shows that it exists, too. */
async function askForPage(run: FolderRun, page: RunPage, parentId: string) {
  const { connection, spaceId } = run.settings
  // Name the source, because the token may be limited to it.
  const fields = { ...lookUpFields(spaceId, parentId, page.node.title), ...sourceFields(run, page) }
  try {
    return (await importPage(connection, fields)).page
  } catch (error) {
    if (error instanceof ImportError && error.page !== undefined) return error.page
    throw error
  }
}

/** Look up and record where a page is, for services without reservations. */
export async function findByTitle(run: FolderRun, page: RunPage): Promise<void> {
  const { pages } = run
  const existing = await askForPage(run, page, findParentId(run, page))
  if (existing === undefined || pages.ownerOf(existing.id) !== undefined) return
  pages.place(page, 'there', existing.id, existing.url)
}

function lookUpFields(spaceId: string, parentId: string, pageTitle: string): PageFields {
  return { spaceId, parentId, pageTitle, content: '-', overwrite: true, dryRun: true }
}

/** For another wiki this many pages already take seconds. */
const pagesPerRequest = 200

/** Reserve pages without an address. A refused page is sent without an id, so its error shows then. */
export async function reserveAddresses(run: FolderRun): Promise<void> {
  const open = run.pages.all.filter(isOpen)
  // Grouped by parent, so that a wrong `parent` in one file blocks no others.
  for (const group of Map.groupBy(open, ({ node }) => topParentId(node)).values()) {
    for (let at = 0; at < group.length; at += pagesPerRequest) {
      try {
        await reserveBatch(run, group.slice(at, at + pagesPerRequest))
      } catch (error) {
        const isOfBatch = error instanceof ImportError && batchErrorKeys.has(error.key)
        if (!isOfBatch) throw error
      }
    }
  }
}

const batchErrorKeys: ReadonlySet<string> = new Set(['bad-request', 'not-found'])

function isOpen({ state, problem }: RunPage): boolean {
  return state === 'unknown' && problem === undefined
}

function topParentId(node: PageNode): string | undefined {
  let top = node
  while (top.parent !== undefined && top.parentId === undefined) top = top.parent
  return top.parentId
}

async function reserveBatch(run: FolderRun, batch: readonly RunPage[]): Promise<void> {
  const { settings, pages } = run
  const pagesByRef = new Map<string, RunPage>()
  const requests: ReservationFields['pages'][number][] = []
  for (const page of batch) {
    const { path: ref, title: pageTitle, parent } = page.node
    const parentId = pages.parentIdOf(page)
    if (parentId !== undefined) requests.push({ ref, pageTitle, parentId })
    else if (parent !== undefined && pagesByRef.has(parent.path)) {
      requests.push({ ref, pageTitle, parentRef: parent.path })
    } else continue
    pagesByRef.set(ref, page)
  }
  if (requests.length === 0) return
  const answers = await requestReservations(settings.connection, settings.spaceId, requests)
  for (const { ref, id, url, exists } of answers) {
    const page = pagesByRef.get(ref)
    if (page === undefined || isOfAnother(run, page, id)) continue
    pages.place(page, exists ? 'there' : 'reserved', id, url)
  }
}

/**
 * Whether another file's page has this file's title. Unless that page gives up the title in this run,
 * the file fails, because sending it would overwrite the page.
 */
function isOfAnother(run: FolderRun, page: RunPage, pageId: string): boolean {
  const owner = run.pages.ownerOf(pageId)
  if (owner === undefined || owner === page) return false
  if (findHolder(run, page) !== owner) {
    page.problem = ownedByAnother(owner)
    run.pages.fail(page)
  }
  return true
}

/** Look up the pages that have no address yet, without reserving any. */
export async function lookUpAddresses(run: FolderRun): Promise<void> {
  const { pages, settings } = run
  const openNodes = new Set(pages.all.filter(isOpen).map(({ node }) => node))
  const isNext = ({ parent }: PageNode): boolean => parent === undefined || !openNodes.has(parent)
  await runBounded([...openNodes].filter(isNext), settings.concurrency, async (node, add) => {
    const page = pages.of(node)
    const parentId = pages.parentIdOf(page)
    const isFree = parentId === undefined || findHolder(run, page) !== undefined
    const existing = isFree ? undefined : await askOrFail(run, page, parentId)
    if (existing !== undefined && !isOfAnother(run, page, existing.id)) {
      pages.place(page, 'there', existing.id, existing.url)
    }
    if (isOpen(page)) page.state = 'foreseen'
    add(node.children.filter((child) => openNodes.has(child)))
  })
}

async function askOrFail(run: FolderRun, page: RunPage, parentId: string) {
  try {
    return await askForPage(run, page, parentId)
  } catch (error) {
    const isOfPage =
      error instanceof ImportError && (batchErrorKeys.has(error.key) || error.status === 400)
    if (!isOfPage) throw error
    page.problem = { message: error.message, key: error.key }
    run.pages.fail(page)
    return undefined
  }
}
