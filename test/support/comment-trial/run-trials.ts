/** Trials of what becomes of comments when their documents are edited, by us and by other tools. @module */
import { adfDialect } from '../../../src/confluence/body/adf-dialect.ts'
import { placeFinder } from '../../../src/confluence/body/find-place.ts'
import { flatText } from '../../../src/confluence/body/flat-text.ts'
import { markComments } from '../../../src/confluence/body/mark-comments.ts'
import type { BodyRequest } from '../../../src/confluence/body/page-body.ts'
import { planBody } from '../../../src/confluence/body/plan-body.ts'
import { toRemoteDocument } from '../../../src/confluence/document/to-remote-document.ts'
import type { AdfDoc } from '../../../src/convert/adf/types.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { seededRandom } from '../base/seeded-random.ts'

type Placement = (old: string, young: string, start: number, end: number) => number

const context = 100
const maxCandidates = 100

const nthOccurrence: Placement = (old, young, start, end) => {
  const quoted = old.slice(start, end)
  const number = occurrencesOf(old.slice(0, start), quoted).length
  const found = occurrencesOf(young, quoted)
  return found[number] ?? (found.length === 1 ? (found[0] as number) : -1)
}

const nearestContext: Placement = (old, young, start, end) => {
  const quoted = old.slice(start, end)
  const before = old.slice(Math.max(0, start - context), start)
  const after = old.slice(end, end + context)
  let best = { at: -1, distance: Number.POSITIVE_INFINITY }
  let at = young.indexOf(quoted)
  for (let tried = 0; at >= 0 && tried < maxCandidates; tried += 1) {
    const behind = at + quoted.length
    const distance =
      levenshtein(before, young.slice(Math.max(0, at - context), at)) +
      levenshtein(after, young.slice(behind, behind + context))
    if (distance < best.distance) best = { at, distance }
    at = young.indexOf(quoted, at + 1)
  }
  return best.at
}

function occurrencesOf(text: string, quoted: string): number[] {
  const found: number[] = []
  let at = text.indexOf(quoted)
  while (at >= 0) {
    found.push(at)
    at = text.indexOf(quoted, at + quoted.length)
  }
  return found
}

function levenshtein(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j += 1) {
      const kept = (row[j] as number) + (one[i] === other[j] ? 0 : 1)
      next.push(Math.min((row[j + 1] as number) + 1, (next[j] as number) + 1, kept))
    }
    row = next
  }
  return row.at(-1) as number
}

const phraseStart = '\uE000'
const phraseEnd = '\uE001'

interface EditedMarkdown {
  readonly before: string
  readonly after: string
}

const edits = 4
const fence = /^\s*(```|~~~)/

function editedMarkdown(markdown: string, random: () => number): EditedMarkdown | undefined {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item
  const blocks = blocksOf(markdown)
  const paragraphs = blocks.flatMap((block, index) =>
    !/^\s*(```|~~~|\||<|#|\[)/.test(block) && /[A-Za-z]{3,} [A-Za-z]{3,}/.test(block)
      ? [index]
      : [],
  )
  if (blocks.length < 6 || paragraphs.length === 0) return undefined
  const chosen = pick(paragraphs)
  const block = blocks[chosen] as string
  const phrase = pick([...block.matchAll(/[A-Za-z]{3,}( [A-Za-z]{2,}){0,2}/g)])
  const end = phrase.index + phrase[0].length
  blocks[chosen] =
    block.slice(0, phrase.index) + phraseStart + phrase[0] + phraseEnd + block.slice(end)
  const edited = [...blocks]
  for (let done = 0; done < edits; done += 1) editOnce(edited, random, pick)
  return { before: blocks.join('\n\n'), after: edited.join('\n\n') }
}

function editOnce(
  blocks: string[],
  random: () => number,
  pick: <Item>(items: readonly Item[]) => Item,
): void {
  const kind = random()
  const index = Math.floor(random() * blocks.length)
  if (kind < 0.3) {
    blocks.splice(index, 0, pick(blocks).replaceAll(phraseStart, '').replaceAll(phraseEnd, ''))
  } else if (kind < 0.45 && blocks.length > 3) {
    blocks.splice(index, 1)
  } else if (kind < 0.6 && blocks.length > 3) {
    const moved = blocks.splice(index, 1)
    blocks.splice(Math.floor(random() * blocks.length), 0, ...moved)
  } else {
    const commented = blocks.findIndex((block) => block.includes(phraseStart))
    const changed = random() < 0.5 && commented >= 0 ? commented : index
    blocks[changed] = withOtherWord(blocks[changed] as string, pick)
  }
}

function withOtherWord(block: string, pick: <Item>(items: readonly Item[]) => Item): string {
  const [start, end] = [block.indexOf(phraseStart), block.indexOf(phraseEnd)]
  const words = [...block.matchAll(/[A-Za-z]{4,}/g)].filter(
    (word) => start < 0 || word.index > end || word.index + word[0].length <= start,
  )
  if (words.length === 0 || fence.test(block)) return block
  const word = pick(words)
  const other = `changed${word.index % 99}`
  return block.slice(0, word.index) + other + block.slice(word.index + word[0].length)
}

