/** Finds the address of a repository's files on its forge. @module */
import { join } from 'node:path'
import { findGitFolders } from '../files/harmless-git.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'

/** The text between a repository's address and its files' paths, by forge; the first match counts. */
const forges: readonly {
  readonly repositories: RegExp
  readonly between: (branch: string) => string
}[] = [
  { repositories: /^github\./, between: (branch) => `/blob/${branch}/` },
  { repositories: /^gitlab\./, between: (branch) => `/-/blob/${branch}/` },
  { repositories: /^bitbucket\.org[:/]/, between: (branch) => `/src/${branch}/` },
  {
    repositories: /^(?:codeberg\.org[:/]|gitea\.|forgejo\.)/,
    between: (branch) => `/src/branch/${branch}/`,
  },
  // Azure DevOps, whatever its host.
  { repositories: /\/_git\//, between: (branch) => `?version=GB${branch}&path=/` },
]

/**
 * Derive the address prefix from the remote `origin` and the branch, without credentials. Only
 * Git's files are read.
 * @returns Such as `https://github.com/owner/name/blob/main/`; undefined for unknown forges.
 */
export function findSourceUrl(repository: string): string | undefined {
  const { gitFolder, common, remote } = readRepository(repository)
  if (remote === undefined) return undefined
  const forge = forges.find(({ repositories }) => repositories.test(remote))
  const branch =
    branchIn(readLine(join(gitFolder, 'HEAD')), 'refs/heads/') ??
    branchIn(readLine(join(common, 'refs/remotes/origin/HEAD')), 'refs/remotes/origin/')
  if (forge === undefined || branch === undefined) return undefined
  const inAddress = branch.split('/').map(encodeURIComponent).join('/')
  return `https://${remote}${forge.between(inAddress)}`
}

/** Name a repository by its remote: `host/owner/name`. Undefined without a remote on a host. */
export function findRemote(repository: string): string | undefined {
  return readRepository(repository).remote
}

function readRepository(repository: string) {
  const { gitFolder, common } = findGitFolders(repository)
  const remote = webAddress(originIn(readText(join(common, 'config'))))
  return { gitFolder, common, remote }
}

const maxBytes = 1024 * 1024

function readText(file: string): string {
  try {
    return readRegularTextSync(file, { maxBytes })
  } catch {
    return ''
  }
}

function readLine(file: string): string {
  return readText(file).split('\n', 1)[0]?.trim() ?? ''
}

function originIn(config: string): string {
  let isOrigin = false
  for (const line of config.split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) isOrigin = line === '[remote "origin"]'
    const [, url] = isOrigin ? (/^url ?= ?(\S+)$/.exec(line) ?? []) : []
    if (url !== undefined) return url
  }
  return ''
}

/** Read `host/owner/name` from `git@host:owner/name.git` and Git's other notations. */
function webAddress(remote: string): string | undefined {
  const [, host, path] = /^(?:[^@/:]+@)?([\w.-]+):(?!\/\/)([^:]+)$/.exec(remote) ?? []
  const address = host === undefined ? remote : `ssh://${host}/${path}`
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, port, pathname } = new URL(address)
  if (!/^(?:https?|ssh|git):$/.test(protocol) || hostname === '') return undefined
  const authority = protocol.startsWith('http') && port ? `${hostname}:${port}` : hostname
  const name = pathname
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
  if (name === '') return undefined
  return `${authority}/${name}`.replace(azureBySsh, 'dev.azure.com/$1/_git/')
}

const azureBySsh = /^(?:vs-ssh\.visualstudio\.com|ssh\.dev\.azure\.com)\/v3\/([^/]+\/[^/]+)\//

function branchIn(head: string, prefix: string): string | undefined {
  const name = head.replace(/^ref: /, '')
  return name !== head && name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}
