/** Corrects queries without results, and reveals no words of pages closed to the reader. @module */
import type { Database } from '../../../database/database.ts'
import { dialectOf } from '../../../database/dialects.ts'
import type { AskedWords, CountedTier, Readings } from '../../../database/search/search-index.ts'
import { spellings } from '../../../database/search/spellings.ts'
import type { Statement } from '../../../database/sql.ts'
import { type AskedWord, readingsOf, typedText } from './asked-words.ts'

export interface SearchPlace extends Pick<AskedWords, 'label' | 'spaceIds'> {
  readonly condition: Statement
}

export interface Correction {
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
export async function correctWords(
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
        ...{ tier, condition },
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
