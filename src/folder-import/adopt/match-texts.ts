/** Compares the texts of files with those of pages, where names do not tell. @module */
import { likeness, type Measured, measureText } from '../../compare/likeness.ts'
import type { PageNode } from '../plan/page-node.ts'
import { type Matching, type TherePage, titleSign } from './match-pages.ts'

/** Less is chance: pages of one wiki are about the same things. */
const minLikeness = 0.5
/** Of two with one title. */
const minLikenessOfTitle = 0.2
/** By so much the best has to be ahead of the next. */
const minLead = 0.1
/** Fewer different words say nothing. */
const minWords = 8
/** Words that more pages have tell none apart. */
const maxPagesOfWord = 40
/** So many pages are compared with a file: those that share the most rare words with it. */
const maxCandidates = 8

/**
 * Match the most alike, each with the one that is the most like it.
 * @param matching Takes what is found.
 * @param texts The texts of files and pages that are in no match; what is missing is left out.
 */
export function matchTexts(
  matching: Matching,
  texts: {
    readonly files: ReadonlyMap<PageNode, string>
    readonly pages: ReadonlyMap<TherePage, string>
  },
): void {
  const files = measured(texts.files)
  const pages = measured(texts.pages)
  const candidatesOf = candidateFinder(pages)
  const pairs: Pair[] = []
  for (const [node, own] of files) {
    const title = titleSign(node.title)
    for (const page of candidatesOf(own)) {
      const share = likeness(own, pages.get(page) as Measured)
      const isTitled = titleSign(page.title) === title
      if (share >= (isTitled ? minLikenessOfTitle : minLikeness)) pairs.push({ node, page, share })
    }
  }
  const isAhead = aheadOfOthers(pairs)
  for (const pair of pairs) {
    const { node, page, share } = pair
    if (isAhead(pair)) matching.add({ node, page, reason: 'text', likeness: share })
  }
}

interface Pair {
  readonly node: PageNode
  readonly page: TherePage
  readonly share: number
}

function measured<Key>(texts: ReadonlyMap<Key, string>): Map<Key, Measured> {
  const all = [...texts].map(([key, text]) => [key, measureText(text)] as const)
  return new Map(all.filter(([, { words }]) => words.size >= minWords))
}

/** Comparing each with each would take the square of a large space. */
function candidateFinder(
  pages: ReadonlyMap<TherePage, Measured>,
): (own: Measured) => readonly TherePage[] {
  const byWord = new Map<string, TherePage[]>()
  for (const [page, { words }] of pages) {
    for (const word of words) {
      const having = byWord.get(word)
      if (having === undefined) byWord.set(word, [page])
      else if (having.length <= maxPagesOfWord) having.push(page)
    }
  }
  return ({ words }) => {
    const shared = new Map<TherePage, number>()
    for (const word of words) {
      const having = byWord.get(word) ?? []
      if (having.length > maxPagesOfWord) continue
      for (const page of having) shared.set(page, (shared.get(page) ?? 0) + 1)
    }
    const most = [...shared].sort(([, a], [, b]) => b - a).slice(0, maxCandidates)
    return most.map(([page]) => page)
  }
}

function aheadOfOthers(pairs: readonly Pair[]): (pair: Pair) => boolean {
  const byFile = Map.groupBy(pairs, ({ node }) => node)
  const byPage = Map.groupBy(pairs, ({ page }) => page)
  return (pair) => {
    const rivals = [...(byFile.get(pair.node) ?? []), ...(byPage.get(pair.page) ?? [])]
    return rivals.every((one) => one === pair || one.share + minLead <= pair.share)
  }
}
