/** Makes drafts at Confluence, which are found again by their titles where their ids are lost. @module */
import { ConfluenceError, isNoWay, type RemotePage } from '../../confluence/site.ts'
import { contractLimits } from '../../importing/contract.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { draftTitlePrefix, type Reservations } from './reservations.ts'

interface WantedDraft {
  /** Of the page that it is to be; no draft takes it from another page. */
  readonly title: string
  /** Undefined where it gets its parent when it is published. */
  readonly parentId: string | undefined
  readonly body: string
}

/**
 * Make a draft.
 * @param reservations Knows of those that are to be removed.
 * @param target The site and the connection.
 * @param wanted What it is to be.
 * @returns Undefined where the site takes none.
 * @throws {ConfluenceError} When it may have been made, or cannot be now.
 */
export async function makeDraft(
  reservations: Reservations,
  target: ConnectedSite,
  wanted: WantedDraft,
): Promise<RemotePage | undefined> {
  const { site, connection, drafts } = target
  const { id: spaceId, key: spaceKey } = connection.remoteSpace
  const draftTitle = `${draftTitlePrefix(drafts.word)}${wanted.title}`
    .slice(0, contractLimits.maxTitleLength)
    .toWellFormed()
  const asked = { ...wanted, spaceId, spaceKey, draftTitle, status: 'draft' } as const
  const draft = await site.createPage(asked).catch((error: unknown) => {
    if (isNoWay(error)) return undefined
    throw error
  })
  if (draft === undefined || draft.status === 'draft') return draft
  // It is for all to see, with a title that is not its own.
  drafts.noteRefused()
  const made = { spaceId: Number(connection.spaceId), pageId: draft.id }
  await reservations.removeDraft(target, made).catch((error: unknown) => {
    // It is known of, and goes later.
    if (!(error instanceof ConfluenceError)) throw error
  })
  return undefined
}
