/** The file of a plan: written whole and in one step, and read with every member that counts checked. @module */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { ImportPlan, PlannedPage } from './import-plan.ts'

/** A plan cannot be written, read or applied; the message says what to do. */
export class PlanError extends Error {
  override readonly name = 'PlanError'
}

/**
 * Write a plan.
 * @param file Where to.
 * @throws {PlanError} When it cannot be written.
 */
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

/**
 * Read a plan.
 * @param file Its path.
 * @throws {PlanError} When it cannot be read as one.
 */
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

function isPlan(value: unknown): value is ImportPlan {
  const plan = Object(value) as Partial<Record<keyof ImportPlan, unknown>>
  const { endpoint, space, parent, pages, withoutFile, options } = plan
  return (
    plan.version === 1 &&
    [endpoint, space, parent].every(isText) &&
    typeof options === 'object' &&
    Array.isArray(pages) &&
    pages.every(isPage) &&
    new Set(pages.map(({ file }) => file)).size === pages.length &&
    Array.isArray(withoutFile) &&
    withoutFile.every((page) => isText(Object(page).pageId))
  )
}

const outcomes: ReadonlySet<unknown> = new Set([
  ...['created', 'updated', 'unchanged', 'failed', 'not-sent'],
])

function isPage(value: unknown): value is PlannedPage {
  const page = Object(value) as Partial<Record<keyof PlannedPage, unknown>>
  const { file, title, below, outcome, digest, page: there } = page
  const isThere = Object(there) as NonNullable<PlannedPage['page']>
  return (
    [file, title, below].every(isText) &&
    outcomes.has(outcome) &&
    (digest === undefined || isText(digest)) &&
    (there === undefined || (isText(isThere.id) && Number.isSafeInteger(isThere.version)))
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
