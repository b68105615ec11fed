/** Asks Git for renamed files; without Git, there are none. @module */
import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export async function findCommit(repository: string): Promise<string | undefined> {
  if (!isRepository(repository)) return undefined
  const said = await git(repository, repository, ['rev-parse', '--verify', '--quiet', 'HEAD'])
  const commit = said?.trim()
  return commit !== undefined && isCommit(commit) ? commit : undefined
}

/**
 * Find files renamed since a commit.
 * @returns Former paths by current path.
 */
export async function findGitRenames(
  repository: string,
  base: string,
  commit: string,
): Promise<ReadonlyMap<string, string>> {
  const renames = new Map<string, string>()
  if (!isCommit(commit) || !isRepository(repository)) return renames
  // Compare commits only: files of the working tree would run the repository's filters.
  const command = [
    'diff-tree',
    '-r',
    '-z',
    '--relative',
    '--name-status',
    '-M',
    '-l2000',
    '--no-ext-diff',
  ]
  const said = await git(repository, base, [...command, '--diff-filter=R', commit, 'HEAD', '--'])
  const fields = (said ?? '').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [before = '', now = ''] = fields.slice(at + 1, at + 3)
    renames.set(now, before)
  }
  return renames
}

/** Checked without starting Git. In a worktree `.git` is a file. */
function isRepository(folder: string): boolean {
  const place = join(folder, '.git')
  const isFile = statSync(place, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile || existsSync(join(place, 'HEAD'))
}

/** Reject anything that Git's option parser could misread. */
function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
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
