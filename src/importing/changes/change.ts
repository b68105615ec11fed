/** Changes as they are reported to feeds, programs and webhooks. @module */
import type { Via } from '../../auth/audit.ts'

/** In the order in which one write reports them. */
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

export const changesKeptMs: number = 90 * 24 * 60 * 60 * 1000

export interface WikiChange {
  readonly id: string
  readonly type: ChangeType
  readonly at: Date
  readonly spaceId: string
  readonly spaceKey: string | undefined
  readonly pageId: string | undefined
  readonly title: string | undefined
  readonly version: number | undefined
  readonly author: { readonly id: string; readonly name: string } | undefined
  readonly via: Via
  readonly tokenName: string
  /**
   * A path below the public address, or a whole address in Confluence; undefined when the page
   * cannot be read.
   */
  readonly path: string | undefined
}

/** The JSON form of a change; of a page's words it contains only the title. */
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
