/** Search results as data for all views. @module */

import type { Reader } from '../../../accounts/reader.ts'
import type { Places } from '../../../contract/base/places/places.ts'
import { callerOfWork } from '../../../contract/base/places/places.ts'
import type { EmbeddedWork } from '../../../wiki/embedded-work.ts'
import { pagePath } from '../../../wiki/import/target-wiki.ts'
import type { ExcerptPart } from '../../../wiki/pages/search/excerpt.ts'
import { type PlacedHit, placesToFind } from '../../../wiki/pages/search/place-hits.ts'
import {
  parseSearch,
  type SearchRequest,
  type SearchResult,
  searchPages,
} from '../../../wiki/pages/search/search-pages.ts'

export interface SearchDependencies {
  readonly workers: Pick<EmbeddedWork, 'findPlaces'>
  /** Limits searches: each costs as much as many imports. */
  readonly gate: Places
}

/** @throws {RequestError} `unavailable` when too many people search. */
export type Search = (
  reader: Reader,
  query: string,
  request: Omit<SearchRequest, 'words'>,
) => Promise<SearchAnswer>

export interface SearchAnswer extends Omit<SearchResult, 'hits' | 'corrected'> {
  /** False when the query consists of other characters only. */
  readonly hasWords: boolean
  /** The words that were searched when nothing had the typed ones. */
  readonly instead?: string | undefined
  readonly hits: readonly AnsweredHit[]
}

export interface AnsweredHit {
  readonly pageId: string
  readonly version: number
  readonly updatedAt: Date
  readonly spaceId: string
  readonly spaceKey: string
  readonly spaceName: string
  readonly path: readonly string[]
  /** The address in Confluence of a recorded page. */
  readonly url: string | undefined
  /** A path here, or the full address of a recorded page. */
  readonly address: string
  readonly title: readonly ExcerptPart[]
  readonly excerpt: readonly ExcerptPart[]
  readonly places: readonly AnsweredPlace[]
}

export interface AnsweredPlace {
  readonly address: string
  readonly heading: readonly ExcerptPart[]
  readonly excerpt: readonly ExcerptPart[]
}

export function searchOf(dependencies: SearchDependencies): Search {
  return (reader, query, request) => searchPlaces(dependencies, reader, query, request)
}

const maxSearchMs = 60_000

async function searchPlaces(
  { workers, gate }: SearchDependencies,
  reader: Reader,
  typedQuery: string,
  request: Omit<SearchRequest, 'words'>,
): Promise<SearchAnswer> {
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
    hits: hits.map(({ text: _, title: __, ...hit }, index) => {
      const { title, excerpt, places } = placedHits[index] as PlacedHit
      const path = `${pagePath(hit.spaceKey, hit.pageId)}${words.length === 0 ? '' : `?${query}`}`
      const address = hit.url ?? path
      return {
        ...hit,
        address,
        title,
        excerpt,
        places: places.map(({ id, ...place }) => ({
          ...place,
          // Confluence makes other anchors for headings.
          address: hit.url ?? `${address}#${encodeURIComponent(id)}`,
        })),
      }
    }),
  }
}
