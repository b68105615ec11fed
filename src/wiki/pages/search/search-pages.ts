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
  /** Whether somebody is still typing the last word, so the answer must be fast. */
  readonly isTyping?: boolean
  readonly label?: string | undefined
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

const hitLimits = { title: 500, headings: 300, text: 1_000 } as const
const mostTyping = { title: 500, headings: 200, text: 200 } as const
const rankedAtOnce = 200
const maxHeadingsLength = 4_000
/** Hits beyond this are counted but not shown. */
const maxTextLength = 100_000
const maxTypingTextLength = 20_000
const maxLabels = 20
const maxConnected = 50

/** A query without words and label has no results. */
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
  const candidates = await findPages(database, request, place, words)
  if (candidates.total > 0 || request.offset > 0 || words.length === 0) return candidates
  // A word of one or two letters matches too much, so it is ignored while typing.
  if (request.isTyping && !isSelective(words.at(-1))) {
    return { ...(await findPages(database, request, place, words.slice(0, -1))), words }
  }
  const correction = await correctWords(database, words, place)
  if (correction === undefined) return candidates
  const corrected = await findPages(database, request, place, correction.words)
  return corrected.total === 0 ? candidates : { ...corrected, leftOut: correction.leftOut }
}

/** Treat an invalid id as a space that does not exist. */
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
  const limits = isTyping ? limitsOfTyping(words) : hitLimits
  const query = { ...place, words: readings, most: limits }
  const recordedPages = await findRecordedPages(database, query)
  // The first batch contains all matching recorded pages.
  const isFirst = offset < rankedAtOnce + recordedPages.length
  const behind = offset - recordedPages.length
  const start = isFirst ? 0 : behind - (behind % rankedAtOnce)
  const list = (spaceIds: readonly number[] | undefined): Promise<FoundPage[]> =>
    findCandidates(database, { ...query, spaceIds, pages: sql`pages` }, start)
  const isAlone = preferredSpaceId === undefined || place.spaceIds?.length === 1
  const [nearPages, allPages] = await Promise.all([
    isAlone ? [] : list([Number(preferredSpaceId)]),
    list(place.spaceIds),
  ])
  const nearIds = new Set(nearPages.map(({ id }) => id))
  const otherPages = allPages.filter(({ id }) => !nearIds.has(id))
  // A hit in a title or heading counts more than a preferred space.
  const candidates = [...nearPages, ...otherPages, ...(isFirst ? recordedPages : [])]
  const order = rankPages(candidates, readings).sort(
    (left, right) =>
      Math.floor(right.rank) - Math.floor(left.rank) ||
      Number(nearIds.has(right.candidate.id)) - Number(nearIds.has(left.candidate.id)),
  )
  const pages = order.map(({ candidate }) => candidate)
  const total = Math.max(nearPages[0]?.total ?? 0, allPages[0]?.total ?? 0) + recordedPages.length
  const firstIndex = isFirst ? offset : behind - start
  return {
    hits: await readHits(database, pages.slice(firstIndex, firstIndex + limit), {
      maxTextLength: isTyping ? maxTypingTextLength : maxTextLength,
    }),
    total,
    hasMore: total >= hitLimits.text,
    labels: countLabels(pages),
    words,
    leftOut: [],
  }
}

/** Filter by space first, because few spaces are connected. */
async function findRecordedPages(
  database: Database,
  query: Omit<AskedPages, 'pages'>,
): Promise<FoundPage[]> {
  const connected = await database.search<{ space_id: number }>(sql`
    select p.space_id from space_connections p where ${query.condition}
    order by p.space_id limit ${maxConnected}`)
  if (connected.length === 0) return []
  const spaceIds = connected.map(({ space_id: id }) => id)
  const candidates = await findCandidates(database, { ...query, spaceIds, pages: indexedPages }, 0)
  return candidates.map((page) => ({ ...page, isRecorded: true }))
}

/** With more forms than this, the prefix itself is searched. */
const maxForms = 16

/** Replace prefixes by their words, on engines where that is faster. */
async function withForms(
  database: Database,
  query: readonly Readings[],
): Promise<readonly Readings[]> {
  const { wordsBegunBy } = dialectOf(database).search
  if (wordsBegunBy === undefined) return query
  const spellOut = async (word: IndexWord): Promise<IndexWord> => {
    if (!word.isPrefix || !isLong(word.text)) return word
    const completions = wordsBegunBy(word.text, maxForms + 1)
    const forms = (await database.search<{ word: string }>(completions)).map((row) => row.word)
    return forms.length > maxForms ? word : { ...word, forms }
  }
  const eachOf = <Item, Made>(list: readonly Item[], make: (item: Item) => Promise<Made>) =>
    Promise.all(list.map(make))
  return eachOf(query, (readings) => eachOf(readings, (words) => eachOf(words, spellOut)))
}

