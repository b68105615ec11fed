/**
 * The content property that marks imported pages, for other installations and lost stores.
 * @module
 */

import { keptTitle } from '../../../contract/titles-and-labels.ts'
import type { RemoteProperty } from '../../site.ts'

export const markKey = 'markport'

export interface PageMark {
  readonly v: 1
  readonly installation: string
  readonly page: string
  /** Digest of the import; see `sourceDigest`. */
  readonly digest: string
  readonly version: number
  readonly delivery: string
}

/**
 * @param property Untrusted: anybody may have written it.
 */
export function readMark(property: RemoteProperty | undefined): PageMark | undefined {
  const value = property?.value
  if (typeof value !== 'object' || value === null) return undefined
  const { v, version } = value as Partial<PageMark>
  return v === 1 && typeof version === 'number' ? (value as PageMark) : undefined
}

export function isSameMark(first: PageMark | undefined, second: PageMark): boolean {
  const keys = ['digest', 'version', 'installation', 'page'] as const
  return keys.every((key) => first?.[key] === second[key])
}

/** Fold a title as Confluence compares titles in a space. */
export function remoteTitleKey(title: string): string {
  return keptTitle(title).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

export function isSameTitle(first: string, second: string): boolean {
  return keptTitle(first) === keptTitle(second)
}

/** Tell whether a text may be a Confluence id; the ledger stores ids as numbers. */
export function isRemoteId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))
}
