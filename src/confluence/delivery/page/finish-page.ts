/** Updates what is not part of a version: mark, labels, width. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { toLabels } from '../../../contract/titles-and-labels.ts'
import { isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite, RemotePage } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { AskedDelivery } from '../delivery.ts'
import { markKey, type PageMark, readMark } from '../records/page-mark.ts'
import type { LeftToDo } from './delivery-plan.ts'
import { warnOfClosedCall } from './delivery-warnings.ts'

/**
 * Do what is left; safe to repeat.
 * @returns Warnings about calls that the site lacks.
 * @throws {ConfluenceError} When something failed.
 */
export async function finishPage(
  target: ConnectedSite,
  asked: Pick<AskedDelivery, 'labels'>,
  mark: PageMark,
  left: LeftToDo,
): Promise<AnswerWarning[]> {
  const { site, connection } = target
  const remarks: AnswerWarning[] = []
  if (!left.isMarked) {
    const page = left.page ?? (await site.readPage(mark.page, markKey))
    // A missing page has nothing left to do.
    if (page === undefined) return []
    const kept = keptLabels(page, left.isFirstImport)
    await putMark(site, page, kept.length === 0 ? mark : { ...mark, kept })
    await putLabels(site, page.id, labelChanges(page, asked.labels, kept)).catch(
      (error: unknown) => {
        if (!isOfKind(error, 'removed')) throw error
        remarks.push(warnOfClosedCall('labels', error))
      },
    )
  }
  if (left.isNew && connection.policies.pageWidth !== undefined) {
    await site.setPageWidth(mark.page, connection.policies.pageWidth)
  }
  return remarks
}

/** Confluence writes its own properties right after creation, which causes conflicts. */
const maxTries = 4
const pauseMs = 300

async function putMark(
  site: ConfluenceSite,
  page: NonNullable<LeftToDo['page']>,
  mark: PageMark,
): Promise<void> {
  let known = page.property
  for (let tries = 1; ; tries += 1) {
    if (isSameMark(readMark(known), mark)) return
    try {
      await site.putProperty(page.id, { key: markKey, value: mark, known })
      return
    } catch (error) {
      if (!isOfKind(error, 'conflict') || tries === maxTries) throw error
      await sleep(pauseMs * tries)
      known = (await site.readPage(page.id, markKey))?.property
    }
  }
}

function isSameMark(one: PageMark | undefined, other: PageMark): boolean {
  return (
    one?.digest === other.digest &&
    one.version === other.version &&
    one.installation === other.installation &&
    one.page === other.page
  )
}

async function putLabels(
  site: ConfluenceSite,
  pageId: string,
  { missing, others }: ReturnType<typeof labelChanges>,
): Promise<void> {
  if (missing.length > 0) await site.addLabels(pageId, missing)
  for (const label of others) await site.removeLabel(pageId, label)
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
 * Compare labels.
 * @param wanted Undefined changes nothing.
 */
export function labelChanges(
  page: Pick<LabelledPage, 'labels'>,
  wanted: readonly string[] | undefined,
  kept: readonly string[],
): { readonly missing: readonly string[]; readonly others: readonly string[] } {
  if (wanted === undefined) return { missing: [], others: [] }
  const there = toLabels(page.labels)
  const labels = toLabels(wanted)
  const known = new Set(there)
  const staying = new Set([...labels, ...kept])
  return {
    missing: labels.filter((label) => !known.has(label)),
    others: there.filter((label) => !staying.has(label)),
  }
}
