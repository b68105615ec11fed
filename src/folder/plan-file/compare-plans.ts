/** Tells what has changed since a plan was made, by the plan that would be made now. @module */
import { isDeepStrictEqual } from 'node:util'
import { ImportError } from '../client/exchange.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageNode } from '../plan/page-node.ts'
import { isOfPeople } from '../run/stop-sign.ts'
import type { ImportPlan, PlannedPage } from './plan-file.ts'

interface PlanChange {
  readonly file: string
  readonly message: string
}

/** Finished steps of the first plan are no changes, so that an interrupted import can continue. */
export function comparePlans(planned: ImportPlan, now: ImportPlan): PlanChange[] {
  const pages = new Map(now.pages.map((page) => [page.file, page]))
  const before = new Map(planned.pages.map((page) => [page.file, page]))
  const changes = now.pages.flatMap((page) => {
    const message = changeOf(before.get(page.file), page)
    return message === undefined ? [] : [{ file: page.file, message }]
  })
  for (const { file } of planned.pages) {
    if (!pages.has(file)) changes.push({ file, message: 'It is not among the files any more.' })
  }
  return [...changes, ...removalChanges(planned, now)]
}

function changeOf(before: PlannedPage | undefined, now: PlannedPage): string | undefined {
  if (before === undefined) return 'It is new since the plan was made.'
  if (before.title !== now.title) return `Its title is ${quoted(now.title)} now.`
  if (before.below !== now.below) return `It belongs below ${now.below} now.`
  // The page fails even if its title has become free meanwhile.
  if (isRefused(before)) return undefined
  const hasDigests = before.digest !== undefined && now.digest !== undefined
  if (hasDigests && before.digest !== now.digest) {
    return 'It says something else now, or includes or shows it.'
  }
  if (isToDo(before) && (isDone(before, now) || isBegun(before, now))) return undefined
  const change = pageChange(before, now)
  if (change !== undefined) return change
  if (before.outcome !== now.outcome) return `It would be ${now.outcome} now. ${now.message ?? ''}`
  return isDeepStrictEqual(effectsOf(before), effectsOf(now))
    ? undefined
    : 'Something else would become of the title or the comments of its page.'
}

/** Tell whether a page failed because another page has its title. */
function isRefused({ outcome, key }: PlannedPage): boolean {
  return outcome === 'failed' && key === 'already-exists'
}

function isToDo({ outcome, movedFrom }: PlannedPage): boolean {
  return outcome === 'created' || outcome === 'updated' || movedFrom !== undefined
}

/** Nothing is left to do; moving a page creates no version. */
function isDone(before: PlannedPage, now: PlannedPage): boolean {
  return now.outcome === 'unchanged' && !isToDo(now) && isSamePage(before, now)
}

function isBegun(before: PlannedPage, now: PlannedPage): boolean {
  const { page, isOurs = false } = now
  return isOurs && page?.version !== before.page?.version && isSamePage(before, now)
}

function isSamePage({ page: before }: PlannedPage, { page }: PlannedPage): boolean {
  return before === undefined || before.id === page?.id
}

function pageChange({ page: before }: PlannedPage, now: PlannedPage): string | undefined {
  const { page } = now
  if (before === undefined && page === undefined) return undefined
  if (page === undefined) return `Its page ${before?.id} is not there any more.`
  if (before === undefined) return `There is a page by now: ${page.id}.`
  if (before.id !== page.id) return `Its page is ${page.id} now.`
  if (before.version !== page.version) {
    const { edited } = now
    const by = edited === undefined ? '' : `; ${edited.by} edited it on ${edited.at}`
    return `Its page has version ${page.version}, and had ${before.version}${by}.`
  }
  if (before.title !== page.title) return `Its page is called ${quoted(page.title)} now.`
  if (before.parentId !== page.parentId) return `Its page stands below ${page.parentId} now.`
  return undefined
}

function effectsOf({ titleThere, detaches }: PlannedPage): unknown {
  return { titleThere, detaches }
}

/** Pages that are already gone are no changes. */
function removalChanges(planned: ImportPlan, now: ImportPlan): PlanChange[] {
  if (!planned.options.prune) return []
  const before = new Map(planned.withoutFile.map((page) => [page.pageId, page]))
  return now.withoutFile.flatMap(({ file, pageId, version, staysBecause }) => {
    const page = before.get(pageId)
    const isSame = page?.version === version && page?.staysBecause === staysBecause
    if (page !== undefined && isSame) return []
    const message =
      page === undefined
        ? `Page ${pageId} has no file any more, which the plan does not know.`
        : `Page ${pageId}, which has no file, has changed${staysBecause ? `: ${staysBecause}` : ''}.`
    return [{ file, message }]
  })
}

const quoted = (text: string): string => JSON.stringify(text)

interface PageCondition {
  /** False requires that there is no page. */
  readonly overwrite?: false
  /** The version that the page must still have. */
  readonly ifMatch?: number
}

export interface ExpectedPages {
  /**
   * Refuse a page that the plan foretold to fail for its title or for people's edits.
   * @throws {ImportError} The foretold error.
   */
  refuse(node: PageNode): void
  /** @throws {DocumentError} When the file has changed since the plan. */
  check(node: PageNode, built: BuiltPage): void
  conditionOf(path: string): PageCondition
  /** Whether the page was refused because another page has its title, so that it is not made. */
  isRefused(node: PageNode): boolean
  noteVersion(path: string, version: number | undefined): void
}

/** Expect exactly the state that was looked at. */
export function expectedPages(planned: ImportPlan, { pages }: ImportPlan): ExpectedPages {
  const refusedPages = new Map(planned.pages.filter(isForetold).map((page) => [page.file, page]))
  const pagesByFile = new Map(pages.map((page) => [page.file, page]))
  const versions = new Map(pages.map(({ file, page }) => [file, page?.version]))
  return {
    refuse({ path }) {
      const { key = '', message = '' } = refusedPages.get(path) ?? {}
      if (refusedPages.has(path)) throw new ImportError(key, message)
    },
    check({ path }, { contentHash: own }) {
      const { digest } = pagesByFile.get(path) ?? {}
      if (digest === undefined || digest === own) return
      throw new DocumentError(`The file was changed after it was looked at. ${makeAnother}`)
    },
    conditionOf(path) {
      const version = versions.get(path)
      return version === undefined ? { overwrite: false } : { ifMatch: version }
    },
    isRefused({ path }) {
      const page = refusedPages.get(path)
      // Without `overwrite` its own page may exist.
      return page !== undefined && isRefused(page) && planned.options.overwrite
    },
    noteVersion: (path, version) => void versions.set(path, version),
  }
}

function isForetold(page: PlannedPage): boolean {
  const { outcome, key = '' } = page
  return isRefused(page) || (outcome === 'failed' && isOfPeople({ key }))
}

/** Ends messages about changes between the check and the write. */
export const makeAnother = 'It was not sent. Make another plan.'
