/** Where pages are, were or will be, and which file has each. @module */
import type { PageNode } from '../plan/page-node.ts'

export interface KnownPage {
  readonly id: string
  readonly url: string
  readonly version?: number
}

/** Drop the rest of an answer, which would stay in memory for every page. */
export function pickKnown({ id, url, version }: KnownPage): KnownPage {
  return version === undefined ? { id, url } : { id, url, version }
}

/** What is known of a page. */
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
