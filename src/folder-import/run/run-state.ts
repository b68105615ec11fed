/** The state of a run: its known pages, the manifest's updates and whether it continues. @module */
import { ImportError } from '../../http-client/import-error.ts'
import type { ImportedPage } from '../../http-client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import type { PageNode } from '../plan/page-node.ts'
import { isLasting, isToSendAgain, serviceWarnings } from '../service-warnings.ts'
import {
  type GivenLinks,
  givenLinks,
  type KnownPage,
  type KnownPages,
  knownPages,
  type PageState,
} from './known-pages.ts'
import type { Manifest } from './manifest.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import type { PlacedPage } from './placed-page.ts'
import { isPassing, stopSign } from './stop-sign.ts'

export interface RunState extends GivenLinks {
  stoppedBy(): string | undefined
  stop(reason: string): void
  problemOf(node: PageNode): PageProblem | undefined
  /** Note that a page cannot be sent, with the error unless it concerns the whole run. */
  refuse(node: PageNode, message: string, error?: ImportError): void
  find(node: PageNode): KnownPage | undefined
  ownerOf(pageId: string): PageNode | undefined
  isNew(node: PageNode): boolean
  isForeseen(node: PageNode): boolean
  isUndecided(node: PageNode): boolean
  foresee(node: PageNode): void
  /** Recall a page from the manifest; it may exist even if its file fails. */
  recall(node: PageNode, entry: ManifestEntry | undefined): void
  noteFound(node: PageNode, page: KnownPage): void
  noteHomepage(node: PageNode, page: KnownPage & { readonly title: string }): void
  homepageTitle(node: PageNode): string | undefined
  noteReserved(node: PageNode, page: KnownPage): void
  /** Give the id of an existing or reserved page, unless another file has taken it. */
  idOf(node: PageNode): string | undefined
  forget(node: PageNode): void
  /**
   * Take an answer, and store it in the manifest.
   * @throws {ImportError} When it names no page, or that of another file.
   */
  noteAnswer(place: PlacedPage, built: BuiltPage, imported: ImportedPage): void
  noteUnchanged(place: PlacedPage): void
  /**
   * Note that a page failed.
   * @returns Whether the failure concerns the whole run.
   */
  giveUp(node: PageNode, error?: ImportError): boolean
  /** After this, unknown addresses stay unknown. */
  endFirstPass(): void
}

interface PageProblem {
  readonly message: string
  readonly key?: string
}

export function runState(
  manifest: Manifest,
  { isDryRun }: { readonly isDryRun: boolean },
): RunState {
  const sign = stopSign()
  const pages = knownPages()
  const problems = new Map<PageNode, PageProblem>()
  const links = givenLinks(pages)
  let homepage: { readonly node: PageNode; readonly title: string } | undefined
  const giveUp = (node: PageNode, error?: ImportError): boolean => {
    const isUndecided = error !== undefined && isPassing(error)
    const lost = pages.find(node) ? {} : { isLost: true, isUndecided }
    pages.note(node, { isForeseen: false, ...lost })
    const isAtTop = node.parent === undefined && node.parentId === undefined
    return error !== undefined && sign.failed(error, isAtTop)
  }
  return {
    find: pages.find,
    ownerOf: pages.ownerOf,
    isNew: pages.isNew,
    isForeseen: pages.isForeseen,
    isUndecided: pages.isUndecided,
    idOf: pages.idOf,
    forget: pages.forget,
    endFirstPass: pages.endFirstPass,
    urlOf: links.urlOf,
    settle: links.settle,
    misled: links.misled,
    leadsAhead: links.leadsAhead,
    stoppedBy: sign.reason,
    stop: sign.stop,
    problemOf: (node) =>
      node.problem === undefined ? problems.get(node) : { message: node.problem },
    refuse(node, message, error) {
      const key = error === undefined ? {} : { key: error.key }
      if (!giveUp(node, error)) problems.set(node, { message, ...key })
    },
    foresee: (node) => pages.note(node, { isForeseen: true }),
    recall(node, entry) {
      if (entry === undefined) pages.note(node, { isLost: true })
      else pages.note(node, { page: pageIn(entry) })
    },
    noteFound(node, page) {
      sign.succeeded()
      pages.note(node, { page })
    },
    noteHomepage(node, page) {
      homepage = { node, title: page.title }
      pages.note(node, { page })
    },
    homepageTitle: (node) => (homepage?.node === node ? homepage.title : undefined),
    noteReserved: (node, reserved) => pages.note(node, { reserved }),
    noteAnswer(place, built, imported) {
      sign.succeeded()
      if (!isDryRun) {
        pages.note(place.node, acknowledge(manifest, place, built, imported, pages))
      } else foresee(pages, place.node, imported)
    },
    noteUnchanged({ node, before }) {
      if (before === undefined) return
      // The parent, and so this place, may have become known only in this run.
      if (pages.find(node) === undefined) pages.note(node, { page: pageIn(before.entry) })
      if (isDryRun || before.path === node.path) return
      manifest.put(node.path, before.entry)
      manifest.remove(before.path)
    },
    giveUp,
  }
}

