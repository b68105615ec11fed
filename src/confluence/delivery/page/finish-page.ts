/** Updates what is not part of a version: mark, labels, width. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { toLabels } from '../../../contract/titles-and-labels.ts'
import { isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite, RemotePage } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { DeliveryFields } from '../delivery.ts'
import { markKey, type PageMark, readMark } from '../records/page-mark.ts'
import type { RemainingWork } from './delivery-plan.ts'
import { warnOfClosedCall } from './delivery-warnings.ts'

/**
 * Safe to repeat.
 * @returns Warnings about calls that the site lacks.
 * @throws {ConfluenceError} When something failed.
 */
export async function finishPage(
  target: ConnectedSite,
  fields: Pick<DeliveryFields, 'labels'>,
  mark: PageMark,
  remaining: RemainingWork,
): Promise<AnswerWarning[]> {
  const { site, connection } = target
  const remarks: AnswerWarning[] = []
  if (!remaining.isMarked) {
    const page = remaining.page ?? (await site.readPage(mark.page, markKey))
    if (page === undefined) return []
    const preserved = keptLabels(page, remaining.isFirstImport)
    await putMark(site, page, preserved.length === 0 ? mark : { ...mark, kept: preserved })
    await putLabels(site, page.id, labelChanges(page, fields.labels, preserved)).catch(
      (error: unknown) => {
        if (!isOfKind(error, 'removed')) throw error
        remarks.push(warnOfClosedCall('labels', error))
      },
    )
  }
  if (remaining.isNew && connection.policies.pageWidth !== undefined) {
    await site.setPageWidth(mark.page, connection.policies.pageWidth)
  }
  return remarks
}

/** Confluence writes its own properties right after creation, which causes conflicts. */
const maxTries = 4
const pauseMs = 300

async function putMark(
  site: ConfluenceSite,
  page: NonNullable<RemainingWork['page']>,
  mark: PageMark,
): Promise<void> {
  let property = page.property
  for (let tries = 1; ; tries += 1) {
    if (isSameMark(readMark(property), mark)) return
    try {
      await site.putProperty(page.id, { key: markKey, value: mark, current: property })
      return
    } catch (error) {
      if (!isOfKind(error, 'conflict') || tries === maxTries) throw error
      await sleep(pauseMs * tries)
      property = (await site.readPage(page.id, markKey))?.property
    }
  }
}

function isSameMark(first: PageMark | undefined, second: PageMark): boolean {
  return (
    first?.digest === second.digest &&
    first.version === second.version &&
    first.installation === second.installation &&
    first.page === second.page
  )
}

async function putLabels(
  site: ConfluenceSite,
  pageId: string,
  { missing, obsolete }: ReturnType<typeof labelChanges>,
): Promise<void> {
  if (missing.length > 0) await site.addLabels(pageId, missing)
  for (const label of obsolete) await site.removeLabel(pageId, label)
}

type LabelledPage = Pick<RemotePage, 'id' | 'labels' | 'property'>

/** List the labels that imports never remove: those from before the first import. */
export function keptLabels(
  { id, labels, property }: LabelledPage,
  isFirstImport: boolean,
): string[] {
  const mark = readMark(property)
  if (mark?.page === id) return toLabels(mark.kept ?? [])
  return isFirstImport ? toLabels(labels) : []
}

/**
 * @param requested Undefined changes nothing.
 */
export function labelChanges(
  page: Pick<LabelledPage, 'labels'>,
  requested: readonly string[] | undefined,
  preserved: readonly string[],
): { readonly missing: readonly string[]; readonly obsolete: readonly string[] } {
  if (requested === undefined) return { missing: [], obsolete: [] }
  const current = toLabels(page.labels)
  const labels = toLabels(requested)
  const present = new Set(current)
  const retained = new Set([...labels, ...preserved])
  return {
    missing: labels.filter((label) => !present.has(label)),
    obsolete: current.filter((label) => !retained.has(label)),
  }
}
