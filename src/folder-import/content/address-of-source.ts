/** The address at which a file of the repository can be seen. @module */
import { relative, sep } from 'node:path'
import type { FoundFile } from '../files/find-file.ts'
import { isWithin } from '../files/is-within.ts'

/** The repository, and where it can be seen. */
export interface SeenRepository {
  readonly repository: string
  /** What stands before the paths of its files; undefined where nobody can see them. */
  readonly sourceUrl: string | undefined
}

/**
 * Give the address of a file or folder.
 * @param fragment Part of it, such as `L10`.
 * @returns `undefined` for what lies outside, or where no address is known.
 */
export function addressOfSource(
  { repository, sourceUrl }: SeenRepository,
  { file, isFolder }: FoundFile,
  fragment = '',
): string | undefined {
  if (sourceUrl === undefined || !isWithin(file, repository)) return undefined
  const path = relative(repository, file).split(sep).map(encodeURIComponent).join('/')
  // GitHub and GitLab show folders at an address of another kind.
  const before = isFolder ? sourceUrl.replace(/\/blob\/(?=[^/]+\/)/, '/tree/') : sourceUrl
  const hash = fragment === '' ? '' : `#${fragment}`
  return `${before.replace(/\/*$/, '/')}${path}${hash}`
}
