/** Writes links anew that lead to pages which came to be elsewhere, or not at all. @module */
import { runBounded } from '../../base/run-bounded.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { UrlOf } from '../content/link-resolver.ts'
import { DocumentError } from '../files/read-failure.ts'
import type { PageOutcome } from '../folder-events.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlacedPage } from './find-place.ts'
import type { FolderRun } from './folder-run.ts'
import type { KnownPages } from './known-pages.ts'
import { sendPage } from './send-page.ts'

/** Send those pages again, once all others are done. */
export async function mendLinks(run: FolderRun): Promise<void> {
  const { state, output, settings } = run
  await runBounded(state.misled(), settings.concurrency, async (page) => {
    const { path } = page.place.node
    // The next run finds that its text is another.
    if (state.stoppedBy() !== undefined) return
    try {
      for (const notice of await mend(run, page)) output.warn(path, notice)
    } catch (error) {
      const isWorded = error instanceof DocumentError || error instanceof ImportError
      if (!isWorded && !settings.connection.signal?.aborted) throw error
      output.warn(path, wordNotice('link-unmended', (error as Error).message))
    }
  })
}

/** @returns What is to be said beside what was said before. */
async function mend(
  run: FolderRun,
  { place, hash, notices, outcome }: SettledPage,
): Promise<Notice[]> {
  const { builder, manifest, output, settings } = run
  const { node } = place
  const built = await builder.build(node)
  if (built.hash !== hash) {
    const entry = manifest.find(node.path)
    const now = { ...place, before: entry && { path: node.path, entry } }
    // What this run has sent itself is not an overwritten page.
    const overwrite = settings.overwrite || outcome !== 'unchanged'
    const { imported } = await sendPage(run, now, built, { overwrite })
    // To some wikis an address with another title in it is the same.
    const isChanged = imported.outcome !== 'unchanged'
    // One that has gone meanwhile is made anew.
    if (outcome === 'unchanged' && isChanged) output.amend(node, outcome, imported.outcome)
  }
  const said = new Set(notices.map(wording))
  return built.notices.filter((notice) => !said.has(wording(notice)))
}

function wording({ code, line, message }: Notice): string {
  return JSON.stringify([code, line, message])
}

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

/** The address that links to a page were written with. */
interface Expectation {
  readonly url: string
  readonly from: Set<PageNode>
}

/**
 * Start with no links.
 * @param pages Where pages are known to be by now.
 */
export function givenLinks({ find, urlOf: currentUrl }: KnownPages): GivenLinks {
  const done = new Set<PageNode>()
  /** Of pages that are done, those whose links may still come to be wrong. */
  const settled = new Map<PageNode, SettledPage>()
  const expectations = new Map<PageNode, Expectation>()
  /** On how many expectations the links of a page rest. */
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
