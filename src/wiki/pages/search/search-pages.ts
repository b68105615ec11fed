/** Full-text search over titles, headings and texts of current pages. @module */
import type { Reader } from '../../../accounts/reader.ts'
import type { Database } from '../../../store/database.ts'
import { dialectOf } from '../../../store/dialects.ts'
import { parseId } from '../../../store/ids.ts'
import {
  type AskedPages,
  type AskedWords,
  type IndexWord,
  tiers,
} from '../../../store/search/search-index.ts'
import {
  askedWords,
  isLong,
  placedWords,
  type SearchWord,
} from '../../../store/search/search-words.ts'
import { isAnyOf, type Statement, sql } from '../../../store/sql.ts'
import { indexedPages } from '../recorded-pages.ts'
import { type Candidate, rankPages, readHits, type SearchHit } from './rank-pages.ts'
import { likeliestForms, spellings } from './spellings.ts'

export interface SearchRequest {
  readonly words: readonly SearchWord[]
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
  /** The corrected words that we searched, because no page has the typed ones. */
  readonly corrected?: readonly SearchWord[]
}

const hitLimits = { title: 500, headings: 300, text: 1_000 } as const
const mostTyping = { title: 500, headings: 200, text: 200 } as const
const rankedAtOnce = 200
const maxHeadingsLength = 4_000
/** Hits beyond this are counted but not shown. */
const maxTextLength = 100_000
const maxTypingTextLength = 20_000
const maxConnected = 50

/** The rest of a long query is ignored, because each word costs time. */
const maxAskedLength = 1_000
const maxAskedWords = 8

/** @param isTyping Whether the last word may be unfinished. */
export function parseSearch(text: string, isTyping = false): SearchWord[] {
  const wordsByText = new Map<string, SearchWord>()
  for (const { text: word, isRun } of placedWords(text.slice(0, maxAskedLength))) {
    wordsByText.set(word, { text: word, isRun })
    if (wordsByText.size === maxAskedWords) break
  }
  return [...wordsByText.values()].map((word, index, words) =>
    isTyping && index === words.length - 1 ? { ...word, isUnfinished: true } : word,
  )
}

const maxPrefixes = 3

function toIndexWords(words: readonly SearchWord[]): IndexWord[] {
  return words.flatMap((word, index) => {
    // Prefixes are expensive, so in long queries only the last word is one.
    const mayBePrefix = words.length <= maxPrefixes || index === words.length - 1
    return askedWords(word).map(({ text, isPrefix }) => ({
      text,
      isPrefix: isPrefix && (mayBePrefix || word.isRun),
    }))
  })
}

/** A query without words and label has no results. */
export async function searchPages(reader: Reader, request: SearchRequest): Promise<SearchResult> {
  const { words, label, spaceId } = request
  const { database } = reader
  const spaceIds = await searchedSpaces(reader, spaceId)
  if ((words.length === 0 && label === undefined) || spaceIds?.length === 0) return nothing
  const condition =
    spaceIds === undefined
      ? await reader.isReadable(sql`p.space_id`)
      : isAnyOf(sql`p.space_id`, spaceIds)
  const place: SearchPlace = { label, spaceIds, condition }
  const find = (searchWords: readonly SearchWord[], part: object = {}) =>
    findPages(database, { ...request, ...part }, place, searchWords)
  const result = await find(words)
  if (result.total > 0) return result
  // A request behind the last result finds nothing, so count the results before correcting words.
  if (request.offset > 0 && (await find(words, { offset: 0, limit: 0 })).total > 0) return result
  // A word of one or two letters matches too much, so it is ignored while typing.
  if (request.isTyping && !isSelective(words.at(-1))) return find(words.slice(0, -1))
  const corrected = await correctWords(database, place, words)
  return corrected === undefined ? result : { ...(await find(corrected)), corrected }
}

const nothing: SearchResult = { hits: [], total: 0, hasMore: false }

/** Treat an invalid id as a space that does not exist. */
async function searchedSpaces(
  reader: Reader,
  spaceId: string | undefined,
): Promise<readonly number[] | undefined> {
  if (spaceId === undefined) return reader.listSpaceIds()
  const id = parseId(spaceId)
  return id !== undefined && (await reader.mayRead(spaceId)) ? [id] : []
}

