/** Foresees pages whose place or title is not free yet, and will be once others were written. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { type ImportedPage, importPage, type PageFields } from '../../http-client/import-page.ts'
import { contractLimits } from '../../importing/contract.ts'
import type { AnswerForeseen } from '../../importing/foreseen-page.ts'
import type { PageNode } from '../plan/page-node.ts'
import { isPlaceForeseen } from './find-place.ts'
import type { FolderRun } from './folder-run.ts'
import { checkOther, checkRivals, isFreed } from './title-rivals.ts'

/**
 * Foresee a page that the service cannot be asked about as it will be.
 * @param run The run.
 * @param node The page.
 * @param fields What will be sent.
 * @returns Undefined where it can be asked.
 * @throws {ImportError} What would refuse it.
 */
export async function foreseeAside(
  run: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage | undefined> {
  if (isPlaceForeseen(node, run)) return foreseeThere(run, node, fields)
  if (!run.settings.dryRun || !isFreed(run, node) || run.rivals.has(node)) return undefined
  const pageId = run.state.find(node)?.id
  const { connection } = run.settings
  const asked = { ...fields, pageTitle: ownTitle(node) }
  const isNamed = pageId !== undefined && (await run.service.reservesPages())
  const imported = await importPage(connection, isNamed ? { ...asked, pageId } : asked)
  return { ...imported, foreseen: { ...imported.foreseen, title: fields.pageTitle } }
}

/** Nobody else has it. */
function ownTitle({ title, path }: PageNode): string {
  return `(${path}) ${title}`.slice(0, contractLimits.maxTitleLength).toWellFormed()
}

/** The place is no place yet: all but the outcome is as it will be. */
async function foreseeThere(
  run: FolderRun,
  node: PageNode,
  fields: PageFields,
): Promise<ImportedPage> {
  const { connection } = run.settings
  const known = run.state.find(node)
  const pageTitle = isFreed(run, node) ? ownTitle(node) : fields.pageTitle
  const asked = { ...fields, pageTitle, overwrite: true }
  if (known === undefined) {
    const imported = await importPage(connection, asked)
    checkOther(run, node, imported)
    const { page: _, adopts: _by, foreseen, ...rest } = imported
    const { edited: _edit, detaches: _words, requests: all, ...told } = foreseen ?? noForeseen
    // Whether a title is free below a page that is still to be made is not asked.
    const requests = all && { requests: all - 1 }
    const foretold = {
      ...rest,
      outcome: 'created' as const,
      foreseen: { ...told, ...requests, title: fields.pageTitle },
    }
    checkRivals(run, node, foretold)
    return foretold
  }
  const named = { ...asked, pageId: known.id }
  const isNamed = await run.service.reservesPages()
  const imported = await importPage(connection, isNamed ? named : asked).catch((error: unknown) => {
    // What stands in for its place may be below it, or have its title below it.
    const isOfPlace = error instanceof ImportError && placeProblems.has(error.key)
    if (isNamed && isOfPlace) return importPage(connection, asked)
    throw error
  })
  const { page, foreseen, outcome, ...rest } = imported
  const isKnown = page?.id === known.id
  const foretold = {
    ...rest,
    ...(isKnown && { page }),
    outcome: isKnown ? outcome : ('updated' as const),
    foreseen: { ...foreseen, title: fields.pageTitle },
  }
  checkRivals(run, node, foretold)
  return foretold
}

const noForeseen: Partial<AnswerForeseen> = {}
const placeProblems: ReadonlySet<string> = new Set(['already-exists', 'bad-request', 'not-found'])
