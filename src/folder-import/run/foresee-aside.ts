/** Foresees pages whose place or title only becomes free during the run. @module */

import type { AnswerForeseen, AnswerPage } from '../../contract/answers.ts'
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../../http-client/import-page.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import { isPlaceForeseen } from './placed-page.ts'
import { checkOther, checkRivals, findHolder, ownTitle } from './title-rivals.ts'

/**
 * Foresee a page that the service cannot be asked about as it will be.
 * @returns Undefined where it can be asked.
 * @throws {ImportError} The foreseen refusal.
 */
export async function foreseeAside(
  run: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage | undefined> {
  if (isPlaceForeseen(node, run)) return foreseeThere(run, node, fields)
  const parentId = findFormerPlace(run, node, fields.parentId)
  const isFreed = findHolder(run, node) !== undefined
  const isAside = isFreed || parentId !== undefined
  if (!run.settings.dryRun || !isAside) return undefined
  const pageId = run.state.find(node)?.id
  const { connection } = run.settings
  const pageTitle = isFreed ? ownTitle(node) : fields.pageTitle
  const asked = { ...fields, pageTitle, parentId: parentId ?? fields.parentId }
  const isNamed = pageId !== undefined && (await run.service.reservesPages())
  const known = isNamed ? await orGone(importPage(connection, { ...asked, pageId })) : undefined
  const imported =
    known ?? (isNamed ? await foreseeNew(run, node, asked) : await importPage(connection, asked))
  const foretold = { ...imported, foreseen: { ...imported.foreseen, title: fields.pageTitle } }
  checkRivals(run, node, foretold)
  return foretold
}

/** Returns undefined when the page no longer exists. */
async function orGone(asking: Promise<ImportedPage>): Promise<ImportedPage | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof ImportError && error.key === 'not-found') return undefined
    throw error
  }
}

/** Ask below the current parent, where the new one is still below the page. */
function findFormerPlace(
  { seen, state }: FolderRun,
  node: PageNode,
  parentId: string,
): string | undefined {
  const own = seen.get(state.find(node)?.id ?? '')
  if (typeof own !== 'object') return undefined
  let above = seen.get(parentId)
  for (let left = seen.size; typeof above === 'object' && left > 0; left -= 1) {
    if (above.parentId === own.id) return own.parentId
    above = seen.get(above.parentId)
  }
  return undefined
}

/** Ask at another place: everything but the outcome will be the same. */
async function foreseeThere(
  run: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  const pageTitle = findHolder(run, node) ? ownTitle(node) : fields.pageTitle
  const asked = { ...fields, pageTitle, overwrite: true }
  const imported = (await foreseeKnown(run, node, asked)) ?? (await foreseeNew(run, node, asked))
  const foretold = { ...imported, foreseen: { ...imported.foreseen, title: fields.pageTitle } }
  checkRivals(run, node, foretold)
  return foretold
}

async function foreseeNew(
  run: FolderRun,
  node: PageNode,
  asked: PageFields,
): Promise<ImportedPage> {
  const imported = await importPage(run.settings.connection, asked)
  checkOther(node, imported)
  const { page: _, foreseen, ...rest } = imported
  const { edited: _edit, detaches: _words, requests: all, ...told } = foreseen ?? noForeseen
  const requests = all && { requests: all - 1 }
  return { ...rest, outcome: 'created', foreseen: { title: '', ...told, ...requests } }
}

/** Returns undefined when the page no longer exists. */
async function foreseeKnown(
  run: FolderRun,
  node: PageNode,
  asked: PageFields,
): Promise<ImportedPage | undefined> {
  const { seen, service, settings, state } = run
  const { connection } = settings
  const known = state.find(node)
  if (known === undefined) return undefined
  const isNamed = await service.reservesPages()
  try {
    const imported = await importPage(connection, isNamed ? { ...asked, pageId: known.id } : asked)
    const { page: _, ...rest } = imported
    return imported.page?.id === known.id ? imported : { ...rest, outcome: 'updated' }
  } catch (error) {
    const { key } = error instanceof ImportError ? error : {}
    if (isNamed && key === 'not-found') return undefined
    if (!isNamed || !isInTheWay(error)) throw error
    const there = seen.get(known.id)
    const inPlace = typeof there === 'object' && (await foreseeInPlace(run, there, asked))
    if (inPlace) return inPlace
    // The temporary place may be below the page, or have its title below it.
    const titled = await importPage(connection, asked)
    if (titled.page?.id !== known.id) checkOther(node, titled)
    const { page: _, ...rest } = titled
    return { ...rest, outcome: 'updated', ...(typeof there === 'object' && { page: there }) }
  }
}

async function foreseeInPlace(
  { settings: { connection } }: FolderRun,
  { id: pageId, parentId }: AnswerPage,
  asked: PageFields,
): Promise<ImportedPage | undefined> {
  try {
    return await importPage(connection, { ...asked, pageId, parentId })
  } catch (error) {
    if (isInTheWay(error)) return undefined
    throw error
  }
}

/** Tell whether another page has the title, or the place is below the page itself. */
function isInTheWay(error: unknown): boolean {
  return error instanceof ImportError && /^(?:already-exists|bad-request)$/.test(error.key)
}

const noForeseen: Partial<AnswerForeseen> = {}
