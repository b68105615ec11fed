/** Finds out what stands at an address, and how a credential opens it. @module */

import { ConfluenceError, isOfKind } from './confluence-error.ts'
import type { Credential, SiteAddress } from './credential.ts'
import { openSite } from './open-site.ts'
import type { SiteAccount, SiteKind } from './site.ts'
import { parseSiteAddress } from './site-address.ts'
import { type SitePatience, siteClient } from './wire/site-client.ts'
import { findId } from './wire/site-json.ts'

/** A site that was found, and who the credential stands for there. */
export interface DetectedSite {
  readonly kind: SiteKind
  readonly address: SiteAddress
  readonly account: SiteAccount
}

/** Whoever asks for this waits. */
const patience: Partial<SitePatience> = { timeoutMs: 10_000, maxReads: 2 }

/**
 * Find out whether Cloud or Data Center stands at an address, and where its API takes the credential:
 * tokens with scopes are taken by Atlassian's gateway only.
 * @param address What the operator gave; on Cloud any page of the site will do.
 * @throws {TypeError} When the address cannot be used.
 * @throws {ConfluenceError} When nothing answers there, or it refuses the credential.
 */
export async function detectSite(address: string, credential: Credential): Promise<DetectedSite> {
  const baseUrl = parseSiteAddress(address)
  const { origin } = new URL(baseUrl)
  const cloudId = await findCloudId(origin)
  if (cloudId === undefined) return tryUntold(baseUrl, credential)
  const site = { baseUrl: `${origin}/wiki`, cloudId: undefined }
  try {
    return await tryAddress('cloud', site, credential)
  } catch (error) {
    if (!isOfKind(error, 'credential')) throw error
    return await tryGateway({ ...site, cloudId }, credential, error)
  }
}

/** Only Cloud tells its id, and it tells it to all. */
async function findCloudId(origin: string): Promise<string | undefined> {
  const address = { baseUrl: origin, cloudId: undefined }
  const client = siteClient({ address, readCredential: async () => undefined }, patience)
  try {
    return await client.send({ method: 'GET', path: '/_edge/tenant_info' }, (json) =>
      findId(json, 'cloudId'),
    )
  } catch (error) {
    // Whatever a Data Center says there; silence is no answer.
    if (error instanceof ConfluenceError && error.status !== undefined) return undefined
    throw error
  }
}

async function tryAddress(
  kind: SiteKind,
  address: SiteAddress,
  credential: Credential,
): Promise<DetectedSite> {
  const site = openSite({ kind, address, readCredential: async () => credential, patience })
  return { kind, address, account: await site.findAccount() }
}

/** A proxy may keep the id of Cloud back: what does not answer as Data Center does may be Cloud. */
async function tryUntold(baseUrl: string, credential: Credential): Promise<DetectedSite> {
  const address = { baseUrl, cloudId: undefined }
  try {
    return await tryAddress('data-center', address, credential)
  } catch (error) {
    const cloud = { ...address, baseUrl: `${new URL(baseUrl).origin}/wiki` }
    return await tryAddress('cloud', cloud, credential).catch(() => Promise.reject(error))
  }
}

/** The gateway knows more only of tokens with scopes; of others the site has said what is wrong. */
async function tryGateway(
  address: SiteAddress,
  credential: Credential,
  refusedBySite: ConfluenceError,
): Promise<DetectedSite> {
  try {
    return await tryAddress('cloud', address, credential)
  } catch (error) {
    if (!(error instanceof ConfluenceError) || error.status === undefined) throw error
    // The site refuses tokens with scopes so, which then may be fine.
    if (error.kind === 'foreign' && refusedBySite.status === 401) throw error
    throw isOfKind(error, 'credential') && /scope/i.test(error.message) ? error : refusedBySite
  }
}
