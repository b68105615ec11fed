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
import { editedMarkdown, phraseEnd, phraseStart } from './edited-markdown.ts'
import { nearestContext, nthOccurrence, type Placement } from './peer-placement.ts'

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
