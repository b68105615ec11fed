/** Opens a site of Confluence, of either kind. @module */

import type { SiteKind } from '../wiki/pages/connected-place.ts'
import { cloudSite } from './cloud/cloud.ts'
import { dataCenterSite } from './data-center/data-center.ts'
import type { ConfluenceSite, SiteAccount } from './site.ts'
import { type SiteOptions, type SitePatience, siteClient } from './wire/site-client.ts'

export interface OpenSiteOptions extends SiteOptions {
  readonly kind: SiteKind
  readonly accounts?: readonly SiteAccount[] | undefined
  /** Overrides of the default patience. */
  readonly patience?: Partial<SitePatience> | undefined
}

export function openSite(options: OpenSiteOptions): ConfluenceSite {
  const client = siteClient(options, options.patience)
  return options.kind === 'cloud'
    ? cloudSite(client, options.accounts ?? [])
    : dataCenterSite(client)
}
