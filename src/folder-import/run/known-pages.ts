/** Where pages are, were or will be, and which file has each. @module */

import { ImportError } from '../../http-client/import-error.ts'
import type { ImportedPage } from '../../http-client/import-page.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'

/** Where a page is. */
export interface KnownPage {
  readonly id: string
  readonly url: string
  readonly version?: number
}

/** Leave out what else an answer says, which would stay in memory for every page. */
export function pickKnown({ id, url, version }: KnownPage): KnownPage {
  return version === undefined ? { id, url } : { id, url, version }
}

/** What is known of a page. */
export interface PageState {
  readonly page?: KnownPage
  /** What it will have once it is made. */
  readonly reserved?: KnownPage | undefined
  readonly isNew?: boolean
  readonly isForeseen?: boolean
  /** It will have no address in this run. */
  readonly isLost?: boolean
  /** It was sent, and nobody told whether it is there. */
  readonly isUndecided?: boolean
}

/** See `RunState`, whose questions these are. */
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

/** Stands for the address of a page that a dry run does not make. */
const foreseenUrl = 'https://wiki.invalid/wiki/spaces/X/pages/1'

/** Start with nothing known. */
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

/**
 * Find pages that want a title that another one of the run is to get: of those that would be made or
 * renamed, the nearest to the top comes first.
 * @returns For each, the page that gets it.
 */
export function findRivals({ plan, state, manifest }: FolderRun): Map<PageNode, PageNode> {
  const first = new Map<string, PageNode>()
  const rivals = new Map<PageNode, PageNode>()
  const isNew = (node: PageNode): boolean =>
    state.homepageTitle(node) === undefined &&
    (state.find(node) === undefined || manifest.find(node.path)?.title !== node.title)
  for (const node of plan.tree.nodes.filter(isNew).toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const key = foldTitle(node.title)
    const other = first.get(key)
    if (other === undefined) first.set(key, node)
    else rivals.set(node, other)
  }
  return rivals
}

/** Fold a title as Confluence compares them. */
export function foldTitle(title: string): string {
  return title.normalize('NFC').toLowerCase()
}

function depthOf({ parent }: PageNode): number {
  return parent === undefined ? 0 : 1 + depthOf(parent)
}

/**
 * Refuse a page whose title another one gets in this run, where a space has a title once.
 * @throws {ImportError} As the service will.
 */
export function checkRivals(
  { rivals }: FolderRun,
  node: PageNode,
  { foreseen, page, outcome }: ImportedPage,
): void {
  const rival = rivals.get(node)
  if (rival === undefined || foreseen?.titleClash !== 'refuse') return
  const isToGet = outcome === 'created' || page?.title !== foreseen.title
  if (isToGet) throw titleClash(node, `${rival.path} is to have it`)
}

/**
 * Refuse a page whose title another one has, where a space has a title once. Its own place is still to
 * be made, so that the service took that other page for it.
 * @param node The page, whose title no page of the run gives up.
 * @throws {ImportError} As the service will.
 */
export function checkOther(node: PageNode, { foreseen, page }: ImportedPage): void {
  if (page !== undefined && foreseen?.titleClash === 'refuse') throw titleClash(node, page.url)
}

function titleClash({ title }: PageNode, where: string): ImportError {
  return new ImportError(
    'already-exists',
    `A title stands once in a space of Confluence, in capitals or not, and ${JSON.stringify(title)} is another page's (${where}). Choose another, or connect the space with --on-title-clash suffix.`,
  )
}
