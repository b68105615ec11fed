/** The addresses, branches and folders that may be followed, and the network addresses behind them. @module */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../../contract/base/public-address.ts'
import { RequestError } from '../../contract/errors.ts'
import { isLoopback, parseHostName } from '../../contract/host-name.ts'
import { RunError } from '../folder-runs/bounded-process.ts'

export interface RepositoryAddress {
  readonly protocol: 'https' | 'http' | 'ssh'
  /** A name or an IP address, without brackets. */
  readonly host: string
  readonly port: number
  /** As it is given to Git: without credentials. */
  readonly url: string
}

const maxLength = 1_000
const ports = { https: 443, http: 80, ssh: 22 } as const

/** The user is part of ssh addresses, and no secret; everything else before `@` is a credential. */
const address =
  /^(https?|ssh):\/\/(?:([A-Za-z0-9_][A-Za-z0-9._-]*)@)?([A-Za-z0-9.:[\]_-]+?)(?::([0-9]{1,5}))?(\/[^\s?#\\"'`\p{C}]+)$/u

/**
 * Parse the address of a repository.
 * @throws {RequestError} `bad-request`. The message never quotes the address, which may hold a
 * password.
 */
export function parseRepository(text: string): RepositoryAddress {
  const [, scheme, user, authority = '', port, path = ''] =
    (text.length > maxLength ? undefined : address.exec(text)) ?? []
  const protocol = scheme as RepositoryAddress['protocol'] | undefined
  const name = authority.startsWith('-') ? undefined : parseHostName(authority)?.name
  if (protocol === undefined || name === undefined || Number(port ?? 1) > 65_535) {
    throw refused(
      'The address of a repository is https://HOST/PATH or ssh://USER@HOST/PATH, without a password, a query or a fragment.',
    )
  }
  if (user !== undefined && protocol !== 'ssh') {
    throw refused('The address must hold no credentials: give them with --token-file.')
  }
  const host = name.replace(/^\[|\]$/g, '')
  if (protocol === 'http' && !isLoopback(host)) {
    throw refused('Plain http goes to this machine alone: give the address with https or ssh.')
  }
  const before = user === undefined ? '' : `${user}@`
  const after = port === undefined ? '' : `:${port}`
  return {
    protocol,
    host,
    port: Number(port ?? ports[protocol]),
    url: `${protocol}://${before}${name}${after}${path}`,
  }
}

function refused(message: string): RequestError {
  return new RequestError('bad-request', message, { field: 'repository' })
}

/** Refuse an IP address of a private network, without looking up names. */
export function refusePrivateHost({ host }: RepositoryAddress, allowsPrivate: boolean): void {
  const isPrivate = isIP(host) > 0 ? !isPublicAddress(host) : isLoopback(host)
  if (isPrivate && !allowsPrivate) throw refused(privateAddress)
}

const privateAddress =
  'The repository is at an address of this machine or of a private network: --allow-private-repositories lets it be followed.'

/**
 * Look up the host. Git must use exactly these addresses, so that a name cannot change in between.
 * @throws {RunError} When there is none, or one is not allowed.
 */
export async function resolveHost(
  { protocol, host }: RepositoryAddress,
  allowsPrivate: boolean,
): Promise<readonly string[]> {
  const records = await lookup(host, { all: true, order: 'verbatim' }).catch(() => [])
  const addresses = records.map((record) => record.address)
  if (addresses.length === 0) throw new RunError('The host of the repository is not known.')
  if (protocol === 'http' && !addresses.every(isLoopback)) {
    throw new RunError('Plain http goes to this machine alone.')
  }
  if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new RunError(privateAddress)
  return addresses
}

/**
 * Check the form of a branch's name; Git has the last word on it.
 * @throws {RequestError} `bad-request`.
 */
export function parseBranch(text: string): string {
  if (/^[^-\s\p{C}][^\s\p{C}]{0,199}$/u.test(text)) return text
  throw new RequestError('bad-request', 'That is no name of a branch.', { field: 'branch' })
}

/**
 * Parse a folder inside the repository.
 * @returns Without slashes at its ends; `.` for the whole repository.
 * @throws {RequestError} `bad-request`.
 */
export function parseFolder(text: string): string {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  const isOutside = text.startsWith('/') || parts.some((part) => part === '..')
  const isOfGit = parts.some((part) => part.toLowerCase() === '.git')
  const isOdd = text.startsWith('-') || /[\\\p{C}]/u.test(text) || text.length > maxLength
  if (isOutside || isOfGit || isOdd) {
    throw new RequestError(
      'bad-request',
      'The folder is a path inside the repository, such as docs, and begins with no -.',
      { field: 'folder' },
    )
  }
  return parts.join('/') || '.'
}
