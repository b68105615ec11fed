/** Sends the import request of one page. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../../http-client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { addressOfSource } from '../content/resolution.ts'
import type { PageNode } from '../plan/page-node.ts'
import { makeAnother } from '../plan-file/compare-plans.ts'
import type { FolderRun } from './folder-run.ts'
import { foreseeAside } from './foresee-aside.ts'
import type { PlacedPage } from './placed-page.ts'
import { isPassing } from './stop-sign.ts'
import { checkRivals, findHolder, findKeeper } from './title-rivals.ts'

export interface SentPage extends Pick<BuiltPage, 'addressLines' | 'lineInFile'> {
  readonly imported: ImportedPage
  readonly hash: string
  /** Address of the page that this one replaces. */
  readonly leftUrl?: string
}

interface SendOptions {
  readonly overwrite: boolean
  /** Whether another page may still give up the wanted title. */
  readonly isTitleAwaited?: boolean
}

/** Another page has the title, but may be renamed in this run. */
export class TitleTakenError extends ImportError {}

/**
 * Send a page, and store the acknowledged result in the manifest. A known page is sent by its id,
 * so it keeps it under a new title or parent.
 * @throws {TitleTakenError} When it is worth trying again.
 */
export async function sendPage(
  run: FolderRun,
  place: PlacedPage,
  built: BuiltPage,
  options: SendOptions,
): Promise<SentPage> {
  const { manifest, settings, state } = run
  const { node, before } = place
  run.expected?.check(node, built)
  const fields = { ...fieldsOf(run, place, built), overwrite: options.overwrite }
  const { hash, addressLines, lineInFile } = built
  const foretold = await foreseeAside(run, node, fields)
  if (foretold !== undefined) {
    state.noteAnswer(place, built, foretold)
    return { imported: foretold, hash, addressLines, lineInFile }
  }
  if (!settings.dryRun) for (const path of [node.path, before?.path ?? '']) manifest.doubt(path)
  const { imported, isGone } = await importNamed(run, place, fields, options)
  if (settings.dryRun) checkRivals(run, node, imported)
  const isOther = before !== undefined && !isSamePage(imported, before.entry)
  if (isOther && isGone) {
    state.noteAnswer({ ...place, before: undefined }, built, imported)
    if (!settings.dryRun && before.path !== node.path) manifest.remove(before.path)
    return { imported, hash, addressLines, lineInFile }
  }
  const ids = isOther ? [imported.page?.id, before.entry.pageId] : []
  const isExchanged = isOther && isOfOther(run, before.path, ids)
  state.noteAnswer(place, built, imported)
  const leftUrl = isOther && !isExchanged ? { leftUrl: before.entry.url } : {}
  return { imported, hash, addressLines, lineInFile, ...leftUrl }
}

/** Without reservations, files that swap titles also swap pages, and no page is left behind. */
function isOfOther(
  { manifest }: FolderRun,
  path: string,
  ids: readonly (string | undefined)[],
): boolean {
  return manifest
    .paths()
    .some((other) => other !== path && ids.includes(manifest.find(other)?.pageId ?? 'none'))
}

function isSamePage({ page, outcome }: ImportedPage, entry: { readonly pageId: string }): boolean {
  return page === undefined ? outcome !== 'created' : page.id === entry.pageId
}

/** Import by id, or by title where the service does not find that id. */
async function importNamed(
  run: FolderRun,
  place: PlacedPage,
  fields: PageFields,
  { overwrite, isTitleAwaited }: SendOptions,
): Promise<{ readonly imported: ImportedPage; readonly isGone: boolean }> {
  const { state, service, expected } = run
  const { node, isSame, before } = place
  const known = state.idOf(node)
  const pageId = known !== undefined && (await service.reservesPages()) ? known : undefined
  const isAwaited = findHolder(run, node) !== undefined
  const keeper = pageId === undefined ? findKeeper(run, place) : undefined
  // By title the request would reach the page that still has the title.
  const isOthers = isAwaited || keeper !== undefined
  const named = pageId !== undefined ? { pageId } : isOthers ? { overwrite: false } : {}
  try {
    return { imported: await importExpected(run, node, { ...fields, ...named }), isGone: false }
  } catch (error) {
    const { key } = error instanceof ImportError ? error : {}
    const isTaken = key === 'already-exists' && overwrite
    if (isTaken && keeper !== undefined) throw keptBy(keeper, error)
    if (key !== 'not-found' && !isTaken) throw error
    // An id named in the file must not be replaced by another page.
    const isDeclared = node.pageId === pageId
    const isRenamed = before !== undefined && !isSame
    const mayBeFree = isAwaited || (pageId !== undefined && (isDeclared || isRenamed))
    if (isTaken && isTitleAwaited && mayBeFree) {
      throw new TitleTakenError('already-exists', (error as Error).message, { cause: error })
    }
    const isMeant = isDeclared || expected !== undefined || (isTaken && isAwaited)
    if (pageId === undefined || isMeant) throw error
    // A file that was meant for the homepage gets its own page with its own title.
    const titled = { ...fields, pageTitle: place.titleForNow ?? node.title }
    return { imported: await importExpected(run, node, titled), isGone: key === 'not-found' }
  }
}

function keptBy({ path }: PageNode, cause: unknown): ImportError {
  const message = `The page of ${path} has this title there. Change one of the two titles.`
  return new ImportError('already-exists', message, { cause })
}

/**
 * When a plan is applied, write a page only in the expected state. The request is noted before, so
 * that a lost answer can be recognized on the next attempt.
 */
async function importExpected(
  { settings: { connection }, expected, manifest }: FolderRun,
  { path }: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  if (expected === undefined) return importPage(connection, fields)
  const { overwrite = fields.overwrite ?? false, ifMatch } = expected.conditionOf(path)
  const { pageId } = fields
  manifest.putSending({ path, ...(pageId && { pageId }), version: (ifMatch ?? 0) + 1 })
  try {
    const imported = await importPage(connection, { ...fields, overwrite }, ifMatch)
    expected.noteVersion(path, imported.page?.version)
    return imported
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    if (!isPassing(error)) manifest.removeSending(path)
    if (!changedThere.has(error.key)) throw error
    throw new ImportError(error.key, `${error.message} ${makeAnother}`, { cause: error })
  }
}

const changedThere: ReadonlySet<string> = new Set(['precondition-failed', 'already-exists'])

/** Tell whether the service already has exactly this. */
export function isAsSent({ isSame, before }: PlacedPage, { hash }: BuiltPage): boolean {
  return isSame && before?.entry.hash === hash
}

export function fieldsOf(
  { plan, settings, state }: FolderRun,
  { node, parentId, titleForNow }: Omit<PlacedPage, 'before' | 'isSame'>,
  built: BuiltPage,
): PageFields {
  const { file } = node
  const sourceUrl = file && addressOfSource(plan, { file, isFolder: false })
  const homepageTitle = state.homepageTitle(node)
  return {
    spaceId: settings.spaceId,
    parentId,
    pageTitle: titleForNow ?? (node.exported?.isHomepage ? undefined : homepageTitle) ?? node.title,
    content: built.content,
    ...(settings.keepTitleHeading || node.exported?.keepsTitleHeading
      ? { removeTitleHeading: false }
      : {}),
    ...(built.labels === undefined ? {} : { labels: built.labels }),
    ...(node.position === undefined || homepageTitle !== undefined
      ? {}
      : { position: node.position }),
    ...(node.navigationTitle === undefined ? {} : { navigationTitle: node.navigationTitle }),
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    ...(settings.dryRun ? { dryRun: true } : {}),
  }
}
