/**
 * The state of a run, owned in one place: what is known of its pages, what the manifest takes of
 * that, and whether the run goes on. The other files here are functions of it.
 * @module
 */
import { ImportError } from '../../http-client/import-error.ts'
import type { ImportedPage } from '../../http-client/import-page.ts'
import type { UrlOf } from '../content/link-resolver.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { stopSign } from './stop-sign.ts'

/** Where a page is. */
export interface KnownPage {
  readonly id: string
  readonly url: string
  readonly version?: number
}

/** Where a page belongs. */
export interface PlacedPage {
  readonly node: PageNode
  readonly parentId: string
  /** What the manifest has of its file, under this path or a former one. */
  readonly before: { readonly path: string; readonly entry: ManifestEntry } | undefined
  /** The manifest knows it under this parent with this title. */
  readonly isSame: boolean
}

export interface RunState {
  /** Why the run ends early; `undefined` while it goes on. */
  stoppedBy(): string | undefined
  /** End the run; the first reason stays. */
  stop(reason: string): void
  /** Why a page is not sent. */
  problemOf(node: PageNode): PageNode['problem']
  /** Note that a page cannot be sent. */
  refuse(node: PageNode, message: string): void
  /** Find where a page is. */
  find(node: PageNode): KnownPage | undefined
  /** Find the file that a page was made from. */
  ownerOf(pageId: string): PageNode | undefined
  /** Give the address that links lead to. */
  readonly urlOf: UrlOf
  /** Tell whether this run made the page: nothing can have been below it. */
  isNew(node: PageNode): boolean
  /** Tell whether the page would be made, were this no dry run. */
  isForeseen(node: PageNode): boolean
  /** Note that a page would be made. */
  foresee(node: PageNode): void
  /** Note where a page has been so far; it may be there although its file fails. */
  recall(node: PageNode, entry: ManifestEntry | undefined): void
  /** Note what the service says of a page that may be there. */
  noteLookUp(node: PageNode, page: KnownPage | undefined): void
  /**
   * Note the answer to an import; what it acknowledges is in the manifest before this returns.
   * @throws {ImportError} When it names no page, or that of another file.
   */
  noteAnswer(place: PlacedPage, built: BuiltPage, imported: ImportedPage): void
  /** Note that the service has the file as it is. */
  noteUnchanged(place: PlacedPage): void
  /** Note that nothing more comes of a page, and the failure that it is due to. */
  giveUp(node: PageNode, error?: ImportError): void
  /** From here on, what is not known will not come to be known. */
  endFirstPass(): void
}

/**
 * Start with nothing known.
 * @param manifest Takes what is acknowledged.
 * @param options Whether anything is written.
 */
export function runState(
  manifest: Manifest,
  { isDryRun }: { readonly isDryRun: boolean },
): RunState {
  const sign = stopSign()
  const pages = knownPages()
  const problems = new Map<PageNode, PageNode['problem']>()
  return {
    ...pages.questions,
    stoppedBy: sign.reason,
    stop: sign.stop,
    problemOf: (node) => node.problem ?? problems.get(node),
    refuse: (node, message) => problems.set(node, { outcome: 'failed', message }),
    foresee: (node) => pages.note(node, { isForeseen: true }),
    recall(node, entry) {
      if (entry === undefined) pages.note(node, { isLost: true })
      else pages.note(node, { page: { id: entry.pageId, url: entry.url } })
    },
    noteLookUp(node, page) {
      sign.succeeded()
      if (page !== undefined) pages.note(node, { page })
    },
    noteAnswer(place, built, imported) {
      sign.succeeded()
      if (isDryRun) pages.note(place.node, foreseen(imported))
      else pages.note(place.node, acknowledge(manifest, place, built, imported, pages.questions))
    },
    noteUnchanged({ node, before }) {
      if (isDryRun || before === undefined || before.path === node.path) return
      manifest.put(node.path, before.entry)
      manifest.remove(before.path)
    },
    giveUp(node, error) {
      if (pages.questions.find(node) === undefined) pages.note(node, { isLost: true })
      const isAtTop = node.parent === undefined && node.parentId === undefined
      if (error !== undefined) sign.failed(error, isAtTop)
    },
    endFirstPass: pages.endFirstPass,
  }
}

interface PageState {
  readonly page?: KnownPage
  readonly isNew?: boolean
  readonly isForeseen?: boolean
  /** It will have no address in this run. */
  readonly isLost?: boolean
}

function knownPages(): {
  readonly questions: Pick<RunState, 'find' | 'ownerOf' | 'urlOf' | 'isNew' | 'isForeseen'>
  note(node: PageNode, change: PageState): void
  endFirstPass(): void
} {
  const states = new Map<PageNode, PageState>()
  const owners = new Map<string, PageNode>()
  let isFirstPass = true
  return {
    questions: {
      find: (node) => states.get(node)?.page,
      ownerOf: (pageId) => owners.get(pageId),
      isNew: (node) => states.get(node)?.isNew ?? false,
      isForeseen: (node) => states.get(node)?.isForeseen ?? false,
      urlOf(node) {
        const { page, isLost, isForeseen } = states.get(node) ?? {}
        if (page !== undefined) return page.url
        if (isLost) return 'none'
        return isFirstPass || isForeseen ? 'unknown' : 'none'
      },
    },
    note(node, change) {
      states.set(node, { ...states.get(node), ...change })
      if (change.page !== undefined) owners.set(change.page.id, node)
    },
    endFirstPass() {
      isFirstPass = false
    },
  }
}

function foreseen({ page, outcome }: ImportedPage): PageState {
  if (page !== undefined) return { page }
  return outcome === 'created' ? { isForeseen: true } : {}
}

/** Two files may not end on one page. */
function acknowledge(
  manifest: Manifest,
  place: PlacedPage,
  built: BuiltPage,
  { page, outcome }: ImportedPage,
  { ownerOf }: Pick<RunState, 'ownerOf'>,
): PageState {
  if (page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  const owner = ownerOf(page.id)
  if (owner !== undefined && owner !== place.node) {
    // It holds this file's text by now, so the other has to be sent again.
    manifest.remove(owner.path)
    throw new ImportError(
      'already-exists',
      `The service put it on the page of ${owner.path}: it takes both titles for the same. Change one.`,
    )
  }
  remember(manifest, place, built, page)
  return outcome === 'created' ? { page, isNew: true } : { page }
}

function remember(
  manifest: Manifest,
  { node, parentId, before }: PlacedPage,
  { hash, isComplete }: BuiltPage,
  { id, url }: KnownPage,
): void {
  manifest.put(node.path, { pageId: id, url, parentId, title: node.title, hash, isComplete })
  manifest.removeLeft(id)
  if (before === undefined) return
  const { path, entry } = before
  if (path !== node.path) manifest.remove(path)
  if (entry.pageId === id) return
  const { pageId, title } = entry
  manifest.putLeft({ path, pageId, url: entry.url, parentId: entry.parentId, title })
}
