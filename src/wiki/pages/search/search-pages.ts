/** Full-text search over titles, headings and texts of current pages. @module */
import type { Reader } from '../../../accounts/reader.ts'
import type { Database } from '../../../store/database.ts'
import { dialectOf } from '../../../store/dialects.ts'
import { parseId } from '../../../store/ids.ts'
import type {
  AskedPages,
  AskedWords,
  CountedTier,
  IndexWord,
  Readings,
} from '../../../store/search/search-index.ts'
import { isLong } from '../../../store/search/search-words.ts'
import { spellings } from '../../../store/search/spellings.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import { indexedPages } from '../recorded-pages.ts'
import { type AskedWord, readingsOf, typedText } from './asked-words.ts'
import { type Candidate, rankPages, readHits, type SearchHit } from './rank-pages.ts'

export interface SearchRequest {
  readonly words: readonly AskedWord[]
  /** Whether the last word is incomplete (see `parseSearch`), so that the answer must be fast. */
  readonly isTyping?: boolean
  readonly label?: string | undefined
  /** Only pages of this space. */
  readonly spaceId?: string | undefined
  readonly preferredSpaceId?: string | undefined
  readonly offset: number
  readonly limit: number
}

export interface SearchResult {
  readonly hits: readonly SearchHit[]
  readonly total: number
  readonly hasMore: boolean
  readonly labels: readonly LabelCount[]
  readonly words: readonly AskedWord[]
  readonly leftOut: readonly string[]
}

interface LabelCount {
  readonly label: string
  readonly pages: number
}

/** The limits of hits in titles, in titles and headings, and in texts. */
const most = { title: 500, headings: 300, text: 1_000 } as const
/** Lower limits while somebody types. */
const mostTyping = { title: 500, headings: 200, text: 200 } as const
/** How many hits are ranked at once by their titles and headings. */
const rankedAtOnce = 200
const maxHeadingsLength = 4_000
/** Hits beyond this are counted but not shown. */
const maxTextLength = 100_000
const maxTypingTextLength = 20_000
const maxLabels = 20
/** The most connected spaces that are searched at once. */
const maxConnected = 50

/** Without words and label there are no results. */
export async function searchPages(reader: Reader, request: SearchRequest): Promise<SearchResult> {
  const { words, label, spaceId } = request
  const { database } = reader
  const spaceIds = await searchedSpaces(reader, spaceId)
  if ((words.length === 0 && label === undefined) || spaceIds?.length === 0) return nothing(words)
  const condition =
    spaceIds === undefined
      ? await reader.isReadable(sql`p.space_id`)
      : isAnyOf(sql`p.space_id`, spaceIds)
  const place: SearchPlace = { label, spaceIds, condition }
  const found = await findPages(database, request, place, words)
  if (found.total > 0 || request.offset > 0 || words.length === 0) return found
  // A word of one or two letters matches too much, so it is ignored while typing.
  if (request.isTyping && !tellsMuch(words.at(-1))) {
    return { ...(await findPages(database, request, place, words.slice(0, -1))), words }
  }
  const correction = await correctWords(database, words, place)
  if (correction === undefined) return found
  const corrected = await findPages(database, request, place, correction.words)
  return corrected.total === 0 ? found : { ...corrected, leftOut: correction.leftOut }
}

/** An invalid id is that of no space. */
async function searchedSpaces(
  reader: Reader,
  spaceId: string | undefined,
): Promise<readonly number[] | undefined> {
  if (spaceId === undefined) return reader.listSpaceIds()
  const id = parseId(spaceId)
  return id !== undefined && (await reader.mayRead(spaceId)) ? [id] : []
}

function nothing(words: readonly AskedWord[]): SearchResult {
  return { hits: [], total: 0, hasMore: false, labels: [], words, leftOut: [] }
}

async function findPages(
  database: Database,
  { isTyping = false, preferredSpaceId, offset, limit }: SearchRequest,
  place: SearchPlace,
  words: readonly AskedWord[],
): Promise<SearchResult> {
  if (words.length === 0 && place.label === undefined) return nothing(words)
  const readings = await withForms(database, readingsOf(words))
  const limits = isTyping ? limitsOfTyping(words) : most
  const asked = { ...place, words: readings, most: limits }
  const recorded = await findRecorded(database, asked)
  // The first part has all recorded pages that are found.
  const isFirst = offset < rankedAtOnce + recorded.length
  const behind = offset - recorded.length
  const start = isFirst ? 0 : behind - (behind % rankedAtOnce)
  const list = (spaceIds: readonly number[] | undefined): Promise<FoundPage[]> =>
    findCandidates(database, { ...asked, spaceIds, pages: sql`pages` }, start)
  const isAlone = preferredSpaceId === undefined || place.spaceIds?.length === 1
  const [near, all] = await Promise.all([
    isAlone ? [] : list([Number(preferredSpaceId)]),
    list(place.spaceIds),
  ])
  const nearIds = new Set(near.map(({ id }) => id))
  const others = all.filter(({ id }) => !nearIds.has(id))
  // A hit in a title or heading counts more than a preferred space.
  const found = [...near, ...others, ...(isFirst ? recorded : [])]
  const order = rankPages(found, readings).sort(
    (one, other) =>
      Math.floor(other.rank) - Math.floor(one.rank) ||
      Number(nearIds.has(other.candidate.id)) - Number(nearIds.has(one.candidate.id)),
  )
  const pages = order.map(({ candidate }) => candidate)
  const total = Math.max(near[0]?.total ?? 0, all[0]?.total ?? 0) + recorded.length
  const first = isFirst ? offset : behind - start
  return {
    hits: await readHits(database, pages.slice(first, first + limit), {
      maxTextLength: isTyping ? maxTypingTextLength : maxTextLength,
    }),
    total,
    hasMore: total >= most.text,
    labels: countLabels(pages),
    words,
    leftOut: [],
  }
}