function blocksOf(markdown: string): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let isCode = false
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (fence.test(line)) isCode = !isCode
    if (isCode || line.trim() !== '') {
      block.push(line)
    } else if (block.length > 0) {
      blocks.push(block.join('\n'))
      block = []
    }
  }
  return block.length > 0 ? [...blocks, block.join('\n')] : blocks
}

const trialsOfDocument = 8
const marker = 'the-comment'

const wanted: BodyRequest = {
  kind: 'cloud',
  baseUrl: 'https://acme.atlassian.net/wiki',
  pageId: '1',
  adf: '',
  settings: { diagramMacros: {}, formulaMacros: undefined },
  files: [],
  theirs: undefined,
  base: undefined,
  edits: 'overwrite',
  comments: [],
}

interface Trial {
  readonly old: string
  readonly young: string
  readonly start: number
  readonly end: number
  readonly right: number
  readonly oldPage: AdfDoc
  readonly youngDoc: AdfDoc
}

export interface Score {
  right: number
  wrong: number
  'lost though there': number
  'gone, said so': number
  'gone, misplaced': number
  ms: number
}

const placements: Readonly<Record<PlacementName, (trial: Trial) => number>> = {
  'nth occurrence': byTexts(nthOccurrence),
  'nearest context': byTexts(nearestContext),
  'find-place': ({ old, young, start, end }) => placeFinder(old, young)(start, end),
  'planned body': byPlan,
}

type PlacementName = 'nth occurrence' | 'nearest context' | 'find-place' | 'planned body'

function byTexts(placement: Placement): (trial: Trial) => number {
  return ({ old, young, start, end }) => placement(old, young, start, end)
}

function byPlan({ oldPage, youngDoc, start, end }: Trial): number {
  const markers = [{ marker, start, end }]
  const theirs = markComments(oldPage, flatText(oldPage.content), markers)
  const { body } = planBody({
    ...wanted,
    adf: JSON.stringify(youngDoc),
    theirs: JSON.stringify(theirs),
    comments: [{ marker, quoted: '' }],
  })
  return adfDialect.read(body).markers[0]?.start ?? -1
}

function trialOf(markdown: string, random: () => number): Trial | undefined {
  const edited = editedMarkdown(markdown, random)
  if (edited === undefined) return undefined
  const [marked, youngMarked] = [edited.before, edited.after].map(textOf) as [string, string]
  const start = marked.indexOf(phraseStart)
  const end = marked.indexOf(phraseEnd) - 1
  if (start < 0 || end <= start) return undefined
  const oldPage = pageOf(withoutMarks(edited.before))
  const youngDoc = markdownToAdf(withoutMarks(edited.after)).adf
  const { text: old, leaves } = flatText(oldPage.content)
  if (leaves.some((leaf) => leaf.isCode && leaf.start <= start && start < leaf.end))
    return undefined
  const young = textOf(withoutMarks(edited.after))
  // A mark may have been parsed as Markdown.
  if (old !== withoutMarks(marked) || young !== withoutMarks(youngMarked)) return undefined
  return { old, young, start, end, right: youngMarked.indexOf(phraseStart), oldPage, youngDoc }
}

function textOf(markdown: string): string {
  return flatText(pageOf(markdown).content).text
}

function pageOf(markdown: string): AdfDoc {
  return toRemoteDocument(markdownToAdf(markdown).adf, wanted)
}

function withoutMarks(text: string): string {
  return text.replaceAll(phraseStart, '').replaceAll(phraseEnd, '')
}

function count(score: Score, right: number, found: number): void {
  if (right < 0) score[found < 0 ? 'gone, said so' : 'gone, misplaced'] += 1
  else if (found < 0) score['lost though there'] += 1
  else score[found === right ? 'right' : 'wrong'] += 1
}

interface TrialResult {
  readonly trials: number
  readonly documents: number
  readonly scores: Readonly<Record<PlacementName, Score>>
}

export function runTrials(documents: readonly string[], seeds: readonly number[]): TrialResult {
  const scores = {
    'nth occurrence': newScore(),
    'nearest context': newScore(),
    'find-place': newScore(),
    'planned body': newScore(),
  }
  let trials = 0
  const used = new Set<string>()
  for (const seed of seeds) {
    const random = seededRandom(seed)
    for (const markdown of documents) {
      for (let round = 0; round < trialsOfDocument; round += 1) {
        const trial = trialOf(markdown, random)
        if (trial === undefined) continue
        trials += 1
        used.add(markdown)
        for (const [name, score] of Object.entries(scores)) {
          const startedAt = performance.now()
          const found = placements[name as PlacementName](trial)
          score.ms += performance.now() - startedAt
          count(score, trial.right, found)
        }
      }
    }
  }
  return { trials, documents: used.size, scores }
}

function newScore(): Score {
  return {
    right: 0,
    wrong: 0,
    'lost though there': 0,
    'gone, said so': 0,
    'gone, misplaced': 0,
    ms: 0,
  }
}
