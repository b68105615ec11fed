/** Tracks where pages are, were or will be, and which file has each. @module */

import type { UrlOf } from '../content/link-resolver.ts'
import type { PageOutcome } from '../folder-events.ts'
import type { Notice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { PlacedPage } from './placed-page.ts'

export interface KnownPage {
  readonly id: string
  readonly url: string
  readonly version?: number
}

/** Drop the rest of an answer, which would stay in memory for every page. */
export function pickKnown({ id, url, version }: KnownPage): KnownPage {
  return version === undefined ? { id, url } : { id, url, version }
}

export interface PageState {
  readonly page?: KnownPage
  readonly reserved?: KnownPage | undefined
  readonly isNew?: boolean
  readonly isForeseen?: boolean
  /** It gets no address in this run. */
  readonly isLost?: boolean
  /** It was sent, but no answer tells whether it exists. */
  readonly isUndecided?: boolean
}

/** See `RunState`. */
export interface KnownPages {
  find(node: PageNode): KnownPage | undefined
  ownerOf(pageId: string): PageNode | undefined
  isNew(node: PageNode): boolean
  isForeseen(node: PageNode): boolean
  isUndecided(node: PageNode): boolean
  idOf(node: PageNode): string | undefined
  urlOf(node: PageNode): string | 'unknown' | 'none'
  note(node: PageNode, change: PageState): void
  forget(node: PageNode): void
  endFirstPass(): void
}

/** Stands for pages that a dry run does not make. */
const foreseenUrl = 'https://wiki.invalid/wiki/spaces/X/pages/1'

export function knownPages(): KnownPages {
  const states = new Map<PageNode, PageState>()
  const owners = new Map<string, PageNode>()
  let isFirstPass = true
  const release = (node: PageNode): void => {
    const id = states.get(node)?.page?.id
    if (id !== undefined && owners.get(id) === node) owners.delete(id)
  }
  return {
    find: (node) => states.get(node)?.page,
    ownerOf: (pageId) => owners.get(pageId),
    isNew: (node) => states.get(node)?.isNew ?? false,
    isForeseen: (node) => states.get(node)?.isForeseen ?? false,
    isUndecided: (node) => states.get(node)?.isUndecided ?? false,
    idOf(node) {
      const { page, reserved } = states.get(node) ?? {}
      const id = (page ?? reserved)?.id
      const owner = id === undefined ? undefined : owners.get(id)
      return owner === undefined || owner === node ? id : undefined
    },
    urlOf(node) {
      const { page, reserved, isLost, isForeseen } = states.get(node) ?? {}
      if (page !== undefined) return page.url
      if (isLost) return 'none'
      if (isForeseen) return foreseenUrl
      return reserved?.url ?? (isFirstPass ? 'unknown' : 'none')
    },
    note(node, change) {
      const state = { ...states.get(node), ...change }
      const { page } = change
      if (page === undefined) {
        states.set(node, state)
        return
      }
      release(node)
      owners.set(page.id, node)
      states.set(node, { ...state, page: pickKnown(page), reserved: undefined })
    },
    forget(node) {
      release(node)
      states.delete(node)
    },
    endFirstPass() {
      isFirstPass = false
    },
  }
}

/** A page that is up to date at the service. */
export interface SettledPage {
  readonly place: PlacedPage
  readonly hash: string
  readonly notices: readonly Notice[]
  readonly outcome: PageOutcome
}

/**
 * Links are written before all pages are sent, by addresses that are expected. This keeps which pages
 * have such links, until the pages that they lead to are done.
 */
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
