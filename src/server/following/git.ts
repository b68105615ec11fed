/** Runs Git without the configuration of the machine, a user or a repository. @module */
import { tmpdir } from 'node:os'
import { wrongField } from '../../contract/errors.ts'
import {
  inheritedVariables,
  type ProgramEnd,
  RunError,
  runBoundedProgram,
} from '../folder-runs/bounded-process.ts'

export type GitSettings = Readonly<Record<string, string>>

export interface GitCall {
  readonly args: readonly string[]
  readonly cwd: string
  /** Settings, passed in the environment because other users can read the arguments of programs. */
  readonly settings?: GitSettings
  readonly env?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** The folder whose size is limited. */
  readonly disk?: { readonly folder: string; readonly maxBytes: number }
}

const timeoutMs = 10 * 60_000
const mebibyte = 1024 * 1024
const maxMemoryBytes = 512 * mebibyte
const maxOutputChars = 32 * mebibyte

/** With these settings a repository can neither run a program nor fetch from elsewhere. */
const harmless: GitSettings = {
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.fsmonitor': 'false',
  'core.bigFileThreshold': '1m',
  'credential.helper': '',
  'fetch.unpackLimit': '1',
  'fetch.recurseSubmodules': 'false',
  'submodule.recurse': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1',
  'http.lowSpeedTime': '60',
  'pack.threads': '1',
  'protocol.version': '2',
  'advice.detachedHead': 'false',
}

/**
 * @returns The result, also if the exit code is not 0.
 * @throws {RunError} When there is no Git, or a limit was exceeded.
 */
export async function runGit(call: GitCall): Promise<ProgramEnd> {
  const { args, cwd, settings = {}, env = {}, signal, disk } = call
  try {
    return await runBoundedProgram({
      task: 'Git',
      program: 'git',
      args: ['--no-pager', ...args],
      cwd,
      env: {
        // Git needs the path of programs, and the operator's own certificates.
        ...inheritedVariables('PATH', 'GIT_SSL_CAINFO', 'SSL_CERT_FILE', 'SSL_CERT_DIR'),
        ...isolatedEnvironment(),
        ...env,
        ...bySettings(settings),
      },
      bounds: { timeoutMs, maxMemoryBytes, maxOutputChars, ...(disk && { disk }) },
      signal,
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new RunError(noGit)
  }
}

function isolatedEnvironment(): Record<string, string> {
  return {
    HOME: '/dev/null',
    LC_ALL: 'C',
    GIT_ASKPASS: '',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS: '',
  }
}

/** https://git-scm.com/docs/git-config#Documentation/git-config.txt-GITCONFIGCOUNT */
function bySettings(settings: GitSettings): Record<string, string> {
  const entries = Object.entries({ ...harmless, ...settings })
  const numberedSettings = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(numberedSettings) }
}

/** The first version with `http.curloptResolve`, which connects to addresses that we checked. */
const oldest = { major: 2, minor: 37 } as const
const noGit = `Following a repository needs Git ${oldest.major}.${oldest.minor} or newer on the machine of the service, and there is none. Install the package git.`

/**
 * @returns Git's version.
 * @throws {RunError} When Git is missing or too old.
 */
export async function findGit(): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { output } = await runGit({ args: ['version'], cwd: '/', signal })
  const [, version, major, minor] = /version ((\d+)\.(\d+)[\d.]*)/.exec(output) ?? []
  if (version === undefined) throw new RunError(noGit)
  const isOld =
    Number(major) < oldest.major || (Number(major) === oldest.major && Number(minor) < oldest.minor)
  if (isOld) {
    throw new RunError(
      `Following a repository needs Git ${oldest.major}.${oldest.minor} or newer on the machine of the service, and there is ${version}. Upgrade it.`,
    )
  }
  return version
}

/**
 * Lets Git check the name of a branch.
 * @throws {RequestError} `bad-request`.
 */
export async function checkBranch(branch: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs)
  const args = ['check-ref-format', '--branch', branch]
  const { code, output } = await runGit({ args, cwd: '/', signal })
  // Names such as @{-1} stand for another branch.
  if (code === 0 && output.trim() === branch) return
  const message = 'That is no name of a branch, as Git sees it.'
  throw wrongField('branch', message)
}