/** Find pages of connected spaces; few spaces are, so the others are left out beforehand. */
async function findRecorded(
  database: Database,
  asked: Omit<AskedPages, 'pages'>,
): Promise<FoundPage[]> {
  const connected = await database.search<{ space_id: number }>(sql`
    select p.space_id from space_connections p where ${asked.condition}
    order by p.space_id limit ${maxConnected}`)
  if (connected.length === 0) return []
  const spaceIds = connected.map(({ space_id: id }) => id)
  const found = await findCandidates(database, { ...asked, spaceIds, pages: indexedPages }, 0)
  return found.map((page) => ({ ...page, isRecorded: true }))
}

/** With more forms than this, the prefix itself is searched. */
const maxForms = 16

/** Replace prefixes by their words, on engines where that is faster. */
async function withForms(
  database: Database,
  asked: readonly Readings[],
): Promise<readonly Readings[]> {
  const { wordsBegunBy } = dialectOf(database).search
  if (wordsBegunBy === undefined) return asked
  const spellOut = async (word: IndexWord): Promise<IndexWord> => {
    if (!word.isPrefix || !isLong(word.text)) return word
    const begun = wordsBegunBy(word.text, maxForms + 1)
    const forms = (await database.search<{ word: string }>(begun)).map((row) => row.word)
    return forms.length > maxForms ? word : { ...word, forms }
  }
  const eachOf = <One, Made>(list: readonly One[], make: (one: One) => Promise<Made>) =>
    Promise.all(list.map(make))
  return eachOf(asked, (readings) => eachOf(readings, (words) => eachOf(words, spellOut)))
}

/** Prefixes of one or two letters only search titles. */
function limitsOfTyping(words: readonly AskedWord[]): AskedPages['most'] {
  return tellsMuch(words.at(-1)) ? mostTyping : { title: mostTyping.title }
}

function tellsMuch(word: AskedWord | undefined): boolean {
  const last = word?.readings[0]?.at(-1)
  return last === undefined || last.isRun || isLong(last.text)
}

interface FoundPage extends Candidate {
  readonly isRecorded: boolean
  readonly spaceId: number
  readonly labels: string
  readonly total: number
}

async function findCandidates(
  database: Database,
  asked: AskedPages,
  offset: number,
): Promise<FoundPage[]> {
  const rows = await database.search<Omit<FoundPage, 'isRecorded'>>(sql`
    select p.id, p.space_id as "spaceId", p.title, p.labels, best.tier, best.score, best.total,
      substr(t.headings, 1, ${maxHeadingsLength}) as headings
    from (
      select id, max(tier) as tier, max(score) as score, count(*) over () as total
      from (${dialectOf(database).search.find(asked)}) found group by id
      order by tier desc, score desc, id desc limit ${rankedAtOnce} offset ${offset}
    ) best
    join ${asked.pages} p on p.id = best.id
    join page_texts t on t.space_id = p.space_id and t.page_id = p.id`)
  return rows.map((row) => ({ ...row, isRecorded: false }))
}

