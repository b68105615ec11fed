/** The pages that files have left behind. @module */
import { ImportError } from '../../http-client/import-error.ts'
import { importPage } from '../../http-client/import-page.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { FolderRun } from './folder-run.ts'
import type { Manifest } from './manifest.ts'
import type { LeftPage } from './manifest-entry.ts'
import { lookUpFields } from './placed-page.ts'

/** A page without a file; `file` is a path of the tree. */
export interface UnfiledPage {
  readonly file: string
  readonly title: string
  readonly pageId: string
  readonly url: string
  readonly version: number | undefined
  /** Whether an import made it. */
  readonly isMade: boolean
  /** Whether its file now has another page. */
  readonly isLeft: boolean
}

export async function findPagesWithoutFile(
  { plan, manifest, settings, state }: FolderRun,
  { isChecked }: { readonly isChecked: boolean },
): Promise<UnfiledPage[]> {
  const found: UnfiledPage[] = []
  const left = manifest.left().map((page) => ({ page, isLeft: true }))
  const gone = pagesOfGoneFiles(plan, manifest).map((page) => ({ page, isLeft: false }))
  for (const { page, isLeft } of [...left, ...gone]) {
    // Another file may own the page now.
    if (state.ownerOf(page.pageId) !== undefined) continue
    if (isChecked && !(await isStillThere(page, settings))) {
      manifest.removeLeft(page.pageId)
      if (manifest.find(page.path)?.pageId === page.pageId) manifest.remove(page.path)
      continue
    }
    const { path, title, pageId, url, version, isMade = false } = page
    found.push({ file: path, title, pageId, url, version, isMade, isLeft })
  }
  return found
}

function pagesOfGoneFiles({ tree }: FolderPlan, manifest: Manifest): LeftPage[] {
  const present = new Set(tree.nodes.map(({ path }) => path))
  return manifest.paths().flatMap((path) => {
    const entry = manifest.find(path)
    return present.has(path) || entry === undefined ? [] : [{ path, ...entry }]
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
    // Other errors do not prove that the page is gone.
    if (error instanceof ImportError) return error.key !== 'not-found'
    throw error
  }
}
