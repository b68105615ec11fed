/** Opens a site of Confluence, of either kind. @module */
import type { SiteKind } from '../wiki/pages/recorded-pages.ts'
import { cloudSite } from './cloud/cloud.ts'
import { ConfluenceError, isOfKind } from './confluence-error.ts'
import { type Credential, parseSiteAddress, type SiteAddress } from './credential.ts'
import { dataCenterSite } from './data-center/data-center.ts'
import type { ConfluenceSite, SiteAccount } from './site.ts'
import { type SiteOptions, type SitePatience, siteClient } from './wire/site-client.ts'
import { findId } from './wire/site-json.ts'

export interface OpenSiteOptions extends SiteOptions {
  readonly kind: SiteKind
  readonly accounts?: readonly SiteAccount[] | undefined
  /** Overrides the default time limits and retries. */
  readonly patience?: Partial<SitePatience> | undefined
}

export function openSite(options: OpenSiteOptions): ConfluenceSite {
  const client = siteClient(options, options.patience)
  return options.kind === 'cloud'
    ? cloudSite(client, options.accounts ?? [])
    : dataCenterSite(client)
}

interface DetectedSite {
  readonly kind: SiteKind
  readonly address: SiteAddress
  readonly account: SiteAccount
}

const patience: Partial<SitePatience> = { timeoutMs: 10_000, maxReads: 2 }

/**
 * Detect Cloud or Data Center, and whether the credential needs Atlassian's gateway, which scoped
 * tokens do.
 * @param address On Cloud, any page of the site.
 * @throws {TypeError} When the address is unusable.
 * @throws {ConfluenceError} When nothing answers, or the credential is refused.
 */
export async function detectSite(address: string, credential: Credential): Promise<DetectedSite> {
  const baseUrl = parseSiteAddress(address)
  const { origin } = new URL(baseUrl)
  const cloudId = await findCloudId(origin)
  if (cloudId === undefined) return tryBothKinds(baseUrl, credential)
  const site = { baseUrl: `${origin}/wiki`, cloudId: undefined }
  try {
    return await tryAddress('cloud', site, credential)
  } catch (error) {
    if (!isOfKind(error, 'credential')) throw error
    return await tryGateway({ ...site, cloudId }, credential, error)
  }
}

/** Only Cloud publishes its id, without authentication. */
async function findCloudId(origin: string): Promise<string | undefined> {
  const address = { baseUrl: origin, cloudId: undefined }
  const client = siteClient({ address, readCredential: async () => undefined }, patience)
  try {
    return await client.get('/_edge/tenant_info', (json) => findId(json, 'cloudId'))
  } catch (error) {
    // A site that answers without an id is Data Center; without any answer we cannot tell.
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

/** A proxy may hide Cloud's id, so a site that is not like Data Center may be Cloud. */
async function tryBothKinds(baseUrl: string, credential: Credential): Promise<DetectedSite> {
  const address = { baseUrl, cloudId: undefined }
  try {
    return await tryAddress('data-center', address, credential)
  } catch (error) {
    const cloud = { ...address, baseUrl: `${new URL(baseUrl).origin}/wiki` }
    return await tryAddress('cloud', cloud, credential).catch(() => Promise.reject(error))
  }
}

/** The gateway only helps scoped tokens; for others the site's error is the right one. */
async function tryGateway(
  address: SiteAddress,
  credential: Credential,
  siteError: ConfluenceError,
): Promise<DetectedSite> {
  try {
    return await tryAddress('cloud', address, credential)
  } catch (error) {
    if (!(error instanceof ConfluenceError) || error.status === undefined) throw error
    // A site refuses valid scoped tokens in the same way.
    if (error.kind === 'foreign' && siteError.status === 401) throw error
    throw isOfKind(error, 'credential') && /scope/i.test(error.message) ? error : siteError
  }
}
