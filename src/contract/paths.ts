/** Paths and headers of the operation. @module */
import type { IncomingMessage } from 'node:http'

export const ifMatchHeader = 'if-match'

/** `*` says that the page must not exist. */
export const ifNoneMatchHeader = 'if-none-match'

export const idempotencyKeyHeader = 'idempotency-key'

/** Identifies the run of an import, so that a wiki can share look-ups among its imports. */
export const runHeader = 'markport-run'

export const runPattern: RegExp = /^[A-Za-z0-9_-]{1,64}$/

/** Undefined for a missing or invalid header: then the import belongs to no run. */
export function runOf(request: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const [run, ...others] = request.headersDistinct[runHeader] ?? []
  return run !== undefined && others.length === 0 && runPattern.test(run) ? run : undefined
}

export const tokenExpiresHeader = 'Markport-Token-Expires'

export function webtriggerPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/webtrigger`
}

export const discoveryPath = '/.well-known/markport'

export function reservationsPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/reservations`
}

export function sourcesPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/sources`
}

export function previewsPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/previews`
}

export const previewNamePattern: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
export const previewNameRule =
  'The name of a preview is 1 to 64 of A-Z a-z 0-9 . _ -, the first a letter or a digit, such as pr-123.'

export type PreviewAction = 'begin' | 'show' | 'end'
