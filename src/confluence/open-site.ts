/** Opens a site of Confluence, of either kind. @module */
import { cloudSite } from './cloud/cloud.ts'
import { dataCenterSite } from './data-center/data-center.ts'
import type { ConfluenceSite, SiteAccount, SiteKind } from './site.ts'
import type { SiteOptions } from './wire/site-attempt.ts'
import { type SiteClient, type SitePatience, siteClient } from './wire/site-client.ts'

export interface OpenSiteOptions extends SiteOptions {
  readonly kind: SiteKind
  /** Who is known to write there: nobody asks for their names. */
  readonly accounts?: readonly SiteAccount[] | undefined
  /** What is to differ from the usual patience. */
  readonly patience?: Partial<SitePatience> | undefined
}

/** Make a site; nothing is sent yet. */
export function openSite(options: OpenSiteOptions): ConfluenceSite {
  const client = siteClient(options, options.patience)
  return openers[options.kind](client, options.accounts ?? [])
}

/** Apart from the rows of `siteKinds`, which are needed where no site is opened. */
const openers: Readonly<
  Record<SiteKind, (client: SiteClient, accounts: readonly SiteAccount[]) => ConfluenceSite>
> = { cloud: cloudSite, 'data-center': dataCenterSite }
