/**
 * Links are written before all pages are sent, by addresses that are expected. This keeps which pages
 * have such links, until the pages that they lead to are done.
 * @module
 */
import type { UrlOf } from '../content/link-resolver.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { Notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { KnownPages } from './known-pages.ts'
import type { PlacedPage } from './placed-page.ts'

/** A page that is up to date at the service. */
export interface SettledPage {
  readonly place: PlacedPage
  readonly hash: string
  readonly notices: readonly Notice[]
  readonly outcome: PageOutcome
}

export interface GivenLinks {
  /** Give the address that links lead to. */
  readonly urlOf: UrlOf
  /** Note that a page is done; undefined for a failed one. */
  settle(node: PageNode, page?: SettledPage): void
  /** Tell whether a page links to pages that do not exist yet. */
  leadsAhead(node: PageNode): boolean
  misled(): readonly SettledPage[]
}

/** An expected address, and the pages that link to it. */
interface Expectation {
  readonly url: string
  readonly from: Set<PageNode>
}

export function givenLinks({ find, urlOf: currentUrl }: KnownPages): GivenLinks {
  const done = new Set<PageNode>()
  /** Finished pages whose links may still turn out wrong. */
  const settled = new Map<PageNode, SettledPage>()
  const expectations = new Map<PageNode, Expectation>()
  /** Number of open expectations of each page. */
  const resting = new Map<PageNode, number>()
  const misled = new Set<PageNode>()
  const ahead = new Set<PageNode>()
  const letGo = (node: PageNode): void => {
    if (!misled.has(node) && !resting.has(node)) settled.delete(node)
  }
  return {
    urlOf(target, from) {
      const url = currentUrl(target)
      if (url === 'unknown' || done.has(target)) return url
      if (url !== 'none' && find(target) === undefined) ahead.add(from)
      const expectation = expectations.get(target) ?? { url, from: new Set() }
      if (expectation.url !== url) misled.add(from)
      if (!expectation.from.has(from)) resting.set(from, (resting.get(from) ?? 0) + 1)
      expectation.from.add(from)
      expectations.set(target, expectation)
      return url
    },
    settle(node, page) {
      done.add(node)
      if (page === undefined) settled.delete(node)
      else settled.set(node, page)
      const { url, from = [] } = expectations.get(node) ?? {}
      expectations.delete(node)
      const isMisleading = url !== undefined && url !== currentUrl(node)
      for (const one of from) {
        if (isMisleading) misled.add(one)
        const rest = (resting.get(one) ?? 0) - 1
        if (rest > 0) resting.set(one, rest)
        else resting.delete(one)
        letGo(one)
      }
      letGo(node)
    },
    leadsAhead: (node) => ahead.has(node),
    misled: () => [...misled].flatMap((node) => settled.get(node) ?? []),
  }
}
