/**
 * Makes drafts with a deterministic name, so that a draft whose answer was lost is found instead of
 * made twice.
 * @module
 */

import { createHash } from 'node:crypto'
import { ConfluenceError, isAway, isNoWay, mayBeDone } from '../../confluence/confluence-error.ts'
import type { RemotePage } from '../../confluence/site.ts'
import { contractLimits } from '../../contract/limits.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { markKey } from '../records/page-mark.ts'
import type { Reservations } from './reservations.ts'

interface WantedDraft {
  /** Title of the future page; the draft's own title blocks no other page. */
  readonly title: string
  /** Undefined where the parent is only set on publishing. */
  readonly parentId: string | undefined
  readonly body: string
  /** Identifies the draft across tries. */
  readonly purpose: string
  /** Whether another process may have made it. */
  readonly mayBeThere: boolean
}

export async function makeDraft(
  reservations: Reservations,
  target: ConnectedSite,
  { purpose, mayBeThere, ...wanted }: WantedDraft,
): Promise<RemotePage | undefined> {
  const { site, connection, drafts } = target
  const { id: spaceId, key: spaceKey } = connection.remoteSpace
  const name = draftName(drafts.word, purpose)
  const draftTitle = draftTitleOf(drafts.word, name, wanted.title)
  const isSought = mayBeThere || drafts.lost.has(name)
  const made = isSought
    ? await findMade(reservations, target, { name, draftTitle, title: wanted.title })
    : undefined
  const asked = { ...wanted, spaceId, spaceKey, draftTitle, status: 'draft' } as const
  const draft =
    made ??
    (await site.createPage(asked).catch((error: unknown) => {
      if (isNoWay(error)) return undefined
      if (mayBeDone(error)) drafts.lost.add(name)
      throw error
    }))
  drafts.lost.delete(name)
  if (draft === undefined || draft.status === 'draft') return draft
  // The site published the draft under its temporary title.
  drafts.noteRefused()
  const shown = { spaceId: Number(connection.spaceId), pageId: draft.id }
  await reservations.removeDraft(target, shown).catch((error: unknown) => {
    // It is recorded, and removed later.
    if (!(error instanceof ConfluenceError)) throw error
  })
  return undefined
}

/** Find an earlier draft; impossible where the site does not list drafts. */
async function findMade(
  reservations: Reservations,
  { site, connection }: ConnectedSite,
  { name, draftTitle, title }: Record<'name' | 'draftTitle' | 'title', string>,
): Promise<RemotePage | undefined> {
  const { remoteSpace } = connection
  const spaceId = Number(connection.spaceId)
  const ids = await site.listDrafts(remoteSpace, name).catch((error: unknown) => {
    if (!(error instanceof ConfluenceError) || isAway(error)) throw error
    return []
  })
  for (const pageId of ids) {
    if (await reservations.isGoing({ spaceId, pageId })) continue
    const draft = await site.readDraft(pageId, { spaceKey: remoteSpace.key, title })
    if (draft?.title === draftTitle) return draft
  }
  const [shown] = await site.findPagesByTitle(remoteSpace, draftTitle)
  return shown && site.readPage(shown.id, markKey)
}

/**
 * The prefix of draft titles.
 * @param word Identifies the installation.
 */
export function draftTitleStart(word: string): string {
  return `Markport draft ${word} `
}

function draftName(word: string, purpose: string): string {
  return `d${createHash('sha256').update(`${word} ${purpose}`).digest('hex').slice(0, 15)}`
}

function draftTitleOf(word: string, name: string, title: string): string {
  return `${draftTitleStart(word)}${name}: ${title}`
    .slice(0, contractLimits.maxTitleLength)
    .toWellFormed()
}
