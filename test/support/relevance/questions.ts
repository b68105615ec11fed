/** Questions made of titles, headings and rare words, some with a slip, and how often a search answers them. @module */
import { splitSections } from '../../../src/convert/adf/sections.ts'
import type { Database } from '../../../src/store/database.ts'
import { indexWords } from '../../../src/store/search/search-words.ts'
import { sql } from '../../../src/store/sql.ts'
import { shuffled } from '../base/seeded-random.ts'
import { foundPages } from '../browser/page-elements.ts'

export interface SearchedPage {
  readonly id: string
  readonly title: string
  readonly sections: readonly SearchedSection[]
}

export interface SearchedSection {
  readonly id: string
  readonly heading: string
  readonly text: string
}

export const questionKinds = [
  'title',
  'title, a slip',
  'heading',
  'heading, a slip',
  'words of a section',
  'words of a section, a slip',
] as const

export interface Question {
  readonly kind: (typeof questionKinds)[number]
  readonly asked: string
  readonly pages: ReadonlySet<string>
  readonly places: ReadonlySet<string>
}

export interface FoundPage {
  readonly id: string
  readonly places: readonly string[]
}

export interface Successes {
  readonly asked: number
  readonly at1: number
  readonly at3: number
  readonly at10: number
  readonly place: number
}

/** Shorter words become other words by a slip. */
const minSlipLength = 5
/** Words of more pages say nothing about a section. */
const maxPagesOfWord = 5
const wordsPerQuestion = 3

export function makeQuestions(
  pages: readonly SearchedPage[],
  perKind: number,
  random: () => number,
): Question[] {
  const titles = pages.map((page) => ({ page, section: undefined, words: indexWords(page.title) }))
  const sections = pages.flatMap((page) =>
    page.sections.map((section) => ({ page, section, words: indexWords(section.heading) })),
  )
  const headings = sections.filter(({ section }) => section.heading !== '')
  const answers = answersByWords([...titles, ...headings])
  const frequency = pagesOfWords(pages)
  const tellingOf = (section: SearchedSection): string[] =>
    [...new Set(indexWords(section.text))]
      .filter((word) => /^\p{L}{4,}$/u.test(word) && (frequency.get(word) ?? 0) <= maxPagesOfWord)
      .slice(0, wordsPerQuestion)
  const named = (from: readonly Source[], kind: 'title' | 'heading'): Question[] =>
    shuffled(from, random).flatMap(({ words }) => {
      const answer = answers.get(words.join(' ')) as Answers
      // A title of many pages is no question for one of them.
      return words.length < 2 || answer.pages.size > 2
        ? []
        : slipped(kind, words.slice(0, 6), answer, random)
    })
  const worded = shuffled(sections, random).flatMap(({ page, section }) => {
    const words = tellingOf(section)
    if (words.length < wordsPerQuestion) return []
    const answer = { pages: new Set([page.id]), places: new Set([`${page.id}#${section.id}`]) }
    return slipped('words of a section', words, answer, random)
  })
  const all = [...named(titles, 'title'), ...named(headings, 'heading'), ...worded]
  return questionKinds.flatMap((kind) =>
    all.filter((question) => question.kind === kind).slice(0, perKind),
  )
}

interface Source {
  readonly page: SearchedPage
  readonly section: SearchedSection | undefined
  readonly words: readonly string[]
}

type Answers = Pick<Question, 'pages' | 'places'>

function answersByWords(sources: readonly Source[]): ReadonlyMap<string, Answers> {
  const answers = new Map<string, { pages: Set<string>; places: Set<string> }>()
  for (const { page, section, words } of sources) {
    const key = words.join(' ')
    const answer = answers.get(key) ?? { pages: new Set(), places: new Set() }
    answer.pages.add(page.id)
    if (section !== undefined) answer.places.add(`${page.id}#${section.id}`)
    answers.set(key, answer)
  }
  return answers
}

function pagesOfWords(pages: readonly SearchedPage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { title, sections } of pages) {
    const text = [title, ...sections.flatMap((one) => [one.heading, one.text])].join('\n')
    for (const word of new Set(indexWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function slipped(
  kind: 'title' | 'heading' | 'words of a section',
  words: readonly string[],
  answer: Answers,
  random: () => number,
): Question[] {
  const plain = { kind, asked: words.join(' '), ...answer }
  const [wrong] = shuffled(
    words.filter((word) => /^\p{L}+$/u.test(word) && word.length >= minSlipLength),
    random,
  )
  if (wrong === undefined) return [plain]
  const asked = words.map((word) => (word === wrong ? slip(word, random) : word)).join(' ')
  return [plain, { kind: `${kind}, a slip`, asked, ...answer }]
}

function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const letter = String.fromCharCode(97 + Math.floor(random() * 26))
  const [before, own, next, after] = [
    word.slice(0, at),
    word[at] as string,
    word[at + 1] as string,
    word.slice(at + 2),
  ]
  const forms = [before + next + own + after, before + next + after, before + letter + next + after]
  const made = forms[Math.floor(random() * forms.length)] as string
  return made === word ? before + letter + own + next + after : made
}

export async function ask(
  questions: readonly Question[],
  search: (asked: string) => Promise<readonly FoundPage[]>,
): Promise<Successes> {
  let [at1, at3, at10, place] = [0, 0, 0, 0]
  for (const question of questions) {
    const found = await search(question.asked)
    const at = found.findIndex(({ id }) => question.pages.has(id))
    if (at === 0) at1 += 1
    if (at >= 0 && at < 3) at3 += 1
    if (at >= 0 && at < 10) at10 += 1
    const [first] = found
    const landed = first === undefined ? '' : `${first.id}#${first.places[0] ?? ''}`
    if (at === 0 && (question.places.size === 0 || question.places.has(landed))) place += 1
  }
  return { asked: questions.length, at1, at3, at10, place }
}

export async function searchedPages(database: Database): Promise<SearchedPage[]> {
  const rows = await database.read<{ id: number; title: string; body: string }>(sql`
    select p.id, p.title, t.body from pages p
    join page_texts t on t.space_id = p.space_id and t.page_id = p.id
    where p.status = 'current' and p.parent_id <> 0 order by p.id`)
  return rows.map(({ id, title, body }) => ({
    id: String(id),
    title,
    sections: splitSections(body),
  }))
}

export async function searchOver(url: string, asked: string): Promise<FoundPage[]> {
  const response = await fetch(`${url}/search?${new URLSearchParams({ q: asked })}`)
  return foundPages(await response.text()).map(({ address, places }) => ({
    id: /\/pages\/(\d+)/.exec(address)?.[1] ?? '',
    places: places.map((place) => decodeURIComponent(place.address.split('#')[1] ?? '')),
  }))
}
