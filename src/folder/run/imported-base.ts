/** Finds the folder that single files were imported from before, so that they keep their places. @module */
import { dirname } from 'node:path'
import { ImportError } from '../client/exchange.ts'
import { type RememberedPage, readSource } from '../client/sources.ts'
import { findRepository, selectPaths } from '../files/select-paths.ts'
import { pathFrom } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import { sourceOf } from './source-name.ts'

/**
 * Look for a source among the folders above the files.
 * @returns Undefined where folders are imported, or nothing was before.
 */
export async function findImportedBase(settings: FolderSettings): Promise<string | undefined> {
  if (settings.input !== undefined) return undefined
  const { base, folders, files, isPart } = selectPaths(settings.paths)
  if (folders.length > 0 || isPart) return undefined
  const repository = findRepository(base)
  const read = rememberedPages(settings)
  for (let folder = base; ; folder = dirname(folder)) {
    const source = sourceOf({ base: folder, repository }, settings)
    const pages = source === undefined ? [] : await read(source.name)
    const known = new Set(pages.map(({ path }) => path))
    const isKnown = files.some((file) => known.has(pathFrom(folder, file)))
    if (isKnown || (settings.source === undefined && pages.length > 0)) return folder
    if (folder === repository || dirname(folder) === folder) return undefined
  }
}

function rememberedPages({
  connection,
  endpoint,
  spaceId,
}: FolderSettings): (name: string) => Promise<readonly RememberedPage[]> {
  const known = new Map<string, readonly RememberedPage[]>()
  return async (name) => {
    let pages = known.get(name)
    if (pages === undefined) {
      try {
        // The run itself waits for a service that is away.
        const asked = { ...connection, endpoint, maxAttempts: 1 }
        pages = (await readSource(asked, spaceId, name)).pages ?? []
      } catch (error) {
        // The run itself says what is wrong.
        if (!(error instanceof ImportError)) throw error
        pages = []
      }
      known.set(name, pages)
    }
    return pages
  }
}
