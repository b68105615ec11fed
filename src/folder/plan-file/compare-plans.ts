/** Compares a plan with the plan that would be made now, to tell what has changed in between. @module */
import { isDeepStrictEqual } from 'node:util'
import { DocumentError } from '../files/read-failure.ts'
import type { ImportPlan, PlannedPage } from './plan-file.ts'

interface PlanChange {
  readonly file: string
  readonly message: string
}

export function comparePlans(planned: ImportPlan, now: ImportPlan): PlanChange[] {
  const files = new Set(now.pages.map(({ file }) => file))
  const before = new Map(planned.pages.map((page) => [page.file, page]))
  const changes = now.pages.flatMap((page) => {
    const message = changeOf(before.get(page.file), page)
    return message === undefined ? [] : [{ file: page.file, message }]
  })
  const gone = planned.pages.filter(({ file }) => !files.has(file))
  const missing = gone.map(({ file }) => ({ file, message: 'It is not among the files any more.' }))
  return [...changes, ...missing, ...removalChanges(planned, now)]
}

function changeOf(before: PlannedPage | undefined, now: PlannedPage): string | undefined {
  if (before === undefined) return 'It is new since the plan was made.'
  if (before.title !== now.title) return `Its title is ${quoted(now.title)} now.`
  if (before.below !== now.below) return `It belongs below ${now.below} now.`
  if (before.digest !== now.digest) return 'It says something else now, or includes or shows it.'
  const change = pageChange(before, now)
  if (change !== undefined) return change
  if (before.outcome !== now.outcome) return `It would be ${now.outcome} now. ${now.message ?? ''}`
  return isDeepStrictEqual(effectsOf(before), effectsOf(now))
    ? undefined
    : 'Something else would become of the title or the comments of its page.'
}

function pageChange({ page: before }: PlannedPage, now: PlannedPage): string | undefined {
  const { page } = now
  if (page === undefined) {
    return before === undefined ? undefined : `Its page ${before.id} is not there any more.`
  }
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

/** Compare the pages to trash; a page that is already gone is no change. */
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

export type ExpectedPages = ReturnType<typeof expectedPages>

/** Require at each write that the page is exactly as it was when the plan was made. */
export function expectedPages({ pages }: ImportPlan) {
  const pagesByFile = new Map(pages.map((page) => [page.file, page]))
  const versions = new Map(pages.map(({ file, page }) => [file, page?.version]))
  return {
    /** Why a page fails by the plan: such a page is not sent, even if it could be sent by now. */
    problemOf(path: string): { readonly message: string; readonly key?: string } | undefined {
      const { outcome, message = '', key } = pagesByFile.get(path) ?? {}
      return outcome === 'failed' ? { message, ...(key !== undefined && { key }) } : undefined
    },
    /** @throws {DocumentError} When the file has changed since the plan. */
    checkContent(path: string, contentHash: string): void {
      const { digest } = pagesByFile.get(path) ?? {}
      if (digest === undefined || digest === contentHash) return
      throw new DocumentError(`The file was changed after it was looked at. ${makeAnother}`)
    },
    /** The version that the page must still have; undefined requires that there is no page. */
    versionOf: (path: string): number | undefined => versions.get(path),
    noteVersion: (path: string, version: number | undefined) => void versions.set(path, version),
  }
}

/** Ends messages about changes between the check and the write. */
export const makeAnother = 'It was not sent. Make another plan.'
