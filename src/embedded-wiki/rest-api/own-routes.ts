/** The routes that are ours, and not Confluence's: what changed in the wiki, and what people find in it. @module */

import { parseId } from '../../database/ids.ts'
import type { ListPlace } from '../../database/list-order.ts'
import { changeJson, changesKeptMs } from '../../importing/changes/change.ts'
import { type ChangeKey, listChanges } from '../../importing/changes/list-changes.ts'
import { isKeptLabel } from '../../importing/contract.ts'
import { toLabels } from '../../importing/labels.ts'
import { type AnsweredHit, searchPlaces } from '../reader/search/search-answer.ts'
import { type ApiRoute, apiRoute } from './api-route.ts'
import { invalidRequest } from './host-api-error.ts'
import { idAtCursor, linksOf, paged } from './paging.ts'
import { ids, integer, oneText, type Parameter } from './parameters.ts'

/**
 * A change is dated before it is committed, and another process's clock may be behind: so much earlier
 * than a reading began, all are there.
 */
const overlapMs = 60_000

const text = oneText('From this instant on; without it, all that are kept.')

const since: Parameter<Date | undefined> = {
  description: text.description,
  schema: { type: 'string', format: 'date-time' },
  read(values, name) {
    const written = text.read(values, name)
    if (written === undefined) return undefined
    const isWhole = /^\d{4}-\d{2}-\d{2}T[0-9:.]{5,20}(?:Z|[+-]\d{2}:\d{2})$/.test(written)
    const at = new Date(isWhole ? written : '')
    if (!Number.isNaN(at.getTime())) return at
    throw invalidRequest('since must be an instant such as 2030-12-31T00:00:00Z.')
  },
}

export const changeRoute: ApiRoute = apiRoute({
  method: 'GET',
  path: '/changes',
  name: 'getChanges',
  summary: 'List what changed, the oldest first',
  parameters: { 'space-id': ids('Only in these spaces.'), since, ...paged() },
  gives: 'Changes',
  async answer({ c, asked, database, clock, holder, baseUrl }) {
    const { limit, cursor, 'space-id': spaceIds } = asked
    const { begunAt, from } =
      cursor === undefined ? start(asked.since, clock().getTime()) : placeOf(cursor)
    const choice = { readableBy: holder, spaceIds, limit }
    const { changes, next } = await listChanges(database, choice, from)
    return c.json({
      results: changes.map((change) => changeJson(change, baseUrl())),
      since: new Date(begunAt - overlapMs).toISOString(),
      _links: linksOf(c, next && { id: wordsOf(next), value: begunAt }, baseUrl()),
    })
  },
})

interface ReadingPlace {
  /** When the first part was asked for. */
  readonly begunAt: number
  readonly from: Date | ChangeKey
}

function start(asked: Date | undefined, begunAt: number): ReadingPlace {
  const oldest = new Date(begunAt - changesKeptMs)
  if (asked !== undefined && asked < oldest) {
    throw invalidRequest(
      `since lies before ${oldest.toISOString()}: older changes are not kept. Read the pages anew, and go on from now.`,
    )
  }
  return { begunAt, from: asked ?? oldest }
}

function wordsOf({ changedAt, spaceId, pageId }: ChangeKey): string {
  return [changedAt, spaceId, pageId].join(' ')
}

function placeOf({ id, value }: ListPlace): ReadingPlace {
  const words = id.split(' ')
  const [changedAt, spaceId, pageId] = words.map((word) => (word === '0' ? 0 : parseId(word)))
  const isWhole = words.length === 3 && changedAt && spaceId && pageId !== undefined
  if (isWhole && typeof value === 'number' && value > 0 && value <= maxInstant) {
    return { begunAt: value, from: { changedAt, spaceId, pageId } }
  }
  throw invalidRequest('cursor is not one that this API gave out.')
}

/** The last instant that a date can be: https://tc39.es/ecma262/#sec-time-values-and-time-range. */
const maxInstant = 8_640_000_000_000_000

/** Nobody reads on behind so many. */
const maxOffset = 1_000

export const foundPagesRoute: ApiRoute = apiRoute({
  method: 'GET',
  path: '/search',
  name: 'searchPages',
  summary: 'Find pages, and the sections of them, as people do',
  parameters: {
    query: oneText('What to look for: all of these words; a phrase in quotation marks.'),
    'space-id': ids('Only pages of these spaces.'),
    label: oneText('Only pages with this label.'),
    ...paged(),
    limit: integer('How many results at most.', { max: 50, fallback: 20 }),
  },
  gives: 'Found',
  async answer(call) {
    const { c, asked, holder, baseUrl } = call
    const { query = '', 'space-id': spaceIds, limit, cursor } = asked
    if (asked.query === undefined && asked.label === undefined) {
      throw invalidRequest('query or label must say what to look for.')
    }
    const [label] = toLabels(asked.label === undefined ? [] : [asked.label])
    const offset = Math.min(idAtCursor(cursor) ?? 0, maxOffset)
    const canBe = label === undefined || isKeptLabel(label)
    const { hits, total, hasMore, instead } = canBe
      ? await searchPlaces(call, query, { label, spaceIds, readableBy: holder, offset, limit })
      : { hits: [], total: 0, hasMore: false, instead: undefined }
    const end = offset + hits.length
    const isCut = hits.length > 0 && end < total && end <= maxOffset
    return c.json({
      results: hits.map((hit) => hitShape(hit, new URL(baseUrl()).origin)),
      total,
      hasMore,
      instead: instead ?? null,
      _links: linksOf(c, isCut ? { id: String(end) } : undefined, baseUrl()),
    })
  },
})

/** Addresses lead to the page, and to the sections of it. */
function hitShape(hit: AnsweredHit, origin: string): object {
  return {
    id: hit.pageId,
    title: textOf(hit.title),
    space: { id: hit.spaceId, key: hit.spaceKey, name: hit.spaceName },
    path: hit.path,
    url: origin + hit.address,
    version: hit.version,
    updatedAt: hit.updatedAt.toISOString(),
    excerpt: hit.excerpt,
    sections: hit.places.map(({ heading, excerpt, address }) => ({
      heading: textOf(heading),
      url: origin + address,
      excerpt,
    })),
  }
}

function textOf(parts: AnsweredHit['title']): string {
  return parts.map(({ text: part }) => part).join('')
}
