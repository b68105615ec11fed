/**
 * Placeholders: pages with one line that says that an import follows and names the installation.
 * @module
 */
import { createHash } from 'node:crypto'
import { contractLimits } from '../../../contract/limits.ts'
import type { RemotePage } from '../../site.ts'
import { siteKinds } from '../../site-kinds.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { isSameTitle, markKey } from '../records/page-mark.ts'
import type { ReservedPlace } from './reservation-changes.ts'

export function placeholderBody({ connection, word }: ConnectedSite): string {
  return siteKinds[connection.kind].bodyOf(
    `Markport is importing this page. Its text is still to come. (${word})`,
  )
}

/** Tell whether nobody has written into a page since this installation made it as a placeholder. */
export function isPlaceholder({ word }: ConnectedSite, page: RemotePage | undefined): boolean {
  return (
    page !== undefined &&
    page.status === 'current' &&
    page.version.number === 1 &&
    page.body?.includes(`(${word})`) === true
  )
}

interface PageAtTitle {
  readonly page: RemotePage | undefined
  readonly isPlaceholder: boolean
  /** Whether any page of the space has the title. */
  readonly isTaken: boolean
}

export async function findAtTitle(
  target: ConnectedSite,
  { title, parentId }: Pick<ReservedPlace, 'title' | 'parentId'>,
): Promise<PageAtTitle> {
  const { site, connection } = target
  const heads = await site.findPagesByTitle(connection.remoteSpace, title)
  const head = heads.find(
    (candidate) =>
      candidate.status === 'current' &&
      candidate.parentId === parentId &&
      isSameTitle(candidate.title, title),
  )
  const page = head && (await site.readPage(head.id, markKey))
  return {
    page,
    isPlaceholder: isOwnPlaceholder(target, page),
    isTaken: heads.length > 0,
  }
}

/** A page found by title may be somebody's copy of a placeholder, so its author counts. */
export function isOwnPlaceholder(target: ConnectedSite, page: RemotePage | undefined): boolean {
  const { id } = target.connection.account
  return isPlaceholder(target, page) && [page?.authorId, ''].includes(id)
}

/** The title of a placeholder while another page has the one that is asked for. */
export function titleAside({ spaceId, parentId, title }: ReservedPlace): string {
  const name = createHash('sha256').update(`${spaceId} ${parentId} ${title}`).digest('hex')
  const end = ` (import ${name.slice(0, 8)})`
  return title.slice(0, contractLimits.maxTitleLength - end.length).toWellFormed() + end
}
