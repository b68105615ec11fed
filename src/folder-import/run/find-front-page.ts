/**
 * Finds out whether the README or index of the imported folder is to be the text of the page that all is
 * imported below: where that is the homepage of its space, and nobody else has written it.
 * @module
 */
import { ImportError } from '../../http-client/import-error.ts'
import { importPage } from '../../http-client/import-page.ts'
import type { AnswerPage } from '../../importing/contract.ts'
import { wordNotice } from '../notices.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import { lookUpFields, lookUpPage } from './look-up-page.ts'

/**
 * Give the front page of the folder the homepage. Any other file of this run that had it loses it.
 * @throws {ImportError} When the service cannot tell.
 */
export async function findFrontPage(run: FolderRun): Promise<void> {
  const { manifest, moved, plan, settings, state } = run
  const front = plan.tree.byPath.get('')
  const page = front && (await findHomepage(run, front))
  if (front !== undefined && page !== undefined) state.noteHomepage(front, page)
  for (const node of plan.tree.nodes) {
    if (node === front && page !== undefined) continue
    for (const path of [node.path, moved.get(node) ?? '']) {
      if (manifest.find(path)?.pageId === settings.parentId) manifest.remove(path)
    }
  }
}

/** @returns `undefined` where the file has a page of its own, below that one. */
async function findHomepage(run: FolderRun, node: PageNode): Promise<AnswerPage | undefined> {
  const { manifest, moved, output, plan, service, settings, state } = run
  const { frontPage, overwrite, parentId, connection } = settings
  const entry = manifest.find(node.path) ?? manifest.find(moved.get(node) ?? '')
  const isKnown = entry?.pageId === parentId
  const isOther = node.pageId !== undefined && node.pageId !== parentId
  const isWanted = frontPage === 'auto' && overwrite && (entry === undefined || isKnown) && !isOther
  const isAtTop = node.parent === undefined && node.parentId === undefined
  const isFolder = plan.folders.length > 0 || isKnown
  if (!isWanted || !isAtTop || !isFolder || state.problemOf(node) !== undefined) return undefined
  // By an id only services know a page that do so.
  if (!(await service.reservesPages())) return undefined
  try {
    const isSaid = isKnown || node.exported?.isHomepage
    if (!isSaid && (await lookUpPage(run, node, parentId))) return undefined
    const fields = { ...lookUpFields(settings, parentId, anyTitle), pageId: parentId }
    return (await importPage(connection, fields)).page
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    if (error.key === 'already-exists') {
      output.warn(node.path, wordNotice('front-page-kept', error.message))
    } else if (error.key !== 'bad-request' && error.key !== 'not-found') throw error
    return undefined
  }
}

/** The homepage keeps its own, which the answer tells. */
const anyTitle = '-'
