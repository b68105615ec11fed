/** Trials of what becomes of comments when their documents are edited. @module */

import { flatText } from '../../../src/confluence/body/flat-text.ts'
import type { BodyRequest } from '../../../src/confluence/body/page-body.ts'
import { markComments } from '../../../src/confluence/body/place-comments.ts'
import { planBody } from '../../../src/confluence/body/plan-body.ts'
import { adfDialect } from '../../../src/confluence/body/site-kinds.ts'
import { toRemoteDocument } from '../../../src/confluence/document/to-remote-document.ts'
import type { AdfDoc } from '../../../src/convert/adf/types.ts'
import { markdownToAdf } from '../../../src/convert/markdown-to-page.ts'
import { seededRandom } from '../base/seeded-random.ts'

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
  readonly start: number
  readonly end: number
  readonly right: number
  readonly oldPage: AdfDoc
  readonly youngDoc: AdfDoc
}

function placeInPlan({ oldPage, youngDoc, start, end }: Trial): number {
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
  const young = flatText(toRemoteDocument(youngDoc, wanted).content).text
  // A mark may have been parsed as Markdown.
  if (old !== withoutMarks(marked) || young !== withoutMarks(youngMarked)) return undefined
  return { start, end, right: youngMarked.indexOf(phraseStart), oldPage, youngDoc }
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

export interface Score {
  trials: number
  right: number
  wrong: number
  'lost though there': number
  'gone, said so': number
  'gone, misplaced': number
}

export function runTrials(documents: readonly string[], seeds: readonly number[]): Score {
  const outcomes = { 'lost though there': 0, 'gone, said so': 0, 'gone, misplaced': 0 }
  const score: Score = { trials: 0, right: 0, wrong: 0, ...outcomes }
  for (const seed of seeds) {
    const random = seededRandom(seed)
    for (const markdown of documents) {
      for (let round = 0; round < trialsOfDocument; round += 1) {
        const trial = trialOf(markdown, random)
        if (trial === undefined) continue
        score.trials += 1
        score[outcomeOf(trial.right, placeInPlan(trial))] += 1
      }
    }
  }
  return score
}

function outcomeOf(right: number, found: number): Exclude<keyof Score, 'trials'> {
  if (right < 0) return found < 0 ? 'gone, said so' : 'gone, misplaced'
  if (found < 0) return 'lost though there'
  return found === right ? 'right' : 'wrong'
}
