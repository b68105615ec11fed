/** Search results as data for all views. @module */

import type { Reader } from '../../../accounts/reader.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import { callerOfWork } from '../../../contract/base/places/places.ts'
import type { EmbeddedWork } from '../../../wiki/embedded-work.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import type { ExcerptPart } from '../../../wiki/pages/search/excerpt.ts'
import {
  type FoundPlace,
  type PlacedHit,
  placesToFind,
} from '../../../wiki/pages/search/place-hits.ts'
import type { SearchHit } from '../../../wiki/pages/search/rank-pages.ts'
import {
  parseSearch,
  type SearchRequest,
  type SearchResult,
  searchPages,
} from '../../../wiki/pages/search/search-pages.ts'

/** @throws {RequestError} `unavailable` when too many people search. */
export type Search = ReturnType<typeof searchOf>

export interface SearchAnswer extends Omit<SearchResult, 'hits' | 'corrected'> {
  /** False when the query consists of other characters only. */
  readonly hasWords: boolean
  /** The words that were searched when nothing had the typed ones. */
  readonly instead?: string | undefined
  readonly hits: readonly AnsweredHit[]
}

export interface AnsweredHit extends Omit<SearchHit, 'title' | 'text'>, Omit<PlacedHit, 'places'> {
  /** A path here, or the full address of a recorded page. */
  readonly address: string
  readonly places: readonly AnsweredPlace[]
}

export interface AnsweredPlace extends Omit<FoundPlace, 'id'> {
  readonly address: string
}

const maxSearchMs = 60_000

/** @param gate Limits searches: each costs as much as many imports. */
export function searchOf({
  workers,
  gate,
}: {
  readonly workers: Pick<EmbeddedWork, 'findPlaces'>
  readonly gate: Places
}) {
  return async (
    reader: Reader,
    typedQuery: string,
    request: Omit<SearchRequest, 'words'>,
  ): Promise<SearchAnswer> => {
    const typedWords = parseSearch(typedQuery, request.isTyping)
    const { hits, corrected, ...result } = await gate.hold(
      { key: callerOfWork(), workMs: maxSearchMs },
      () => searchPages(reader, { ...request, words: typedWords }),
    )
    const words = corrected ?? typedWords
    const placedHits = hits.length === 0 ? [] : await workers.findPlaces(placesToFind(words, hits))
    const searched = words.map(({ text }) => text).join(' ')
    const query = new URLSearchParams({ q: searched })
    return {
      ...result,
      instead: corrected === undefined ? undefined : searched,
      hasWords: words.length > 0,
      hits: hits.map(({ text: _, ...hit }, index) => {
        const { places, ...placed } = placedHits[index] as PlacedHit
        const path = `${pagePath(hit.spaceKey, hit.pageId)}${words.length === 0 ? '' : `?${query}`}`
        const address = hit.url ?? path
        return {
          ...hit,
          ...placed,
          address,
          places: places.map(({ id, ...place }) => ({
            ...place,
            // Confluence makes other anchors for headings.
            address: hit.url ?? `${address}#${encodeURIComponent(id)}`,
          })),
        }
      }),
    }
  }
}

export function plainText(parts: readonly ExcerptPart[]): string {
  return parts.map(({ text }) => text).join('')
}
