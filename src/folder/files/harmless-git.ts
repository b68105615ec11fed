/** Asks Git about the repository of a folder, and runs nothing that the repository brings. @module */
import {
  type ExecFileSyncOptionsWithStringEncoding,
  execFile,
  execFileSync,
} from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isAbsent } from './read-failure.ts'
import { readRegularTextSync } from './read-regular-file.ts'

/** Check without starting Git. In a worktree `.git` is a file. */
export function isRepository(folder: string): boolean {
  const place = join(folder, '.git')
  const isFile = statSync(place, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile || existsSync(join(place, 'HEAD'))
}

/** Find a repository's own folder, and the one that it shares with its worktrees. */
export function findGitFolders(repository: string) {
  const link = join(repository, '.git')
  // In a worktree or submodule, `.git` is a file with the folder's path.
  const [, target] = /^gitdir: (.+)/.exec(readIfThere(link)) ?? []
  const gitFolder = target === undefined ? link : resolve(repository, target.trim())
  const common = readIfThere(join(gitFolder, 'commondir')).trim()
  return { gitFolder, common: resolve(gitFolder, common) }
}

/** @throws {Error} When a file is there and cannot be read. */
export function readIfThere(file: string): string {
  try {
    return readRegularTextSync(file)
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR'
    if (isFolder || isAbsent(error)) return ''
    throw error
  }
}

/** @returns Undefined without Git, or when it fails. */
export function git(
  repository: string,
  folder: string,
  command: readonly string[],
): Promise<string | undefined> {
  const { words, options } = callOf(repository, folder, command)
  return new Promise((resolve) => {
    execFile('git', words, options, (error, out) => resolve(error === null ? out : undefined))
  })
}

/** @returns Paths from the repository's top; none without Git. */
export function listTrackedIgnored(repository: string): readonly string[] {
  if (!isRepository(repository)) return []
  const command = ['ls-files', '-z', '--cached', '--ignored', '--exclude-standard']
  const { words, options } = callOf(repository, repository, command)
  try {
    return execFileSync('git', words, options).split('\0').filter(Boolean)
  } catch {
    return []
  }
}

const maxMs = 10_000
const maxBytes = 16 * 1024 * 1024

/** Options that keep Git from running programs, hooks or transports that the repository configures. */
const harmless = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=off',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting])

function callOf(repository: string, folder: string, command: readonly string[]) {
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = {
    ...Object.fromEntries(variables),
    GIT_CEILING_DIRECTORIES: dirname(repository),
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
  }
  const options: ExecFileSyncOptionsWithStringEncoding = {
    env,
    encoding: 'utf8',
    timeout: maxMs,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
    stdio: ['ignore', 'pipe', 'ignore'],
  }
  return { words: ['--no-pager', ...harmless, '-C', folder, ...command], options }
}
