/** Fetches branches with a Git that reads no configuration of the machine, a user or a repository. @module */
import { mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { wrongField } from '../../contract/errors.ts'
import { importedRef } from '../../folder/run/git-history.ts'
import {
  inheritedVariables,
  type ProgramEnd,
  RunError,
  runBoundedProgram,
} from '../folder-runs/bounded-process.ts'
import { type RepositoryAddress, resolveHost } from './repository-address.ts'

type GitSettings = Readonly<Record<string, string>>

interface GitCall {
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
async function runGit(call: GitCall): Promise<ProgramEnd> {
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

export interface RepositoryCredentials {
  /** `TOKEN` or `USER:TOKEN`, for https. */
  readonly token?: string | undefined
  readonly sshKey?: string | undefined
  readonly knownHosts?: string | undefined
}

interface RemoteRequest {
  readonly address: RepositoryAddress
  readonly branch: string
  readonly credentials: RepositoryCredentials
  readonly allowsPrivate: boolean
  /** An empty folder. */
  readonly place: string
  readonly signal: AbortSignal
}

const maxPackBytes = 1024 * 1024 * 1024
const maxFilesBytes = 2 * 1024 * 1024 * 1024

/**
 * Reach a remote whose network addresses are checked; Git uses no others.
 * @throws {RunError} When the host is not allowed.
 */
export async function reachRemote(request: RemoteRequest) {
  const { address, branch, place, signal } = request
  const reach = await reachOf(request)
  const ref = `refs/heads/${branch}`
  const git = (
    args: readonly string[],
    cwd: string,
    more: Partial<GitCall> = {},
  ): Promise<ProgramEnd> => runGit({ args, cwd, signal, ...more })
  return {
    /** @throws {RunError} When the branch is missing or the repository cannot be read. */
    async findCommit(): Promise<string> {
      const references = await git(['ls-remote', '--exit-code', address.url, ref], place, reach)
      // Exit code 2 means no match: https://git-scm.com/docs/git-ls-remote.
      if (references.code === 2) throw new RunError(`The repository has no branch ${branch}.`)
      assertDone(references)
      return commitIn(references.output)
    },
    /**
     * Fetches the branch, and `lastCommit` if it still exists.
     * @returns The commit, and the folder where it is checked out.
     */
    async fetch(commit: string, lastCommit: string): Promise<{ commit: string; top: string }> {
      const top = join(place, 'clone')
      const format = commit.length === 64 ? 'sha256' : 'sha1'
      mkdirSync(top)
      assertDone(await git(['init', '-q', '--template=', `--object-format=${format}`], top))
      assertDone(await git(['config', 'remote.origin.url', address.url], top))
      const disk = { folder: join(top, '.git/objects/pack'), maxBytes: maxPackBytes }
      const fetchOne = (refspec: string): Promise<ProgramEnd> =>
        git(['fetch', '-q', '--depth=1', '--no-tags', 'origin', refspec], top, { ...reach, disk })
      const tracked = `refs/remotes/origin/${branch}`
      assertDone(await fetchOne(`+${ref}:${tracked}`))
      const present = commitIn((await git(['rev-parse', '--verify', tracked], top)).output)
      // After a forced push the last commit may be gone; the import then detects no renames.
      if (lastCommit !== '' && lastCommit !== present) {
        const { code } = await fetchOne(lastCommit)
        if (code === 0) assertDone(await git(['update-ref', importedRef, lastCommit], top))
      }
      assertSize(await git(['ls-tree', '-r', '-l', '-z', present], top))
      assertDone(await git(['checkout', '-q', '-f', '--no-track', '-B', branch, present], top))
      return { commit: present, top }
    },
  }
}

/**
 * Finds the real path of a folder, behind symbolic links.
 * @throws {RunError} When the folder is not inside the clone.
 */
export function findFolder(top: string, folder: string): string {
  const [realTop, folderPath] = [realpathSync(top), join(top, folder)]
  const isFolder = statSync(folderPath, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder) throw new RunError(`The branch has no folder ${folder}.`)
  const realPath = realpathSync(folderPath)
  const isInside = realPath === realTop || realPath.startsWith(realTop + sep)
  if (isInside && !realPath.slice(realTop.length).split(sep).includes('.git')) return realPath
  throw new RunError(`The folder ${folder} leads out of the repository.`)
}

/** Refuses a branch that is too large before its files are written to the disk. */
function assertSize(treeListing: ProgramEnd): void {
  assertDone(treeListing)
  let bytes = 0
  for (const [, size] of treeListing.output.matchAll(/(?:^|\0)\d+ blob \w+ +(\d+)\t/g)) {
    bytes += Number(size)
  }
  if (bytes > maxFilesBytes) throw new RunError('Its files take more than 2 GiB.')
}

function commitIn(output: string): string {
  const [commit] = /^(?:[0-9a-f]{64}|[0-9a-f]{40})(?=\s)/.exec(output) ?? []
  if (commit === undefined) throw new RunError('Git names no commit of the branch.')
  return commit
}

/** Git's messages for common failures; Git runs in the C locale. */
const failures: readonly (readonly [pattern: RegExp, message: string])[] = [
  [
    /Host key verification failed/,
    'The host has another key than the file of --known-hosts says, or is not in it.',
  ],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied|error: 40[13]/,
    'The repository refuses the credentials, or wants some: give them with --token-file or --key-file.',
  ],
  [
    /not found|error: 404|does not exist|does not appear to be a git repository/i,
    'There is no repository at this address, or the credentials may not read it.',
  ],
  [/error: 30\d/, 'The address leads to another one: give the one that it leads to.'],
  [/certificate|SSL/i, 'The certificate of the host is not trusted.'],
  [
    /Could not resolve|Failed to connect|timed out|Connection refused|Operation too slow|unreachable/i,
    'The host cannot be reached.',
  ],
]

/** @throws {RunError} The message never quotes the server, whose answer may contain tokens or links. */
function assertDone({ code, errorOutput }: ProgramEnd): void {
  if (code === 0) return
  const failure = failures.find(([pattern]) => pattern.test(errorOutput))
  throw new RunError(failure?.[1] ?? `The repository cannot be fetched: Git ended with ${code}.`)
}

interface Reach {
  readonly settings: GitSettings
  readonly env: Readonly<Record<string, string>>
}

async function reachOf(request: RemoteRequest): Promise<Reach> {
  const { address, credentials, allowsPrivate } = request
  const addresses = await resolveHost(address, allowsPrivate)
  const { protocol, host, port } = address
  const env = { GIT_ALLOW_PROTOCOL: protocol }
  if (protocol === 'ssh') {
    const command = `ssh -F ${quoted(writeSshConfig(request, addresses[0] as string))}`
    return { settings: {}, env: { ...env, GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' } }
  }
  const { token } = credentials
  const pinned = addresses.map((ip) => (ip.includes(':') ? `[${ip}]` : ip)).join(',')
  return {
    env,
    settings: {
      ...(isIP(host) === 0 && { 'http.curloptResolve': `${host}:${port}:${pinned}` }),
      ...(token !== undefined && { 'http.extraHeader': `Authorization: ${basic(token)}` }),
    },
  }
}

/** Forges accept any user name with a token, so we make one up if the token has none. */
function basic(token: string): string {
  const pair = token.includes(':') ? token : `x-access-token:${token}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** @returns The configuration file. The file and the keys are outside of the clone. */
function writeSshConfig({ address, credentials, place }: RemoteRequest, hostName: string): string {
  const write = (name: string, text: string): string => {
    const file = join(place, name)
    writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600, flag: 'wx' })
    return file
  }
  const file = (path: string): string => `"${path.replaceAll('%', '%%')}"`
  const { host, port } = address
  const config = [
    'Host *',
    // SSH connects to the address that we checked, but looks for the host's key by its name.
    `HostName ${hostName}`,
    `HostKeyAlias ${port === 22 ? host : `[${host}]:${port}`}`,
    `IdentityFile ${file(write('ssh-key', credentials.sshKey ?? ''))}`,
    `UserKnownHostsFile ${file(write('known-hosts', credentials.knownHosts ?? ''))}`,
    'GlobalKnownHostsFile /dev/null',
    'StrictHostKeyChecking yes',
    'UpdateHostKeys no',
    'CheckHostIP no',
    'IdentitiesOnly yes',
    'IdentityAgent none',
    'BatchMode yes',
    'PreferredAuthentications publickey',
    'ClearAllForwardings yes',
    'ControlMaster no',
    'ControlPath none',
    'ConnectTimeout 30',
    'ServerAliveInterval 15',
  ]
  return write('ssh-config', config.join('\n'))
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`
}
