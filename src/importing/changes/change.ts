/** Changes as they are reported to feeds, programs and webhooks. @module */
import type { Via } from '../../auth/audit.ts'
import type { KeptFile } from '../../contract/import-request.ts'
import type { VersionCommit } from '../sources/version-source.ts'

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
  /** Of the version that the change made. */
  readonly commit: VersionCommit | undefined
  readonly file: KeptFile | undefined
  /**
   * A path below the public address, or a whole address in Confluence; undefined when the page
   * cannot be read.
   */
  readonly path: string | undefined
}

/** The JSON form of a change; of a page's words it contains only the title. */
export function changeJson(change: WikiChange, publicUrl: string): Record<string, unknown> {
  const { id, type, at, spaceId, spaceKey, pageId, title, version, author, via, path } = change
  const { commit, file } = change
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
    ...(commit && { commit }),
    ...(file && { source: fileJson(file) }),
    ...(path !== undefined && { url: new URL(path, publicUrl).href }),
  }
}

function fileJson({ name, path, url }: KeptFile): Record<string, unknown> {
  return { name, ...(path !== '' && { path }), ...(url && { url }) }
}
