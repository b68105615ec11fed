/** The pages of a run: what the store remembers of each, and where it is by now. @module */

import type { AnswerPage } from '../../contract/answers.ts'
import { keptPageLink } from '../../convert/adf/page-links.ts'
import type { RememberedPage } from '../client/sources.ts'
import type { PageNode } from '../plan/page-node.ts'

/**
 * - `unknown`: no request has told yet
 * - `there`: the page exists
 * - `reserved`: it has its id and address, and is made when it is sent
 * - `foreseen`: a dry run would make it
 * - `failed`: it gets no address in this run
 */
type PageState = 'unknown' | 'there' | 'reserved' | 'foreseen' | 'failed'

export interface RunPage {
  readonly node: PageNode
  /** What the store remembers of the page that this file keeps. */
  known: RememberedPage | undefined
  state: PageState
  id: string | undefined
  url: string | undefined
  /** The page as it is, where an answer told. */
  there: AnswerPage | undefined
  /** Set for the front page of a space, which keeps its own title. */
  homepageTitle: string | undefined
  /** Why the page is not sent. */
  problem: { readonly message: string; readonly key?: string } | undefined
  /** A failure on the way: nobody knows whether the page exists. */
  isUndecided: boolean
}

export interface RunPages {
  /** In the order of the plan, with pages of files that are not part of this run. */
  readonly all: readonly RunPage[]
  of(node: PageNode): RunPage
  ownerOf(pageId: string): RunPage | undefined
  /** Note where a page is; another file may not have the page already. */
  place(page: RunPage, state: 'there' | 'reserved', id: string, url: string): void
  /** Take back what the store remembers of a file's page. */
  forget(page: RunPage): void
  fail(page: RunPage, isUndecided?: boolean): void
  /** The address that links lead to. */
  urlOf(target: PageNode, from: PageNode): string | 'unknown' | 'none'
  /** Whether a page was built with links to pages that are not made yet. */
  leadsAhead(node: PageNode): boolean
  /** Pages that link to pages which were to be made, and failed or got another id. */
  misled(): readonly PageNode[]
  /** From now on links are kept relative to the wiki, as the embedded wiki keeps them. */
  keepLinks(): void
  /** After this, pages without an address have none. */
  endFirstPass(): void
}

/** Stands for pages that a dry run does not make. */
const foreseenUrl = 'https://wiki.invalid/wiki/spaces/X/pages/1'

export function runPages(
  nodes: readonly PageNode[],
  known: ReadonlyMap<PageNode, RememberedPage>,
): RunPages {
  const pages = new Map<PageNode, RunPage>()
  const owners = new Map<string, RunPage>()
  /** Pages that link to a page that is not made yet. */
  const links = new Map<PageNode, Set<PageNode>>()
  const ahead = new Set<PageNode>()
  /** Pages that got another id or address than links to them had. */
  const replaced = new Set<PageNode>()
  let isFirstPass = true
  let isEmbedded = false
  const of = (node: PageNode): RunPage => {
    let page = pages.get(node)
    if (page === undefined) {
      page = {
        node,
        known: known.get(node),
        state: 'unknown',
        id: undefined,
        url: undefined,
        there: undefined,
        homepageTitle: undefined,
        problem: node.problem === undefined ? undefined : { message: node.problem },
        isUndecided: false,
      }
      pages.set(node, page)
    }
    return page
  }
  const all = nodes.map(of)
  return {
    all,
    of,
    ownerOf: (pageId) => owners.get(pageId),
    place(page, state, id, url) {
      if (page.id !== undefined && owners.get(page.id) === page) owners.delete(page.id)
      const isOther = page.state === 'reserved' ? page.id !== id : page.url !== url
      if (page.id !== undefined && isOther) replaced.add(page.node)
      Object.assign(page, { state, id, url })
      owners.set(id, page)
    },
    forget(page) {
      if (page.id !== undefined && owners.get(page.id) === page) owners.delete(page.id)
      Object.assign(page, { known: undefined, state: 'unknown', id: undefined, url: undefined })
    },
    fail(page, isUndecided = false) {
      page.isUndecided = isUndecided
      if (page.state !== 'there') page.state = 'failed'
    },
    urlOf(target, from) {
      const { state, url, known } = of(target)
      // Addresses in Confluence may have the title in them.
      const isRenamed = !isEmbedded && known !== undefined && known.title !== target.title
      if (state === 'reserved' || state === 'foreseen' || isRenamed) {
        const linking = links.get(target)
        if (linking === undefined) links.set(target, new Set([from]))
        else linking.add(from)
        ahead.add(from)
      }
      if (state === 'foreseen') return foreseenUrl
      if (state === 'failed') return 'none'
      if (url === undefined) return isFirstPass ? 'unknown' : 'none'
      return (isEmbedded && keptPageLink(url)) || url
    },
    leadsAhead: (node) => ahead.has(node),
    misled() {
      const isWrong = (target: PageNode): boolean =>
        of(target).state === 'failed' || replaced.has(target)
      const wrong = [...links].filter(([target]) => isWrong(target))
      return [...new Set(wrong.flatMap(([, linking]) => [...linking]))]
    },
    keepLinks() {
      isEmbedded = true
    },
    endFirstPass() {
      isFirstPass = false
    },
  }
}
