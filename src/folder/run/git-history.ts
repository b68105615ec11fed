/** Asks Git which files were renamed; without Git, there are none. @module */
import { git, isRepository } from '../files/harmless-git.ts'

/** The last imported commit in the service's clone, which lacks the history in between. */
export const importedRef = 'refs/markport/imported'

const renamesOnly = [
  '-z',
  '--relative',
  '--name-status',
  '-M',
  '-l2000',
  '--no-ext-diff',
  '--diff-filter=R',
]

const maxCommits = 2_000

/**
 * Find former paths of files.
 * @param added New paths, from the base.
 * @param gone Paths that have no file any more.
 * @returns Former path by current path, and whether the clone has only a part of the history.
 */
export async function findGitRenames(
  repository: string,
  base: string,
  { added, gone }: { readonly added: readonly string[]; readonly gone: ReadonlySet<string> },
) {
  const formerPaths = new Map<string, string>()
  if (!isRepository(repository)) return { formerPaths, isShallow: false }
  const shallow = await git(repository, base, ['rev-parse', '--is-shallow-repository'])
  const isShallow = shallow?.trim() === 'true'
  const importedCommit = await git(repository, base, [
    'rev-parse',
    '--verify',
    '--quiet',
    importedRef,
  ])
  // Only commits are compared: files of the working tree would run the repository's filters.
  const commits = importedCommit
    ? ['diff-tree', '-r', ...renamesOnly, importedCommit.trim(), 'HEAD', '--']
    : ['log', `-n${maxCommits}`, '--format=', ...renamesOnly, 'HEAD', '--']
  const output = await git(repository, base, commits)
  const fields = (output ?? '').split('\0')
  /** Current path of each file, by its path at the commit that is read. */
  const current = new Map(added.map((path) => [path, path]))
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [before = '', after = ''] = fields.slice(at + 1, at + 3)
    const path = current.get(after)
    if (path === undefined) continue
    current.delete(after)
    if (gone.has(before)) formerPaths.set(path, before)
    else current.set(before, path)
  }
  return { formerPaths, isShallow }
}

/** Read the commit that a repository stands at; undefined without Git. */
export async function findCommit(repository: string) {
  if (!isRepository(repository)) return undefined
  const format = '--format=%H%x00%an%x00%s'
  const output = await git(repository, repository, ['log', '-1', format, 'HEAD', '--'])
  const [commit = '', author = '', message = ''] = (output ?? '').trimEnd().split('\0')
  return commit === '' ? undefined : { commit, author, message }
}
