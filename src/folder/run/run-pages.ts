/** The pages of a run: what the store remembers of each, and its current id and address. @module */

import type { AnswerPage, AnswerSourcePage } from '../../contract/answers.ts'
import { keptPageLink } from '../../convert/adf/page-links.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PageEnd } from './run-output.ts'

/**
 * - `unknown`: no request has asked for the page yet
 * - `there`: the page exists
 * - `reserved`: the page has its id and address, and is made when it is sent
 * - `foreseen`: only a real run would make the page
 * - `failed`: the page gets no address in this run
 */
type PageState = 'unknown' | 'there' | 'reserved' | 'foreseen' | 'failed'

export class RunPage {
  readonly node: PageNode
  /** The store's record of this file's page. */
  record: AnswerSourcePage | undefined
  state: PageState = 'unknown'
  id: string | undefined
  url: string | undefined
  /** Lines that the last import sent, once they are read; `unknown` where the service did not say. */
  importedLines: ReadonlySet<string> | 'unknown' | undefined
  /** The current page, where an answer of the service had it. */
  existingPage: AnswerPage | undefined
  /** Set for the front page of a space, which keeps its own title. */
  homepageTitle: string | undefined
  problem: { readonly message: string; readonly key?: string } | undefined
  /** Whether a request was lost on the way, so that nobody knows whether the page exists. */
  isUndecided = false
  /** Another page that gets this page's title, where titles are unique in a space. */
  rival: RunPage | undefined
  /** Whether the page has a temporary title, to make room for another page. */
  isAside = false
  /** Whether the page was built with links to pages that are not made yet. */
  hasOpenLinks = false
  /** Whether the page's id or address changed after other pages had linked to it. */
  isReaddressed = false
  /** Pages that linked to this page before it was made. */
  readonly linkedFrom: Set<RunPage> = new Set()
  /** The page's result, once its work is done. */
  end: PageEnd | undefined

  constructor(node: PageNode) {
    this.node = node
    if (node.problem !== undefined) this.problem = { message: node.problem }
  }

  /** The current title and place of the page, where they are known. */
  get current(): AnswerSourcePage | AnswerPage | undefined {
    return this.record ?? this.existingPage
  }

  /** Whether the page belongs directly below the parent page of the run. */
  get isAtTop(): boolean {
    return this.node.parent === undefined && this.node.parentId === undefined
  }
}

export type RunPages = ReturnType<typeof runPages>

/** Stands for pages that a dry run does not make. */
const foreseenUrl = 'https://wiki.invalid/wiki/spaces/X/pages/1'

/**
 * @param nodes In the order of the plan.
 * @param topId The page above all pages of the run.
 */
export function runPages(nodes: readonly PageNode[], topId: string) {
  const pages = new Map<PageNode, RunPage>()
  const owners = new Map<string, RunPage>()
  let isFirstPass = true
  let isEmbedded = false
  const of = (node: PageNode): RunPage => pages.get(node) as RunPage
  const all: RunPage[] = []
  const add = (node: PageNode): RunPage => {
    const page = new RunPage(node)
    pages.set(node, page)
    all.push(page)
    return page
  }
  for (const node of nodes) add(node)
  const disown = (page: RunPage): void => {
    if (page.id !== undefined && owners.get(page.id) === page) owners.delete(page.id)
  }
  return {
    all: all as readonly RunPage[],
    of,
    /** Add the page of a file that is not part of the run: it may be linked and listed. */
    add,
    ownerOf: (pageId: string): RunPage | undefined => owners.get(pageId),
    /** Id of the parent that a page is to have; undefined where the parent has no id yet. */
    parentIdOf: ({ node: { parentId, parent } }: RunPage): string | undefined =>
      parentId ?? (parent === undefined ? topId : of(parent).id),
    /** Record a page's id and address, and that this file owns the page. */
    place(page: RunPage, state: 'there' | 'reserved', id: string, url: string): void {
      disown(page)
      const isReaddressed = page.state === 'reserved' ? page.id !== id : page.url !== url
      if (page.id !== undefined && isReaddressed) page.isReaddressed = true
      Object.assign(page, { state, id, url })
      owners.set(id, page)
    },
    /** Drop the store's record of a file's page, so that the file counts as new. */
    forget(page: RunPage): void {
      disown(page)
      Object.assign(page, { record: undefined, state: 'unknown', id: undefined, url: undefined })
    },
    fail(page: RunPage, isUndecided = false): void {
      page.isUndecided = isUndecided
      if (page.state !== 'there') page.state = 'failed'
    },
    urlOf(target: PageNode, from: PageNode): string | 'unknown' | 'none' {
      const targetPage = of(target)
      const { state, url, record } = targetPage
      // Addresses in Confluence may contain the title, so a new title changes the address.
      const isRenamed = !isEmbedded && record !== undefined && record.title !== target.title
      if (state === 'reserved' || state === 'foreseen' || isRenamed) {
        const linkingPage = of(from)
        targetPage.linkedFrom.add(linkingPage)
        linkingPage.hasOpenLinks = true
      }
      if (state === 'foreseen') return foreseenUrl
      if (state === 'failed') return 'none'
      if (url === undefined) return isFirstPass ? 'unknown' : 'none'
      return (isEmbedded && keptPageLink(url)) || url
    },
    /** Pages that link to pages which were to be made, and failed or got another id. */
    pagesWithWrongLinks(): ReadonlySet<RunPage> {
      const wrongTargets = all.filter(
        ({ state, isReaddressed }) => state === 'failed' || isReaddressed,
      )
      return new Set(wrongTargets.flatMap(({ linkedFrom }) => [...linkedFrom]))
    },
    /** From now on links are relative to the wiki, as the embedded wiki stores them. */
    keepLinks(): void {
      isEmbedded = true
    },
    /** From now on, a page without an address will not get one. */
    endFirstPass(): void {
      isFirstPass = false
    },
  }
}
