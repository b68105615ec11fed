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

/** A page that the service has as it was built last. */
export interface SettledPage {
  readonly place: PlacedPage
  readonly hash: string
  readonly notices: readonly Notice[]
  readonly outcome: PageOutcome
}

export interface GivenLinks {
  /** Give the address that links lead to. */
  readonly urlOf: UrlOf
  /** Note that all is done for a page, and what the service has of it; nothing for one that failed. */
  settle(node: PageNode, page?: SettledPage): void
  /** Tell whether links of a page lead to pages that are still to be made. */
  leadsAhead(node: PageNode): boolean
  /** Give the pages whose links were written for pages that came to be elsewhere, or not at all. */
  misled(): readonly SettledPage[]
}

interface Expectation {
  readonly url: string
  readonly from: Set<PageNode>
}

/**
 * Start with no links.
 * @param pages Where pages are known to be by now.
 */
export function givenLinks({ find, urlOf: currentUrl }: KnownPages): GivenLinks {
  const settled = new Map<PageNode, SettledPage | undefined>()
  const expectations = new Map<PageNode, Expectation>()
  const misled = new Set<PageNode>()
  const ahead = new Set<PageNode>()
  return {
    urlOf(target, from) {
      const url = currentUrl(target)
      if (url === 'unknown' || settled.has(target)) return url
      if (url !== 'none' && find(target) === undefined) ahead.add(from)
      const expectation = expectations.get(target) ?? { url, from: new Set() }
      if (expectation.url !== url) misled.add(from)
      expectation.from.add(from)
      expectations.set(target, expectation)
      return url
    },
    settle(node, page) {
      settled.set(node, page)
      const expectation = expectations.get(node)
      expectations.delete(node)
      if (expectation === undefined || expectation.url === currentUrl(node)) return
      for (const from of expectation.from) misled.add(from)
    },
    leadsAhead: (node) => ahead.has(node),
    misled: () => [...misled].flatMap((node) => settled.get(node) ?? []),
  }
}
