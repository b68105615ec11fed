/**
 * Makes drafts, each by a name that it has at any try: one whose answer was lost is found by it, and no
 * second one made.
 * @module
 */

import { createHash } from 'node:crypto'
import { ConfluenceError, isAway, isNoWay, mayBeDone } from '../../confluence/confluence-error.ts'
import type { RemotePage } from '../../confluence/site.ts'
import { contractLimits } from '../../importing/contract.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { markKey } from '../records/page-mark.ts'
import type { Reservations } from './reservations.ts'

interface WantedDraft {
  /** Of the page that it is to be; no draft takes it from another page. */
  readonly title: string
  /** Undefined where it gets its parent when it is published. */
  readonly parentId: string | undefined
  readonly body: string
  /** What it is made for: the same at each try, and of no other draft. */
  readonly purpose: string
  /** Whether an earlier try of another process may have made it. */
  readonly mayBeThere: boolean
}

/**
 * Make a draft, or find the one that an earlier try made whose answer was lost.
 * @param reservations Knows of those that are to be removed.
 * @returns Undefined where the site takes none.
 * @throws {ConfluenceError} When it may have been made, or cannot be now.
 */
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
  // It is for all to see, with a title that is not its own.
  drafts.noteRefused()
  const shown = { spaceId: Number(connection.spaceId), pageId: draft.id }
  await reservations.removeDraft(target, shown).catch((error: unknown) => {
    // It is known of, and goes later.
    if (!(error instanceof ConfluenceError)) throw error
  })
  return undefined
}

/** Where a site tells of no drafts, it stays unfound. */
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
  // It may have been published as it was made.
  const [shown] = await site.findPagesByTitle(remoteSpace, draftTitle)
  return shown && site.readPage(shown.id, markKey)
}

/**
 * Tell what the titles of drafts begin with.
 * @param word Names the Markport.
 */
export function draftTitleStart(word: string): string {
  return `Markport draft ${word} `
}

/**
 * Make the name of a draft: a word of letters and digits, by which sites search.
 * @param word Names the Markport.
 * @param purpose What the draft is made for.
 */
function draftName(word: string, purpose: string): string {
  return `d${createHash('sha256').update(`${word} ${purpose}`).digest('hex').slice(0, 15)}`
}

/** Word the title of a draft, shortened to what a title may have. */
function draftTitleOf(word: string, name: string, title: string): string {
  return `${draftTitleStart(word)}${name}: ${title}`
    .slice(0, contractLimits.maxTitleLength)
    .toWellFormed()
}
