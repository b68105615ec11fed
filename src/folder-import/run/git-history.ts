/** Asks Git which files were renamed; without Git, there are none. @module */
import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface GitRenames {
  /** Former path by current path. */
  readonly formerPaths: ReadonlyMap<string, string>
  /** Whether the clone has only a part of the history. */
  readonly isShallow: boolean
}

const none: GitRenames = { formerPaths: new Map(), isShallow: false }
/**
 * The commit that was imported last, in a clone that the service made for a followed repository: it
 * has no history between.
 */
export const importedRef = 'refs/markport/imported'

const renamesOnly = [
  ...['-z', '--relative', '--name-status', '-M', '-l2000'],
  ...['--no-ext-diff', '--diff-filter=R'],
]

/** Commits that are looked through. */
const maxCommits = 2_000

/**
 * Find out which of some files had one of some other paths before.
 * @param base The folder that all paths are relative to.
 * @param added Paths that are new.
 * @param gone Paths that have no file any more.
 */
export async function findGitRenames(
  repository: string,
  base: string,
  { added, gone }: { readonly added: readonly string[]; readonly gone: ReadonlySet<string> },
): Promise<GitRenames> {
  if (!isRepository(repository)) return none
  const shallow = await git(repository, base, ['rev-parse', '--is-shallow-repository'])
  const isShallow = shallow?.trim() === 'true'
  const imported = await git(repository, base, ['rev-parse', '--verify', '--quiet', importedRef])
  // Only commits are compared: files of the working tree would run the repository's filters.
  const commits = imported
    ? ['diff-tree', '-r', ...renamesOnly, imported.trim(), 'HEAD', '--']
    : ['log', `-n${maxCommits}`, '--format=', ...renamesOnly, 'HEAD', '--']
  const said = await git(repository, base, commits)
  const fields = (said ?? '').split('\0')
  /** Today's path of each file, by its path at the commit that is looked at. */
  const current = new Map(added.map((path) => [path, path]))
  const formerPaths = new Map<string, string>()
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

export interface GitCommit {
  readonly commit: string
  readonly author: string
  /** The first line. */
  readonly message: string
}

/** Read the commit that a repository stands at; undefined without Git. */
export async function findCommit(repository: string): Promise<GitCommit | undefined> {
  if (!isRepository(repository)) return undefined
  const format = '--format=%H%x00%an%x00%s'
  const said = await git(repository, repository, ['log', '-1', format, 'HEAD', '--'])
  const [commit = '', author = '', message = ''] = (said ?? '').trimEnd().split('\0')
  return commit === '' ? undefined : { commit, author, message }
}

/** Checked without starting Git. In a worktree `.git` is a file. */
function isRepository(folder: string): boolean {
  const place = join(folder, '.git')
  const isFile = statSync(place, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile || existsSync(join(place, 'HEAD'))
}

const maxMs = 10_000
const maxBytes = 16 * 1024 * 1024

/** Prevent that programs, hooks or transports of the repository's configuration run. */
const harmless = [
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.quotePath=off'],
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting])

/** @returns Undefined without Git, or when it fails. */
function git(
  repository: string,
  folder: string,
  command: readonly string[],
): Promise<string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = {
    ...Object.fromEntries(kept),
    GIT_CEILING_DIRECTORIES: dirname(repository),
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  }
  const options = { env, timeout: maxMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const
  return new Promise((resolve) => {
    execFile('git', ['--no-pager', ...harmless, '-C', folder, ...command], options, (error, out) =>
      resolve(error === null ? out : undefined),
    )
  })
}
