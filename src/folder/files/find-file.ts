/** Finds the file or folder of the repository that an address names. @module */
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isAbsent } from './read-failure.ts'
import { foldName, isInside } from './tree-paths.ts'

export interface FoundFile {
  readonly file: string
  readonly isFolder: boolean
}

/** Finds the first candidate that exists, or else one that differs only in case. */
export type FindFile = (candidates: readonly string[]) => Promise<FoundFile | undefined>

/** Broken links mostly point into few folders. */
const maxListings = 500

/** @param repository Only below this folder names are compared without case. */
export function fileFinder(repository: string): FindFile {
  const listings = new Map<string, Promise<readonly string[]>>()
  const list = (folder: string): Promise<readonly string[]> => {
    const listing = listings.get(folder)
    if (listing !== undefined) return listing
    if (listings.size >= maxListings) listings.clear()
    const names = readdir(folder).catch(() => [])
    listings.set(folder, names)
    return names
  }
  return async (candidates) => {
    for (const file of candidates) {
      const match = await look(file)
      if (match !== undefined) return match
    }
    for (const candidate of candidates) {
      const file = await findWithoutCase(candidate, repository, list)
      const match = file === undefined ? undefined : await look(file)
      if (match !== undefined) return match
    }
    return undefined
  }
}

function look(file: string): Promise<FoundFile | undefined> {
  return stat(file).then(
    (stats) => ({ file, isFolder: stats.isDirectory() }),
    (error: unknown) => (isAbsent(error) ? undefined : { file, isFolder: false }),
  )
}

/** @returns `undefined` where none or several names fit. */
async function findWithoutCase(
  file: string,
  top: string,
  list: (folder: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  if (!isInside(file, top)) return undefined
  let folder = top
  for (const part of relative(top, file).split(sep)) {
    const names = await list(folder)
    const foldedPart = foldName(part)
    const fitting = names.includes(part)
      ? [part]
      : names.filter((name) => foldName(name) === foldedPart)
    const [name] = fitting
    if (name === undefined || fitting.length > 1) return undefined
    folder = join(folder, name)
  }
  return folder
}
