/** Where the files of a repository can be seen on the web, by what Git knows. @module */
import { join, resolve } from 'node:path'
import { readRegularTextSync } from '../files/read-regular-file.ts'

/** How forges show a file of a branch; the first whose hosts fit. */
const forges: readonly { readonly hosts: RegExp; readonly path: string }[] = [
  { hosts: /^github\./, path: 'blob/' },
  { hosts: /^gitlab\./, path: '-/blob/' },
  { hosts: /^bitbucket\.org$/, path: 'src/' },
  { hosts: /^(?:codeberg\.org|gitea\.|forgejo\.)/, path: 'src/branch/' },
]

/**
 * Find the address that stands before the paths of files, by the remote `origin` and the branch.
 * Only files of Git are read; what signs in to the remote is left out.
 * @param repository Absolute path of the folder with `.git`.
 * @returns Such as `https://github.com/owner/name/blob/main/`; `undefined` where it is not known.
 */
export function findSourceUrl(repository: string): string | undefined {
  const gitFolder = findGitFolder(join(repository, '.git'))
  const common = resolve(gitFolder, readLine(join(gitFolder, 'commondir')) || '.')
  const remote = webAddress(originIn(readText(join(common, 'config'))))
  if (remote === undefined) return undefined
  const forge = forges.find(({ hosts }) => hosts.test(remote.hostname))
  const branch =
    branchIn(readLine(join(gitFolder, 'HEAD')), 'refs/heads/') ??
    branchIn(readLine(join(common, 'refs/remotes/origin/HEAD')), 'refs/remotes/origin/')
  if (forge === undefined || branch === undefined) return undefined
  return `${remote.href}/${forge.path}${branch.split('/').map(encodeURIComponent).join('/')}/`
}

/** In a worktree `.git` is a file that says where the folder is. */
function findGitFolder(path: string): string {
  const [, folder] = /^gitdir: (.+)$/.exec(readLine(path)) ?? []
  return folder === undefined ? path : resolve(path, '..', folder)
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
  for (const line of config.split('\n').map((one) => one.trim())) {
    if (line.startsWith('[')) isOrigin = line === '[remote "origin"]'
    const [, url] = isOrigin ? (/^url ?= ?(\S+)$/.exec(line) ?? []) : []
    if (url !== undefined) return url
  }
  return ''
}

/** `git@host:owner/name.git` and all others that Git takes, without who signs in. */
function webAddress(remote: string): { hostname: string; href: string } | undefined {
  const [, host, path] = /^(?:[^@/:]+@)?([\w.-]+):(?!\/\/)([^:]+)$/.exec(remote) ?? []
  const written = host === undefined ? remote : `ssh://${host}/${path}`
  if (!URL.canParse(written)) return undefined
  const { protocol, hostname, port, pathname } = new URL(written)
  if (!/^(?:https?|ssh|git):$/.test(protocol) || hostname === '') return undefined
  const authority = protocol.startsWith('http') && port ? `${hostname}:${port}` : hostname
  const name = pathname
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
  return name === '' ? undefined : { hostname, href: `https://${authority}/${name}` }
}

function branchIn(head: string, prefix: string): string | undefined {
  const name = head.replace(/^ref: /, '')
  return name !== head && name.startsWith(prefix) ? name.slice(prefix.length) : undefined
}
