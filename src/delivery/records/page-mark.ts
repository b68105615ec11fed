/** The property that marks a page as one that Markport wrote, for other installations and lost stores. @module */
import type { RemoteProperty } from '../../confluence/site.ts'
import { keptTitle } from '../../importing/page-title.ts'

/** Its key. */
export const markKey = 'markport'

export interface PageMark {
  readonly v: 1
  /** Which Markport wrote it. */
  readonly installation: string
  readonly page: string
  /** Of what was brought; see `sourceDigest`. */
  readonly digest: string
  /** The version that it made. */
  readonly version: number
  /** The attempt that made it. */
  readonly delivery: string
  /** The labels that it had before any import wrote it, which no import takes away. */
  readonly kept?: readonly string[]
}

/**
 * Read the mark of a page.
 * @param property As the site has it: anybody may have written it.
 */
export function readMark(property: RemoteProperty | undefined): PageMark | undefined {
  const value = property?.value
  if (typeof value !== 'object' || value === null) return undefined
  const { v, version, kept = [] } = value as Partial<PageMark>
  const isList = Array.isArray(kept) && kept.every((label) => typeof label === 'string')
  return v === 1 && typeof version === 'number' && isList ? (value as PageMark) : undefined
}

/**
 * Fold a title to its key: the one form in which Confluence compares titles, across a whole space.
 * @param title The title as somebody wrote it.
 */
export function remoteTitleKey(title: string): string {
  return keptTitle(title).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Tell whether two titles are the same here. */
export function isSameTitle(one: string, other: string): boolean {
  return keptTitle(one) === keptTitle(other)
}

/** Tell whether a text may be an id of Confluence: they are kept as numbers in the ledger. */
export function isRemoteId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
