/** Tells which Markdown files are for those who work on a repository, and not for readers. @module */
import { join } from 'node:path'
import { isInside, isWithin, stemOf } from '../files/tree-paths.ts'
import type { Site } from './site.ts'

/** Files for programs, lawyers and forges. */
const neverRead =
  /^(?:CLAUDE|AGENTS?|GEMINI|LICEN[CS]E|COPYING|(?:PULL_REQUEST|ISSUE)_TEMPLATE)(?:[-._][\w.-]+)?$/

/** Files that forges show to contributors; they are pages only inside of the site's root folder. */
const ofForge = /^(?:CODEOWNERS|CONTRIBUTING|GOVERNANCE|MAINTAINERS|SECURITY|SUPPORT)$/

export function isLitter(base: string, path: string, site: Site): boolean {
  const file = join(base, path)
  const name = stemOf(path)
  if (neverRead.test(name)) return true
  if (site.dialects.length === 0) return false
  const [root = base] = site.rootFolders
  const isRooted = (folder: string): boolean =>
    site.rootFolders.some(
      (rootFolder) => isInside(rootFolder, folder) && isWithin(file, rootFolder),
    )
  return (
    name === 'CODE_OF_CONDUCT' ||
    (ofForge.test(name) && !isWithin(file, root)) ||
    site.litterFolders.some((folder) => isWithin(file, folder) && !isRooted(folder))
  )
}