async function findPages(
  database: Database,
  { isTyping = false, preferredSpaceId, offset, limit }: SearchRequest,
  place: SearchPlace,
  words: readonly SearchWord[],
): Promise<SearchResult> {
  if (words.length === 0 && place.label === undefined) return nothing
  const indexWords = await withForms(database, toIndexWords(words))
  const limits = isTyping ? limitsOfTyping(words) : hitLimits
  const query = { ...place, words: indexWords, most: limits }
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
  const order = rankPages(candidates, indexWords).sort(
    (left, right) =>
      Math.floor(right.rank) - Math.floor(left.rank) ||
      Number(nearIds.has(right.candidate.id)) - Number(nearIds.has(left.candidate.id)),
  )
  const pages = order.map(({ candidate }) => candidate)
  const total = Math.max(nearPages[0]?.total ?? 0, allPages[0]?.total ?? 0) + recordedPages.length
  const firstIndex = isFirst ? offset : behind - start
  const shownPages = pages.slice(firstIndex, firstIndex + limit)
  const textLength = isTyping ? maxTypingTextLength : maxTextLength
  const hits = await readHits(database, shownPages, textLength)
  return { hits, total, hasMore: total >= hitLimits.text }
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
  words: readonly IndexWord[],
): Promise<readonly IndexWord[]> {
  const { wordsBegunBy } = dialectOf(database).search
  if (wordsBegunBy === undefined) return words
  return Promise.all(
    words.map(async (word): Promise<IndexWord> => {
      if (!word.isPrefix || !isLong(word.text) || word.forms !== undefined) return word
      const completions = wordsBegunBy(word.text, maxForms + 1)
      const rows = await database.search<{ word: string }>(completions)
      const forms = rows.map((row) => ({ text: row.word, isPrefix: false }))
      return forms.length > maxForms ? word : { ...word, forms }
    }),
  )
}

function limitsOfTyping(words: readonly SearchWord[]): AskedPages['most'] {
  return isSelective(words.at(-1)) ? mostTyping : { title: mostTyping.title }
}

function isSelective(word: SearchWord | undefined): boolean {
  return word === undefined || word.isRun || isLong(word.text)
}

interface FoundPage extends Candidate {
  readonly isRecorded: boolean
  readonly spaceId: number
  readonly total: number
}

async function findCandidates(
  database: Database,
  query: AskedPages,
  offset: number,
): Promise<FoundPage[]> {
  const rows = await database.search<Omit<FoundPage, 'isRecorded'>>(sql`
    select p.id, p.space_id as "spaceId", p.title, best.tier, best.score, best.total,
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

interface SearchPlace extends Pick<AskedWords, 'label' | 'spaceIds'> {
  readonly condition: Statement
}

/** A word has hundreds of spellings, and all of these are searched in one query. */
const suspectsAtOnce = 3
const mostCorrected = { headings: 100, text: 100 } as const
const maxCorrectingTexts = 5

/** Corrects typing errors by the words of pages that the reader may read, whole words first. */
async function correctWords(
  database: Database,
  place: SearchPlace,
  words: readonly SearchWord[],
): Promise<readonly SearchWord[] | undefined> {
  const suspects = words
    .filter(({ text, isRun }) => !isRun && spellings(text).length > 0)
    .map(({ text }) => text)
    .sort((left, right) => right.length - left.length)
  for (let start = 0; start < suspects.length; start += suspectsAtOnce) {
    const group = suspects.slice(start, start + suspectsAtOnce)
    for (const arePrefixes of [false, true]) {
      const indexWords = toIndexWords(words).map((word) =>
        group.includes(word.text) ? withSpellings(word, arePrefixes) : word,
      )
      const forms = await findForms(database, place, indexWords)
      if (forms === undefined) continue
      return words.map((word) => ({ ...word, text: forms.get(word.text) ?? word.text }))
    }
  }
  return undefined
}

function withSpellings(word: IndexWord, arePrefixes: boolean): IndexWord {
  const isPrefix = arePrefixes && word.isPrefix
  return { ...word, forms: [word, ...spellings(word.text).map((text) => ({ text, isPrefix }))] }
}

/** Finds forms of the words in titles and headings first, then in the texts of a few pages. */
async function findForms(
  database: Database,
  place: SearchPlace,
  words: readonly IndexWord[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const query = { ...place, words: await withForms(database, words), most: mostCorrected }
  const pages = [
    ...(await findCandidates(database, { ...query, pages: sql`pages` }, 0)),
    ...(await findRecordedPages(database, query)),
  ]
  const suspects = words.filter(({ forms }) => forms !== undefined)
  const named = pages.filter(({ tier }) => tier > tiers.text)
  const forms = likeliestForms(
    named.map(({ title, headings }) => `${title} ${headings}`),
    suspects,
  )
  if (forms !== undefined) return forms
  const hits = await readHits(database, pages.slice(0, maxCorrectingTexts), maxTextLength)
  return likeliestForms(
    hits.map(({ title, text }) => `${title} ${text}`),
    suspects,
  )
}
