/** What a run knows of its pages: their addresses, and which of them there will be. @module */
import type { PageNode } from '../plan/page-node.ts'

export interface KnownPage {
  readonly id: string
  readonly url: string
}

export interface KnownPages {
  find(node: PageNode): KnownPage | undefined
  set(node: PageNode, page: KnownPage): void
  /** Note that a page will have no address in this run. */
  lose(node: PageNode): void
  /** Note that a page was made in this run. */
  setNew(node: PageNode): void
  isNew(node: PageNode): boolean
  /** Note that a page would be made, were this no dry run. */
  foresee(node: PageNode): void
  isForeseen(node: PageNode): boolean
  /** Find the file that a page was made from. */
  ownerOf(pageId: string): PageNode | undefined
  urlOf(node: PageNode): string | 'unknown' | 'none'
  /** From here on, what is not known will not come to be known. */
  endFirstPass(): void
}

/** Start with nothing known. */
export function knownPages(): KnownPages {
  const pages = new Map<PageNode, KnownPage>()
  const owners = new Map<string, PageNode>()
  const lost = new Set<PageNode>()
  const foreseen = new Set<PageNode>()
  const made = new Set<PageNode>()
  let isFirstPass = true
  return {
    find: (node) => pages.get(node),
    set(node, page) {
      pages.set(node, page)
      owners.set(page.id, node)
    },
    lose: (node) => lost.add(node),
    setNew: (node) => made.add(node),
    isNew: (node) => made.has(node),
    foresee: (node) => foreseen.add(node),
    isForeseen: (node) => foreseen.has(node),
    ownerOf: (pageId) => owners.get(pageId),
    urlOf(node) {
      const page = pages.get(node)
      if (page !== undefined) return page.url
      if (lost.has(node)) return 'none'
      return isFirstPass || foreseen.has(node) ? 'unknown' : 'none'
    },
    endFirstPass() {
      isFirstPass = false
    },
  }
}