function limitsOfTyping(words: readonly AskedWord[]): AskedPages['most'] {
  return isSelective(words.at(-1)) ? mostTyping : { title: mostTyping.title }
}

function isSelective(word: AskedWord | undefined): boolean {
  const lastWord = word?.readings[0]?.at(-1)
  return lastWord === undefined || lastWord.isRun || isLong(lastWord.text)
}

interface FoundPage extends Candidate {
  readonly isRecorded: boolean
  readonly spaceId: number
  readonly labels: string
  readonly total: number
}

async function findCandidates(
  database: Database,
  query: AskedPages,
  offset: number,
): Promise<FoundPage[]> {
  const rows = await database.search<Omit<FoundPage, 'isRecorded'>>(sql`
    select p.id, p.space_id as "spaceId", p.title, p.labels, best.tier, best.score, best.total,
      substr(t.headings, 1, ${maxHeadingsLength}) as headings
    from (
      select id, max(tier) as tier, max(score) as score, count(*) over () as total
      from (${dialectOf(database).search.find(query)}) found group by id
      order by tier desc, score desc, id desc limit ${rankedAtOnce} offset ${offset}
    ) best
    join ${query.pages} p on p.id = best.id
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
    .map(([label, pages]) => ({ label, pages }))
    .sort((left, right) => right.pages - left.pages || (left.label < right.label ? -1 : 1))
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
/** A word has hundreds of spellings; this many are checked in one query. */
const spellingsAtOnce = 32
const maxLikely = 30
const maxCounted = 20

/** @returns Undefined when a correction has no results either. */
async function correctWords(
  database: Database,
  query: readonly AskedWord[],
  place: SearchPlace,
): Promise<Correction | undefined> {
  const count = pageCounter(database, place)
  const single = await count(
    readingsOf(query).map((word) => [word]),
    'text',
  )
  const unknown = query.filter((_, at) => single[at] === 0)
  // All words exist, but not together: any of them may be wrong.
  const isWhole = unknown.length === 0
  const suspects = (isWhole ? [...query].sort(byLength) : unknown).slice(0, maxCorrected)
  const corrections = new Map<AskedWord, AskedWord>()
  const understood = (): AskedWord[] =>
    query
      .filter((word) => !unknown.includes(word) || corrections.has(word))
      .map((word) => corrections.get(word) ?? word)
  for (const suspect of suspects) {
    const withSpelling = (word: AskedWord): AskedWord[] => {
      corrections.set(suspect, word)
      const words = understood()
      corrections.delete(suspect)
      return words
    }
    const better = await bestSpelling(count, suspect, withSpelling)
    if (better !== undefined) corrections.set(suspect, better)
    if (isWhole && corrections.size > 0) break
  }
  const words = understood()
  const leftOut = unknown.filter((word) => !corrections.has(word))
  if (words.length === 0 || (corrections.size === 0 && leftOut.length === 0)) return undefined
  return { words, leftOut: leftOut.map((word) => typedText([word])) }
}

function byLength(left: AskedWord, right: AskedWord): number {
  return typedText([right]).length - typedText([left]).length
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
    const countRows = await database.search<{ name: number; pages: number }>(
      search.countGiven(givenRows(rows, { name: 'bigint', query: 'text' }), {
        tier,
        condition,
        most: maxCounted,
      }),
    )
    const pages = new Map(countRows.map((row) => [Number(row.name), Number(row.pages)]))
    return rows.map(({ name }) => pages.get(name) ?? 0)
  }
}

/** First among titles and headings with the other words, then among texts. */
async function bestSpelling(
  count: Count,
  suspect: AskedWord,
  withSpelling: (word: AskedWord) => readonly AskedWord[],
): Promise<AskedWord | undefined> {
  const [[typed, ...phrase] = []] = suspect.readings
  if (typed === undefined || typed.isRun || phrase.length > 0) return undefined
  const candidates = spellings(typed.text).map((text) => ({ readings: [[{ ...typed, text }]] }))
  // Most spellings do not exist, which a query without the other words tells quickly; whole
  // words are likelier than prefixes.
  const alone = candidates.map((word) => [[{ text: typedText([word]), isPrefix: false }]])
  let likely = mostFrequent(candidates, await countEach(count, alone), typed.text)
  if (likely.length === 0) {
    const readings = candidates.flatMap((word) => readingsOf([word]))
    likely = mostFrequent(candidates, await countEach(count, readings), typed.text)
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
  const anyPage = await count(
    groups.map((group) => [group.flat()]),
    'text',
  )
  const existingWords = words.flatMap((word, at) =>
    anyPage[Math.floor(at / spellingsAtOnce)] ? [word] : [],
  )
  const pages = await count(
    existingWords.map((word) => [word]),
    'text',
  )
  const pagesOf = new Map(existingWords.map((word, at) => [word, pages[at] ?? 0]))
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
    .sort((left, right) => right.weight - left.weight)
    .slice(0, maxLikely)
    .map(({ word }) => word)
}
