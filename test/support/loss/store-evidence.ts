/** Compares what a service acknowledged with what its PostgreSQL store holds. @module */
import { askPostgres } from '../postgres/postgres-node.ts'
import { type StoredVersionRow, wholeVersions } from '../store/whole-versions.ts'
import type { Acknowledged } from './import-load.ts'

export interface StoreEvidence {
  /** Acknowledged versions that the store does not hold as they were sent. */
  readonly lost: string[]
  /** Two pages at one place, or two versions for one Idempotency-Key. */
  readonly duplicated: string[]
  /** Ids that were said to be of two pages. */
  readonly ambiguous: string[]
}

/**
 * Examine a store.
 * @param url Its database, at the server that counts.
 */
export async function examineStore(
  url: string,
  acknowledged: readonly Acknowledged[],
): Promise<StoreEvidence> {
  // A snapshot: what is acknowledged after the query has begun need not be in its answer.
  const known = [...acknowledged]
  const rows = (await askPostgres(
    url,
    'select page_id, number, adf, markdown, packing, packed from page_versions order by page_id, number',
  )) as StoredVersionRow[]
  const versions = wholeVersions(rows).filter(({ markdown }) => markdown !== null)
  const places = (await askPostgres(
    url,
    `select space_id, parent_id, title from pages where status = 'current'`,
  )) as StoredPlace[]
  const byNumber = new Map(versions.map((row) => [`${row.page_id}/${row.number}`, row.markdown]))
  return {
    lost: known
      .filter(({ pageId, version, markdown }) => byNumber.get(`${pageId}/${version}`) !== markdown)
      .map(({ pageId, version, title }) => `${title}: page ${pageId} version ${version}`),
    duplicated: [
      ...repeated(places.map((place) => JSON.stringify(Object.values(place)))),
      ...repeatedWrites(known, versions),
    ],
    ambiguous: ambiguousIds(known),
  }
}

interface StoredPlace {
  readonly space_id: string
  readonly parent_id: string
  readonly title: string
}

function repeated(keys: readonly string[]): string[] {
  const seen = new Set<string>()
  return keys.filter((key) => seen.has(key) || !seen.add(key))
}

/** No two requests have one text, so that a text stands in two versions if its key did not hold. */
function repeatedWrites(
  acknowledged: readonly Acknowledged[],
  versions: readonly StoredVersionRow[],
): string[] {
  const keys = new Map(acknowledged.map(({ markdown, key }) => [markdown, key]))
  return repeated(versions.map(({ markdown }) => String(markdown))).flatMap((markdown) => {
    const key = keys.get(markdown)
    return key === undefined ? [] : [`${key} was carried out twice`]
  })
}

function ambiguousIds(acknowledged: readonly Acknowledged[]): string[] {
  const titles = new Map<string, string>()
  return acknowledged.flatMap(({ pageId, title }) => {
    const first = titles.get(pageId)
    if (first === undefined) titles.set(pageId, title)
    return first === undefined || first === title ? [] : [`${pageId} is "${first}" and "${title}"`]
  })
}
