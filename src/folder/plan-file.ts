/** Plan files: written in one step, checked when they are read, and compared with the plan of now. @module */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { AnswerPage } from '../contract/answers.ts'
import { isRecord } from '../contract/base/parse-json.ts'
import { DocumentError } from './files/read-failure.ts'
import { readRegularTextSync } from './files/read-regular-file.ts'
import type { FolderReport, PageOutlook, PageResult, PageWithoutFile } from './folder-events.ts'
import type { FolderSettings } from './folder-options.ts'

/** The plan cannot be written, read or applied; the message tells the user what to do. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
}

export function writePlan(file: string, plan: ImportPlan): void {
  const temporary = `${file}.${randomUUID()}`
  try {
    writeFileSync(temporary, `${JSON.stringify(plan, null, 1)}\n`, { flag: 'wx' })
    renameSync(temporary, file)
  } catch (cause) {
    rmSync(temporary, { force: true })
    throw new PlanError(`The plan cannot be written: ${(cause as Error).message}.`, { cause })
  }
}

export function readPlan(file: string): ImportPlan {
  let text: string
  try {
    text = readRegularTextSync(file)
  } catch (cause) {
    throw new PlanError(`The plan cannot be read: ${(cause as Error).message}.`, { cause })
  }
  const plan = parse(text)
  if (isPlan(plan)) return plan
  throw new PlanError(`${file} is no plan of this version. Make a new one with --plan.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Check only the shape: where a forged plan differs from the plan made now, it is not applied. */
function isPlan(value: unknown): value is ImportPlan {
  const { version, pages, withoutFile, options } = Object(value) as Record<string, unknown>
  const isListOfRecords = (list: unknown): boolean => Array.isArray(list) && list.every(isRecord)
  return version === 1 && isRecord(options) && [pages, withoutFile].every(isListOfRecords)
}

export interface PlannedPage
  extends PageOutlook,
    Pick<PageResult, 'title' | 'outcome' | 'message' | 'key'> {
  /** Path from the base; a folder without a README ends with `/`. */
  readonly file: string
  /** The parent: a path as in `file`, or a page id. */
  readonly below: string
  /** Digest of everything sent except other pages' addresses; undefined for unreadable files. */
  readonly digest?: string
  readonly page?: Omit<AnswerPage, 'spaceId'>
}

/** The content of a plan file; it holds no credentials. */
export interface ImportPlan {
  readonly version: 1
  readonly madeAt: string
  readonly endpoint: string
  readonly space: string
  readonly parent: string
  readonly options: ReturnType<typeof plannedOptions>
  readonly counts: FolderReport['counts']
  readonly pages: readonly PlannedPage[]
  readonly withoutFile: readonly PageWithoutFile[]
}

export function plannedOptions({
  overwrite,
  frontPage,
  resend,
  keepTitleHeading,
  takeOver,
  move,
  prune = false,
}: FolderSettings) {
  return { overwrite, frontPage, resend, keepTitleHeading, takeOver, move, prune }
}

export function plannedTarget({
  connection,
  spaceId: space,
  parentId: parent,
}: FolderSettings): Pick<ImportPlan, 'endpoint' | 'space' | 'parent'> {
  const url = new URL(connection.endpoint)
  return { endpoint: `${url.origin}${url.pathname}`, space, parent }
}

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
  if (before.title !== now.title) return `Its title is ${JSON.stringify(now.title)} now.`
  if (before.below !== now.below) return `It belongs below ${now.below} now.`
  if (before.digest !== now.digest) return 'It says something else now, or includes or shows it.'
  const change = pageChange(before, now)
  if (change !== undefined) return change
  if (before.outcome !== now.outcome) return `It would be ${now.outcome} now. ${now.message ?? ''}`
  const isSame =
    before.titleThere === now.titleThere && isDeepStrictEqual(before.detaches, now.detaches)
  return isSame
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
  if (before.title !== page.title) return `Its page is called ${JSON.stringify(page.title)} now.`
  if (before.parentId !== page.parentId) return `Its page stands below ${page.parentId} now.`
  return undefined
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
