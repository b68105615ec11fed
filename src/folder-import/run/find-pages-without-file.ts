/** The pages that files have left behind; they are listed, and never touched. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { importPage } from '../../http-client/import-page.ts'
import type { PageWithoutFile } from '../folder-events.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { FolderRun } from './folder-run.ts'
import { lookUpFields } from './look-up-page.ts'
import type { LeftPage, Manifest } from './manifest.ts'

/**
 * Find the pages that no file stands for any more.
 * @param run The run that has just ended.
 * @param options `isChecked` asks the service which are still there, and forgets the others.
 */
export async function findPagesWithoutFile(
  { plan, manifest, settings, state }: FolderRun,
  { isChecked }: { readonly isChecked: boolean },
): Promise<PageWithoutFile[]> {
  const found: PageWithoutFile[] = []
  for (const page of [...manifest.left(), ...pagesOfGoneFiles(plan, manifest)]) {
    // Another file may have taken it over, or one that is there and was not asked for has it.
    if (state.ownerOf(page.pageId) !== undefined) continue
    if (isChecked && !(await isStillThere(page, settings))) {
      manifest.removeLeft(page.pageId)
      if (manifest.find(page.path)?.pageId === page.pageId) manifest.remove(page.path)
      continue
    }
    const { path, title, pageId, url } = page
    found.push({ file: path, title, pageId, url })
  }
  return found
}

function pagesOfGoneFiles({ tree }: FolderPlan, manifest: Manifest): LeftPage[] {
  const present = new Set(tree.nodes.map(({ path }) => path))
  return manifest.paths().flatMap((path) => {
    const entry = manifest.find(path)
    if (present.has(path) || entry === undefined) return []
    const { pageId, url, parentId, title } = entry
    return [{ path, pageId, url, parentId, title }]
  })
}

async function isStillThere(
  { pageId, parentId, title }: LeftPage,
  settings: FolderSettings,
): Promise<boolean> {
  try {
    const fields = lookUpFields(settings, parentId, title)
    const { outcome, page } = await importPage(settings.connection, fields)
    return page === undefined ? outcome !== 'created' : page.id === pageId
  } catch (error) {
    // A parent that is gone took the page with it; whatever else fails says nothing about it.
    if (error instanceof ImportError) return error.key !== 'not-found'
    throw error
  }
}
