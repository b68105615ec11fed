/** Tells what has changed since a plan was made, by the plan that would be made now. @module */
import { isDeepStrictEqual } from 'node:util'
import { ImportError } from '../../http-client/import-error.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { KnownPage } from '../run/known-pages.ts'
import { isOfPeople } from '../run/stop-sign.ts'
import type { ImportPlan, PlannedPage } from './plan-file.ts'

/** What has changed about a page. */
interface PlanChange {
  /** The file; see `PlannedPage`. */
  readonly file: string
  /** For people. */
  readonly message: string
}

/**
 * Compare two plans. What the first one was to do and is done counts as no change, so that an import
 * that was cut off can be gone on with.
 */
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
  // Its title may have become free since: it fails all the same.
  if (isRefused(before)) return undefined
  const isKnown = before.digest !== undefined && now.digest !== undefined
  if (isKnown && before.digest !== now.digest) {
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

/** Of two pages that want a title, the other one has it. */
function isRefused({ outcome, key }: PlannedPage): boolean {
  return outcome === 'failed' && key === 'already-exists'
}

function isToDo({ outcome, movedFrom }: PlannedPage): boolean {
  return outcome === 'created' || outcome === 'updated' || movedFrom !== undefined
}

/** There is nothing to do any more: to move a page makes no version of it. */
function isDone(before: PlannedPage, now: PlannedPage): boolean {
  return now.outcome === 'unchanged' && !isToDo(now) && isSamePage(before, now)
}

/** An import of this folder wrote the page since. */
function isBegun(before: PlannedPage, now: PlannedPage): boolean {
  const { page, isOurs = false } = now
  return isOurs && page?.version !== before.page?.version && isSamePage(before, now)
}

/** What was to be made may be any page by now. */
function isSamePage({ page: before }: PlannedPage, { page }: PlannedPage): boolean {
  return before === undefined || before.id === page?.id
}

/** What has become of the page since. */
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

/** What has gone by itself is as it was to be. */
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

/** What a page must be like to be written. */
interface PageCondition {
  /** False where there must be no page. */
  readonly overwrite?: false
  /** The version that the page must have. */
  readonly ifMatch?: number
}

export interface ExpectedPages {
  /**
   * Refuse a page that fails for its title, as of two that want one the other has it, or for what
   * people wrote there.
   * @throws {ImportError} As it was foretold.
   */
  refuse(node: PageNode): void
  /**
   * Check that a file says what it said.
   * @throws {DocumentError} When it does not.
   */
  check(node: PageNode, built: BuiltPage): void
  /** @param path The path of its file. */
  conditionOf(path: string): PageCondition
  /**
   * Give the page of a file, or tell that it is to be made, or that there will be none as another page
   * has its title; undefined where nothing is to be done.
   */
  pageOf(node: PageNode): KnownPage | 'new' | 'none' | undefined
  /** Note the version that an import made. */
  noteVersion(path: string, version: number | undefined): void
}

/** Expect what was looked at. */
export function expectedPages(planned: ImportPlan, { pages }: ImportPlan): ExpectedPages {
  const refused = new Map(planned.pages.filter(isForetold).map((page) => [page.file, page]))
  const found = new Map(pages.map((page) => [page.file, page]))
  const versions = new Map(pages.map(({ file, page }) => [file, page?.version]))
  return {
    refuse({ path }) {
      const { key = '', message = '' } = refused.get(path) ?? {}
      if (refused.has(path)) throw new ImportError(key, message)
    },
    check({ path }, { own }) {
      const { digest } = found.get(path) ?? {}
      if (digest === undefined || digest === own) return
      throw new DocumentError(`The file was changed after it was looked at. ${makeAnother}`)
    },
    conditionOf(path) {
      const version = versions.get(path)
      return version === undefined ? { overwrite: false } : { ifMatch: version }
    },
    pageOf({ path }) {
      const { page, outcome } = found.get(path) ?? {}
      const one = refused.get(path)
      // Where nothing is overwritten, its own page may be there.
      if (one && isRefused(one) && planned.options.overwrite) return 'none'
      return page ?? (outcome === 'created' ? 'new' : undefined)
    },
    noteVersion: (path, version) => void versions.set(path, version),
  }
}

function isForetold(page: PlannedPage): boolean {
  const { outcome, key = '' } = page
  return isRefused(page) || (outcome === 'failed' && isOfPeople({ key }))
}

/** What is said where something came between the look and the write. */
export const makeAnother = 'It was not sent. Make another plan.'
