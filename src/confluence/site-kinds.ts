/** The differences between the kinds of sites. @module */
import type { SiteKind } from '../wiki/pages/recorded-pages.ts'
import { adfDialect } from './body/adf-dialect.ts'
import type { BodyDialect } from './body/page-body.ts'
import { storageDialect } from './storage/storage-dialect.ts'

interface SiteTraits {
  readonly body: BodyDialect
  /** True where bodies are ADF, which refers to files, accounts and emoji by id instead of name. */
  readonly hasAdf: boolean
  readonly addressesHaveTitles: boolean
  readonly canArchive: boolean
}

export const siteKinds: Readonly<Record<SiteKind, SiteTraits>> = {
  cloud: {
    body: adfDialect,
    hasAdf: true,
    addressesHaveTitles: true,
    canArchive: true,
  },
  'data-center': {
    body: storageDialect,
    hasAdf: false,
    addressesHaveTitles: false,
    canArchive: false,
  },
}
