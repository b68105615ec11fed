/** How pages are named: ids of Confluence, and titles as it compares them, and as they are compared here. @module */
import { keptTitle } from '../../importing/page-title.ts'

/**
 * Fold a title to its key: the one form in which Confluence compares titles, across a whole space.
 * @param title The title as somebody wrote it.
 */
export function remoteTitleKey(title: string): string {
  return keptTitle(title).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

/**
 * Tell whether two titles are the same here.
 * @param one A title.
 * @param other Another.
 */
export function isSameTitle(one: string, other: string): boolean {
  return keptTitle(one) === keptTitle(other)
}

/**
 * Tell whether a text may be an id of Confluence: they are kept as numbers in the ledger.
 * @param text What a caller wrote.
 */
export function isRemoteId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
