/** Finds the file or folder of the repository that an address names. @module */
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isAbsent } from './read-failure.ts'
import { foldName, isInside } from './tree-paths.ts'

export interface FoundFile {
  readonly file: string
  readonly isFolder: boolean
}

/** Finds the first candidate that exists, or else one that differs only in case. */
export type FindFile = (candidates: readonly string[]) => Promise<FoundFile | undefined>

/** A small cache of listings is enough, because broken links mostly point into few folders. */
const maxListings = 500

interface Listing {
  readonly names: ReadonlySet<string>
  /** Names by their folded form; undefined where several names share one. */
  readonly folded: ReadonlyMap<string, string | undefined>
}

/** @param repository Only below this folder names are compared without case. */
export function fileFinder(repository: string): FindFile {
  const listings = new Map<string, Promise<Listing | undefined>>()
  const listFolder = (folder: string): Promise<Listing | undefined> => {
    const cachedListing = listings.get(folder)
    if (cachedListing !== undefined) return cachedListing
    if (listings.size >= maxListings) listings.clear()
    const listing = readdir(folder).then(listingOf, (error) =>
      isAbsent(error) ? listingOf([]) : undefined,
    )
    listings.set(folder, listing)
    return listing
  }
  /** @returns Undefined outside the repository, and where listing is forbidden: files there may still be read. */
  const list = async (folder: string): Promise<Listing | undefined> => {
    if (folder === repository) return listFolder(folder)
    if (!isInside(folder, repository)) return undefined
    // Many candidates are in missing folders: a listing above already tells, without a look at the disk.
    let above = repository
    for (const part of relative(repository, folder).split(sep)) {
      if ((await listFolder(above))?.names.has(part) === false) return listingOf([])
      above = join(above, part)
    }
    return listFolder(above)
  }
  const findWithoutCase = async (file: string): Promise<string | undefined> => {
    if (!isInside(file, repository)) return undefined
    let folder = repository
    for (const part of relative(repository, file).split(sep)) {
      const listing = await list(folder)
      const name = listing?.names.has(part) ? part : listing?.folded.get(foldName(part))
      if (name === undefined) return undefined
      folder = join(folder, name)
    }
    return folder
  }
  return async (candidates) => {
    for (const file of candidates) {
      // Once a folder is listed, its missing files cost no further look at the disk.
      const mayExist = (await list(dirname(file)))?.names.has(basename(file)) !== false
      const match = mayExist ? await look(file) : undefined
      if (match !== undefined) return match
    }
    for (const candidate of candidates) {
      const file = await findWithoutCase(candidate)
      const match = file === undefined ? undefined : await look(file)
      if (match !== undefined) return match
    }
    return undefined
  }
}

function listingOf(names: readonly string[]): Listing {
  const folded = new Map<string, string | undefined>()
  for (const name of names) {
    const key = foldName(name)
    folded.set(key, folded.has(key) ? undefined : name)
  }
  return { names: new Set(names), folded }
}

function look(file: string): Promise<FoundFile | undefined> {
  return stat(file).then(
    (stats) => ({ file, isFolder: stats.isDirectory() }),
    (error: unknown) => (isAbsent(error) ? undefined : { file, isFolder: false }),
  )
}