function foresee(
  pages: KnownPages,
  node: PageNode,
  { outcome, page, foreseen }: ImportedPage,
): void {
  if (outcome === 'created') {
    pages.forget(node)
    pages.note(node, { isForeseen: true })
  } else if (page !== undefined && foreseen?.isReaddressed) {
    pages.note(node, { page: { ...page, url: `${page.url}-` } })
  } else if (page !== undefined && pages.find(node)?.id !== page.id) pages.note(node, { page })
}

function pageIn({ pageId, url }: ManifestEntry): KnownPage {
  return { id: pageId, url }
}

/**
 * Take an answer, and store it in the manifest.
 * @throws {ImportError} When it names no page, or that of another file.
 */
function acknowledge(
  manifest: Manifest,
  place: PlacedPage,
  built: BuiltPage,
  imported: ImportedPage,
  { ownerOf }: Pick<KnownPages, 'ownerOf'>,
): PageState {
  const { page, outcome } = imported
  if (page === undefined) {
    throw new ImportError('bad-answer', 'The service did not say which page it wrote.')
  }
  const owner = ownerOf(page.id)
  if (owner !== undefined && owner !== place.node) {
    // That page now holds this file's text, so the other file must be sent again.
    manifest.remove(owner.path)
    throw new ImportError(
      'already-exists',
      `The service put it on the page of ${owner.path}: it takes both titles for the same. Change one.`,
    )
  }
  remember(manifest, place, built, { ...imported, page })
  return outcome === 'created' ? { page, isNew: true } : { page }
}

/** The most warnings of a page that are remembered. */
const maxKeptWarnings = 100

function remember(
  manifest: Manifest,
  { node, parentId, before, titleForNow }: PlacedPage,
  built: BuiltPage,
  { page, outcome, warnings, target }: ImportedPage & { readonly page: KnownPage },
): void {
  const { hash, isComplete, source } = built
  const { id, url, version } = page
  const known = [manifest.find(node.path), before?.entry]
  const isMade =
    outcome === 'created' || known.some((entry) => entry?.pageId === id && entry.isMade)
  const kept = serviceWarnings(warnings, built).filter(isLasting).slice(0, maxKeptWarnings)
  manifest.put(node.path, {
    pageId: id,
    url,
    parentId,
    title: titleForNow ?? node.title,
    hash: titleForNow !== undefined || warnings.some(isToSendAgain) ? '' : hash,
    isComplete,
    ...(version === undefined ? {} : { version }),
    ...(source === undefined ? {} : { source }),
    ...(isMade ? { isMade } : {}),
    ...(target === undefined ? {} : { isElsewhere: true }),
    ...(kept.length === 0 ? {} : { warnings: kept }),
  })
  manifest.removeLeft(id)
  manifest.removeSending(node.path)
  if (before === undefined) return
  const { path, entry } = before
  if (path !== node.path) manifest.remove(path)
  if (entry.pageId === id) return
  const { pageId, title, isMade: wasMade } = entry
  manifest.putLeft({
    path,
    pageId,
    url: entry.url,
    parentId: entry.parentId,
    title,
    ...(entry.version === undefined ? {} : { version: entry.version }),
    ...(wasMade ? { isMade: wasMade } : {}),
  })
}
