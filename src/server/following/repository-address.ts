/** Parses and checks the addresses, branches and folders of repositories. @module */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopback, isPublicAddress, parseHostName } from '../../contract/base/hosts.ts'
import { type RequestError, wrongField } from '../../contract/errors.ts'
import { RunError } from '../folder-runs/bounded-process.ts'

export interface RepositoryAddress {
  readonly protocol: 'https' | 'http' | 'ssh'
  readonly host: string
  readonly port: number
  /** The address that Git gets, without credentials. */
  readonly url: string
}

const maxLength = 1_000
const ports = { https: 443, http: 80, ssh: 22 } as const

/** Only ssh addresses may name a user; in others, the text before `@` is a credential. */
const address =
  /^(https?|ssh):\/\/(?:([A-Za-z0-9_][A-Za-z0-9._-]*)@)?([A-Za-z0-9.:[\]_-]+?)(?::([0-9]{1,5}))?(\/[^\s?#\\"'`\p{C}]+)$/u

/**
 * @throws {RequestError} `bad-request`. The message never quotes the address, which may hold a
 * password.
 */
export function parseRepository(text: string): RepositoryAddress {
  const [, scheme, user, authority = '', port, path = ''] =
    (text.length > maxLength ? undefined : address.exec(text)) ?? []
  const protocol = scheme as RepositoryAddress['protocol'] | undefined
  const name = authority.startsWith('-') ? undefined : parseHostName(authority)?.name
  if (protocol === undefined || name === undefined || Number(port ?? 1) > 65_535) {
    throw invalidRepository(
      'The address of a repository is https://HOST/PATH or ssh://USER@HOST/PATH, without a password, a query or a fragment.',
    )
  }
  if (user !== undefined && protocol !== 'ssh') {
    throw invalidRepository('The address must hold no credentials: give them with --token-file.')
  }
  const host = name.replace(/^\[|\]$/g, '')
  if (protocol === 'http' && !isLoopback(host)) {
    throw invalidRepository(
      'Plain http goes to this machine alone: give the address with https or ssh.',
    )
  }
  const userPart = user === undefined ? '' : `${user}@`
  const portPart = port === undefined ? '' : `:${port}`
  return {
    protocol,
    host,
    port: Number(port ?? ports[protocol]),
    url: `${protocol}://${userPart}${name}${portPart}${path}`,
  }
}

function invalidRepository(message: string): RequestError {
  return wrongField('repository', message)
}

/** Refuses IP addresses of private networks, without looking up names. */
export function refusePrivateHost({ host }: RepositoryAddress, allowsPrivate: boolean): void {
  const isPrivate = isIP(host) > 0 ? !isPublicAddress(host) : isLoopback(host)
  if (isPrivate && !allowsPrivate) throw invalidRepository(privateAddress)
}

const privateAddress =
  'The repository is at an address of this machine or of a private network: --allow-private-repositories lets it be followed.'

/**
 * Git must use exactly these addresses, so that DNS cannot change them in between.
 * @throws {RunError} When the host has no address, or an address that is not allowed.
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
 * Checks the form of a branch's name; `checkBranch` asks Git as well.
 * @throws {RequestError} `bad-request`.
 */
export function parseBranch(text: string): string {
  if (/^[^-\s\p{C}][^\s\p{C}]{0,199}$/u.test(text)) return text
  throw wrongField('branch', 'That is no name of a branch.')
}

/**
 * @returns The folder without slashes at its ends; `.` for the whole repository.
 * @throws {RequestError} `bad-request`.
 */
export function parseFolder(text: string): string {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.')
  const isOutside = text.startsWith('/') || parts.some((part) => part === '..')
  const isOfGit = parts.some((part) => part.toLowerCase() === '.git')
  const isOdd = text.startsWith('-') || /[\\\p{C}]/u.test(text) || text.length > maxLength
  if (isOutside || isOfGit || isOdd) {
    throw wrongField(
      'folder',
      'The folder is a path inside the repository, such as docs, and begins with no -.',
    )
  }
  return parts.join('/') || '.'
}
