/** The route of the search: what people find, as data. It is of this wiki; Confluence has no such one. @module */
import { isKeptLabel } from '../../importing/contract.ts'
import { toLabels } from '../../importing/labels.ts'
import { type AnsweredHit, searchPlaces } from '../reader/search/search-answer.ts'
import { type ApiRoute, apiRoute } from './api-route.ts'
import { invalidRequest } from './host-api-error.ts'
import { idAtCursor, linksOf, paged } from './paging.ts'
import { ids, integer, oneText } from './parameters.ts'

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
