/** A change as programs are told of it. @module */
import type { Via } from '../../auth/audit.ts'

/** All types of changes, in the order in which one write tells of them. */
export const changeTypes = [
  'page.created',
  'page.updated',
  'page.renamed',
  'page.labelled',
  'page.moved',
  'page.trashed',
  'page.restored',
  'page.archived',
  'page.purged',
  'version.purged',
  'space.created',
  'space.renamed',
  'space.connected',
  'space.disconnected',
  'space.deleted',
] as const

export type ChangeType = (typeof changeTypes)[number]

/** For so long changes are kept. */
export const changesKeptMs: number = 90 * 24 * 60 * 60 * 1000

export interface WikiChange {
  /** Names it for good, whoever is told of it how often. */
  readonly id: string
  readonly type: ChangeType
  readonly at: Date
  readonly spaceId: string
  /** Undefined once the space is gone. */
  readonly spaceKey: string | undefined
  /** Undefined where the space itself changed. */
  readonly pageId: string | undefined
  /** As it is called now; undefined where it is gone. */
  readonly title: string | undefined
  /** The version that it made, or that was there; undefined where pages have none. */
  readonly version: number | undefined
  /** Undefined where no user did it. */
  readonly author: { readonly id: string; readonly name: string } | undefined
  readonly via: Via
  /** Empty where it came by none. */
  readonly tokenName: string
  /** Below the public address, or whole in Confluence; undefined where there is nothing to see. */
  readonly path: string | undefined
}

/** Tell of a change in JSON: what can be read, and none of its words but the title. */
export function changeJson(change: WikiChange, publicUrl: string): Record<string, unknown> {
  const { id, type, at, spaceId, spaceKey, pageId, title, version, author, via, path } = change
  return {
    id,
    type,
    at: at.toISOString(),
    spaceId,
    ...(spaceKey !== undefined && { spaceKey }),
    ...(pageId !== undefined && { pageId }),
    ...(title !== undefined && { title }),
    ...(version !== undefined && { version: { number: version } }),
    ...(author && { authorId: author.id, authorName: author.name }),
    via,
    ...(change.tokenName !== '' && { token: change.tokenName }),
    ...(path !== undefined && { url: new URL(path, publicUrl).href }),
  }
}