function countLabels(pages: readonly FoundPage[]): LabelCount[] {
  const counts = new Map<string, number>()
  for (const { labels } of pages) {
    for (const label of labels.split(' ').filter(Boolean)) {
      counts.set(label, (counts.get(label) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([label, found]) => ({ label, pages: found }))
    .sort((one, other) => other.pages - one.pages || (one.label < other.label ? -1 : 1))
    .slice(0, maxLabels)
}

interface SearchPlace extends Pick<AskedWords, 'label' | 'spaceIds'> {
  readonly condition: Statement
}

interface Correction {
  readonly words: readonly AskedWord[]
  readonly leftOut: readonly string[]
}

const maxCorrected = 3
/** Each word has hundreds of spellings, of which this many are checked in one query. */
const spellingsAtOnce = 32
/** The most spellings that are checked together with the other words. */
const maxLikely = 30
/** More pages than this do not make a word likelier. */
const maxCounted = 20

/**
 * @param asked A query without results.
 * @returns Undefined when a correction has no results either.
 */
async function correctWords(
  database: Database,
  asked: readonly AskedWord[],
  place: SearchPlace,
): Promise<Correction | undefined> {
  const count = pageCounter(database, place)
  const single = await count(
    readingsOf(asked).map((word) => [word]),
    'text',
  )
  const unknown = asked.filter((_, at) => single[at] === 0)
  // All words exist, but not together: any of them may be wrong.
  const isWhole = unknown.length === 0
  const suspects = (isWhole ? [...asked].sort(byLength) : unknown).slice(0, maxCorrected)
  const found = new Map<AskedWord, AskedWord>()
  const understood = (): AskedWord[] =>
    asked
      .filter((word) => !unknown.includes(word) || found.has(word))
      .map((word) => found.get(word) ?? word)
  for (const suspect of suspects) {
    const withSpelling = (word: AskedWord): AskedWord[] => {
      found.set(suspect, word)
      const words = understood()
      found.delete(suspect)
      return words
    }
    const better = await bestSpelling(count, suspect, withSpelling)
    if (better !== undefined) found.set(suspect, better)
    if (isWhole && found.size > 0) break
  }
  const words = understood()
  const leftOut = unknown.filter((word) => !found.has(word))
  if (words.length === 0 || (found.size === 0 && leftOut.length === 0)) return undefined
  return { words, leftOut: leftOut.map((word) => typedText([word])) }
}

function byLength(one: AskedWord, other: AskedWord): number {
  return typedText([other]).length - typedText([one]).length
}

type Count = (questions: readonly (readonly Readings[])[], tier: CountedTier) => Promise<number[]>

function pageCounter(database: Database, { condition, ...place }: SearchPlace): Count {
  const { search, givenRows } = dialectOf(database)
  return async (questions, tier) => {
    if (questions.length === 0) return []
    const rows = questions.map((words, name) => ({
      name,
      query: search.queryOf({ ...place, words }, tier),
    }))
    const counted = await database.search<{ name: number; pages: number }>(
      search.countGiven(givenRows(rows, { name: 'bigint', query: 'text' }), {
        tier,
        condition,
        most: maxCounted,
      }),
    )
    const pages = new Map(counted.map((row) => [Number(row.name), Number(row.pages)]))
    return rows.map(({ name }) => pages.get(name) ?? 0)
  }
}

/**
 * Find the best spelling: first among titles and headings with the other words, then among texts.
 */
async function bestSpelling(
  count: Count,
  suspect: AskedWord,
  withSpelling: (word: AskedWord) => readonly AskedWord[],
): Promise<AskedWord | undefined> {
  const [[typed, ...phrase] = []] = suspect.readings
  if (typed === undefined || typed.isRun || phrase.length > 0) return undefined
  const all = spellings(typed.text).map((text) => ({ readings: [[{ ...typed, text }]] }))
  // Most spellings do not exist, which a query without the other words tells quickly; whole
  // words are likelier than prefixes.
  const alone = all.map((word) => [[{ text: typedText([word]), isPrefix: false }]])
  let likely = mostFrequent(all, await countEach(count, alone), typed.text)
  if (likely.length === 0) {
    const begun = all.flatMap((word) => readingsOf([word]))
    likely = mostFrequent(all, await countEach(count, begun), typed.text)
  }
  const together = likely.map((word) => readingsOf(withSpelling(word)))
  for (const tier of ['headings', 'text'] as const) {
    const [best] = mostFrequent(likely, await count(together, tier), typed.text)
    if (best !== undefined) return best
  }
  return undefined
}

/** Count pages for each word; a group of words that do not exist takes one query. */
async function countEach(count: Count, words: readonly Readings[]): Promise<number[]> {
  const groups = Array.from({ length: Math.ceil(words.length / spellingsAtOnce) }, (_, index) =>
    words.slice(index * spellingsAtOnce, (index + 1) * spellingsAtOnce),
  )
  const any = await count(
    groups.map((group) => [group.flat()]),
    'text',
  )
  const standing = words.flatMap((word, at) =>
    any[Math.floor(at / spellingsAtOnce)] ? [word] : [],
  )
  const pages = await count(
    standing.map((word) => [word]),
    'text',
  )
  const pagesOf = new Map(standing.map((word, at) => [word, pages[at] ?? 0]))
  return words.map((word) => pagesOf.get(word) ?? 0)
}

/** Frequent words are likelier, and so are those with the same first letter. */
function mostFrequent(
  words: readonly AskedWord[],
  pages: readonly number[],
  typed: string,
): AskedWord[] {
  return words
    .map((word, at) => {
      const weight = typedText([word])[0] === typed[0] ? 4 : 1
      return { word, weight: weight * (pages[at] ?? 0) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, maxLikely)
    .map(({ word }) => word)
}
