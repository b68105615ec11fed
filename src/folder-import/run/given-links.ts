/**
 * Links are written before all pages are sent, by addresses that are expected. This keeps which pages
 * have such links, until the pages that they lead to are done.
 * @module
 */
import type { UrlOf } from '../content/link-resolver.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { KnownPages } from './known-pages.ts'
import type { RunState, SettledPage } from './run-state.ts'

interface Expectation {
  readonly url: string
  readonly from: Set<PageNode>
}

/**
 * Start with no links.
 * @param pages Where pages are known to be by now.
 */
export function givenLinks({
  find,
  urlOf: currentUrl,
}: KnownPages): Pick<RunState, 'settle' | 'misled' | 'leadsAhead'> & { readonly urlOf: UrlOf } {
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
