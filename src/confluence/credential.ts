/**
 * Reads the credential of a site from a file or the environment each time, and never stores it.
 * @module
 */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { isLoopback } from '../contract/base/hosts.ts'
import { ConfluenceError } from './confluence-error.ts'

export interface Credential {
  /**
   * Set for basic authentication on Cloud; undefined for bearer tokens: personal access tokens and
   * service accounts.
   */
  readonly email: string | undefined
  readonly token: string
}

export interface SiteAddress {
  /** Such as `https://acme.atlassian.net/wiki`, without a trailing slash. */
  readonly baseUrl: string
  /** Set for scoped tokens, which need `api.atlassian.com`. */
  readonly cloudId: string | undefined
}

interface CredentialPlace {
  readonly email: string | undefined
  /** The file whose first line is the token; undefined when the environment has the token. */
  readonly tokenFile: string | undefined
  readonly spaceKey: string
}

const commonVariable = 'MARKPORT_CONFLUENCE_TOKEN'
/** Atlassian's longest tokens have about 250 characters. */
const maxTokenBytes = 8_192

/**
 * Make a reader that notices replaced tokens immediately.
 * @returns Throws a `ConfluenceError` of kind `credential` when there is none.
 */
export function credentialReader(
  { email, tokenFile, spaceKey }: CredentialPlace,
  env: Readonly<Record<string, string | undefined>>,
): () => Promise<Credential> {
  return async () => {
    if (tokenFile !== undefined) {
      return { email, token: checkToken(await readFirstLine(tokenFile), tokenFile) }
    }
    const spaceVariable = tokenVariable(spaceKey)
    const [name, token] = env[spaceVariable]
      ? [spaceVariable, env[spaceVariable]]
      : [commonVariable, env[commonVariable]]
    if (!token) {
      throw refuse(
        `There is no token: set ${spaceVariable} or ${commonVariable}, or connect with --token-file.`,
      )
    }
    return { email, token: checkToken(token, name) }
  }
}

function tokenVariable(spaceKey: string): string {
  return `${commonVariable}_${spaceKey.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

async function readFirstLine(file: string): Promise<string> {
  let handle: FileHandle | undefined
  try {
    // O_NONBLOCK, because opening a pipe would block.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if (!(await handle.stat()).isFile()) throw refuse(`${file} is no file.`)
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(maxTokenBytes + 1) })
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1)
    if (line.length > maxTokenBytes)
      throw refuse(`The first line of ${file} is too long for a token.`)
    return line
  } catch (cause) {
    if (cause instanceof ConfluenceError) throw cause
    const { code = 'ERROR' } = cause as { code?: string }
    throw refuse(`The token cannot be read: ${file} ${fileProblems[code] ?? `fails with ${code}`}.`)
  } finally {
    await handle?.close()
  }
}

const fileProblems: Readonly<Record<string, string>> = {
  EACCES: 'may not be read by this user',
  EISDIR: 'is a folder',
  ENOENT: 'is missing',
}

function checkToken(text: string, place: string): string {
  const token = text.replace(/^\uFEFF/, '').trim()
  if (token === '') throw refuse(`The first line of ${place} is empty; it must be the token.`)
  if (/[^\x21-\x7e]/.test(token)) {
    throw refuse(`The token in ${place} has spaces or characters inside that no token has.`)
  }
  return token
}

function refuse(message: string): ConfluenceError {
  return new ConfluenceError('credential', message)
}

const gateway = 'https://api.atlassian.com'

/**
 * Check a site's address, such as `https://acme.atlassian.net/wiki/`.
 * @returns Without a trailing slash.
 * @throws {TypeError} With a message for the operator.
 */
export function parseSiteAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new TypeError('The address of the site must look like https://acme.atlassian.net/wiki.')
  }
  if (url.protocol === 'http:' && !isThisMachine(url)) {
    throw new TypeError('The address of the site must begin with https: a token is sent there.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('The address of the site must hold no user and no password.')
  }
  if (/[?#]/.test(text)) {
    throw new TypeError('The address of the site must end with its path: no ? and no #.')
  }
  return `${url.origin}${url.pathname}`.replace(/\/{1,64}$/, '')
}

/**
 * Find a site's API. A site on this machine, as in tests, has the gateway there too, so that its
 * token does not leave the machine.
 */
export function apiRootOf({ baseUrl, cloudId }: SiteAddress): string {
  if (cloudId === undefined) return baseUrl
  const url = new URL(baseUrl)
  const origin = isThisMachine(url) ? url.origin : gateway
  return `${origin}/ex/confluence/${encodeURIComponent(cloudId)}/wiki`
}

function isThisMachine({ hostname }: URL): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
