/** Pages for whoever is still typing what they look for: a few, at once, in a store of any size. @module */
import { isReadable, type Principal } from '../../../auth/access-conditions.ts'
import type { Database } from '../../../database/database.ts'
import { dialects } from '../../../database/dialects.ts'
import type { SomePages } from '../../../database/search/search-index.ts'
import { askedWords, isLong, type SearchWord } from '../../../database/search/search-words.ts'
import { isAnyOf, type Statement, sql } from '../../../database/sql.ts'
import { titleOrder } from '../../../importing/title-order.ts'
import type { SearchHit } from './search-pages.ts'

export interface SuggestionRequest {
  /** What was typed. */
  readonly asked: string
  /** Its words, all of which a page must have; of the last one, the start. */
  readonly words: readonly SearchWord[]
  /** Where to look; everywhere without it. */
  readonly spaceIds: readonly string[] | undefined
  /** Only in spaces that this user may read; in place of a list that would be long. */
  readonly readableBy: Principal | undefined
  /** The pages of this space come first; one that may be read. */
  readonly preferredSpaceId: string | undefined
  readonly limit: number
}

export interface Suggestions {
  /** Pages with all words in the title, the best first. */
  readonly titled: readonly SearchHit[]
  /** Others that have them in the text. */
  readonly worded: readonly SearchHit[]
}

/** Of the pages that fit, so many are looked at: those of a common word would be too many. */
const maxLookedAt = 500
/** What is typed stands early in most texts that are about it. */
const maxTextLength = 4_000

/**
 * Find pages.
 * @param database The store.
 * @param request What was typed, and where to look.
 */
export async function suggestPages(
  database: Database,
  request: SuggestionRequest,
): Promise<Suggestions> {
  const { words, spaceIds, preferredSpaceId, limit } = request
  const last = words.at(-1)
  if (last === undefined || spaceIds?.length === 0) return { titled: [], worded: [] }
  const isOnlyPlace = preferredSpaceId === undefined || spaceIds?.length === 1
  const places = isOnlyPlace ? [spaceIds] : [[preferredSpaceId], spaceIds]
  const fill = async (
    part: Pick<Part, 'words' | 'isTitled'>,
    known: readonly SearchHit[],
  ): Promise<SearchHit[]> => {
    const hits: SearchHit[] = []
    for (const place of places) {
      const but = [...known, ...hits].map(({ pageId }) => Number(pageId))
      if (but.length < limit) hits.push(...(await read(database, request, { ...part, place, but })))
    }
    return hits
  }
  const started = [...words.slice(0, -1), { ...last, isUnfinished: true }]
  const titled = await fill({ words: started, isTitled: true }, [])
  // One or two letters begin so many words that texts which have them tell nothing.
  if (!last.isRun && !isLong(last.text)) return { titled, worded: [] }
  return { titled, worded: await fill({ words, isTitled: false }, titled) }
}

interface Part extends Pick<SomePages, 'isTitled'> {
  readonly words: readonly SearchWord[]
  readonly place: readonly string[] | undefined
  /** Pages that are known already. */
  readonly but: readonly number[]
}

async function read(
  database: Database,
  { asked, readableBy, limit }: SuggestionRequest,
  { words, isTitled, place, but }: Part,
): Promise<SearchHit[]> {
  const found = dialects[database.engine].search.findSome({
    words: words.flatMap(askedWords),
    spaceIds: place?.map(Number),
    isTitled,
    limit: maxLookedAt,
  })
  const order = isTitled ? byTitle(asked) : sql`p.id desc`
  const rows = await database.read<HitRow>(sql`
    select p.id, p.title, s.key, s.name, substr(t.body, 1, ${maxTextLength}) as body
    from (
      select p.id, p.space_id, p.title, row_number() over (order by ${order}) as place
      from (${found}) found join pages p on p.id = found.id
      where p.status = 'current' and ${isReadable(sql`p.space_id`, readableBy)}
        and not ${isAnyOf(sql`p.id`, but)}
      order by place limit ${limit - but.length}
    ) p
    join spaces s on s.id = p.space_id
    join page_texts t on t.space_id = p.space_id and t.page_id = p.id
    order by p.place`)
  return rows.map(({ id, title, key, name, body }) => ({
    pageId: String(id),
    title,
    spaceKey: key,
    spaceName: name,
    text: body,
  }))
}

/** The very title comes first, then those that start as it does, then short ones. */
function byTitle(asked: string): Statement {
  const start = titleOrder(asked)
  return sql`case when p.title_order = ${start} then 0
      when substr(p.title_order, 1, ${[...start].length}) = ${start} then 1 else 2 end,
    length(p.title_order), p.title_order, p.id desc`
}

interface HitRow {
  readonly id: number
  readonly title: string
  readonly key: string
  readonly name: string
  readonly body: string
}
