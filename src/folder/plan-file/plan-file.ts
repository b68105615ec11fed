/** Writes a plan file in one step, and checks every member when it reads one. @module */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AnswerPage } from '../../contract/answers.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { FolderReport, PageOutlook, PageResult, PageWithoutFile } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'

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
  const lists = [pages, withoutFile]
  const isListed = (entry: unknown): boolean => typeof entry === 'object' && entry !== null
  return (
    version === 1 &&
    typeof options === 'object' &&
    lists.every((list) => Array.isArray(list) && list.every(isListed))
  )
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
  readonly page?: ThePage
}

type ThePage = Pick<AnswerPage, 'id' | 'version' | 'title' | 'parentId' | 'url'>

type PlannedOptions = Pick<
  FolderSettings,
  'overwrite' | 'frontPage' | 'resend' | 'keepTitleHeading' | 'takeOver' | 'move'
> & { readonly prune: boolean }

/** The content of a plan file; it holds no credentials. */
export interface ImportPlan {
  readonly version: 1
  readonly madeAt: string
  readonly endpoint: string
  readonly space: string
  readonly parent: string
  readonly options: PlannedOptions
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
}: FolderSettings): PlannedOptions {
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

export function pickPage({ id, version, title, parentId, url }: ThePage): ThePage {
  return { id, version, title, parentId, url }
}
