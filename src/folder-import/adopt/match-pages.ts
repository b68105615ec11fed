/** Finds out which pages of a wiki belong to which files: by place, title, name and text. @module */
import { likeness, type Measured, measureText } from '../../compare/diff-blocks.ts'
import { folderOf, indexNames, nameOf, stemOf } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'

export interface TherePage {
  readonly id: string
  readonly title: string
  readonly parentId: string
}

/**
 * - `place`: it has the title of the file's page, and stands where that is to stand
 * - `title`: it alone has that title
 * - `name`: it alone is titled like the file is called
 * - `text`: its text is the most like the file's by far
 */
export type MatchReason = 'place' | 'title' | 'name' | 'text'

/** A page, and the file that it belongs to. */
export interface PageMatch {
  readonly node: PageNode
  readonly page: TherePage
  readonly reason: MatchReason
  /** For `text`: how alike both are, from 0 to 1. */
  readonly likeness?: number
}

/** Takes matches; each page and each file is in one. */
export interface Matching {
  readonly matches: readonly PageMatch[]
  /** Files and pages that are in none. */
  files(): readonly PageNode[]
  pages(): readonly TherePage[]
  add(match: PageMatch): void
  /** Match what place, title and name say for certain: no two of either could be meant. */
  matchNames(): void
}

/**
 * Start with files and pages that are not known to belong together.
 * @param known Ids of the pages of other files, below which some may stand.
 */
export function startMatching(
  nodes: readonly PageNode[],
  there: readonly TherePage[],
  { parentId, known }: { parentId: string; known: ReadonlyMap<PageNode, string> },
): Matching {
  const matches: PageMatch[] = []
  const ids = new Map(known)
  const files = new Set(nodes)
  const pages = new Set(there)
  const add = (match: PageMatch): void => {
    matches.push(match)
    ids.set(match.node, match.page.id)
    files.delete(match.node)
    pages.delete(match.page)
  }
  /** Undefined while nobody knows below which page it is to stand. */
  const placeOf = ({ parent, parentId: declared }: PageNode): string | undefined =>
    declared ?? (parent === undefined ? parentId : ids.get(parent))
  const signs: readonly Sign[] = [
    {
      reason: 'place',
      ofFile: (node) => joined(placeOf(node), titleSign(node.title)),
      ofPage: (page) => joined(page.parentId, titleSign(page.title)),
    },
    {
      reason: 'title',
      ofFile: ({ title }) => titleSign(title),
      ofPage: ({ title }) => titleSign(title),
    },
    {
      reason: 'name',
      ofFile: (node) => joined(placeOf(node), nameSign(fileName(node))),
      ofPage: (page) => joined(page.parentId, nameSign(page.title)),
    },
    {
      reason: 'name',
      ofFile: (node) => nameSign(fileName(node)),
      ofPage: ({ title }) => nameSign(title),
    },
  ]
  return {
    matches,
    files: () => [...files],
    pages: () => [...pages],
    add,
    matchNames() {
      // What was found says where the pages below are to be looked for; the surest sign comes first.
      for (let at = 0; at < signs.length; ) {
        const found = matchSign(signs[at] as Sign, files, pages)
        for (const match of found) add(match)
        at = found.length > 0 ? 0 : at + 1
      }
    },
  }
}

/** Tell whether two titles are the same to people. */
export function titleSign(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

interface Sign {
  readonly reason: MatchReason
  ofFile(node: PageNode): string | undefined
  ofPage(page: TherePage): string | undefined
}

/** Pair what has one sign, where no other has it. */
function matchSign(
  { reason, ofFile, ofPage }: Sign,
  files: ReadonlySet<PageNode>,
  pages: ReadonlySet<TherePage>,
): PageMatch[] {
  const bySign = Map.groupBy(pages, ofPage)
  return [...Map.groupBy(files, ofFile)].flatMap(([sign, [node, ...others]]) => {
    const [page, ...rest] = (sign && bySign.get(sign)) || []
    const isSure = others.length + rest.length === 0
    return isSure && node !== undefined && page !== undefined ? [{ node, page, reason }] : []
  })
}

function joined(place: string | undefined, sign: string | undefined): string | undefined {
  return place && sign && `${place} ${sign}`
}

/** Letters and digits alone, without the numbers that order files; undefined where there are none. */
function nameSign(name: string): string | undefined {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const said = words.length > 1 && /^\d+$/.test(words[0] ?? '') ? words.slice(1) : words
  return said.join('') || undefined
}

/** A README is called like its folder. */
function fileName({ path }: PageNode): string {
  const own = path.replace(/\/$/, '')
  const isIndex = indexNames.some((name) => name.test(nameOf(path)))
  if (isIndex) return nameOf(folderOf(own))
  return path === own ? stemOf(own) : nameOf(own)
}

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
