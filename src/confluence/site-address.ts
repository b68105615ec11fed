/** Checks the address of a site, and finds its API. @module */
import { isLoopback } from '../contract/host-name.ts'
import type { SiteAddress } from './credential.ts'

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
 * token stays here.
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
