/** Finds the folder that single files were imported from before, so that they keep their places. @module */
import { dirname } from 'node:path'
import { ImportError } from '../client/exchange.ts'
import { type RememberedPage, readSource } from '../client/sources.ts'
import { findRepository, selectPaths } from '../files/select-paths.ts'
import { pathFrom } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import { sourceOf } from './source-name.ts'

/** @returns Undefined where folders are imported, or nothing was before. */
export async function findImportedBase(settings: FolderSettings): Promise<string | undefined> {
  if (settings.input !== undefined) return undefined
  const { base, folders, files, isPart } = selectPaths(settings.paths)
  if (folders.length > 0 || isPart) return undefined
  const repository = findRepository(base)
  const read = rememberedPages(settings)
  for (let folder = base; ; folder = dirname(folder)) {
    const source = sourceOf({ base: folder, repository }, settings)
    const pages = source === undefined ? [] : await read(source.name)
    const importedPaths = new Set(pages.map(({ path }) => path))
    const isImported = files.some((file) => importedPaths.has(pathFrom(folder, file)))
    if (isImported || (settings.source === undefined && pages.length > 0)) return folder
    if (folder === repository || dirname(folder) === folder) return undefined
  }
}

function rememberedPages({
  connection,
  endpoint,
  spaceId,
}: FolderSettings): (name: string) => Promise<readonly RememberedPage[]> {
  const pagesBySource = new Map<string, readonly RememberedPage[]>()
  return async (name) => {
    let pages = pagesBySource.get(name)
    if (pages === undefined) {
      try {
        // The run itself waits for a service that is away.
        const impatientConnection = { ...connection, endpoint, maxAttempts: 1 }
        pages = (await readSource(impatientConnection, spaceId, name)).pages ?? []
      } catch (error) {
        // The run itself reports the problem.
        if (!(error instanceof ImportError)) throw error
        pages = []
      }
      pagesBySource.set(name, pages)
    }
    return pages
  }
}
