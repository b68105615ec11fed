/** What each kind of site is, as one row: nothing else asks which kind it is. @module */
import { adfDialect } from './body/adf-dialect.ts'
import type { BodyDialect } from './body/body-dialect.ts'
import type { SiteKind } from './site.ts'
import { storageDialect } from './storage/storage-dialect.ts'

interface SiteTraits {
  /** As people call it. */
  readonly product: string
  /** Where people read a space, below the address of the site. */
  readonly spacePath: string
  /** Reads and writes bodies of pages. */
  readonly body: BodyDialect
  /** What a draft says that nobody has written yet. */
  readonly emptyBody: string
  /** Whether bodies are ADF, which names files, accounts and emoji by their ids; else by their names. */
  readonly hasAdf: boolean
  /** Whether the address of a page has its title in it. */
  readonly addressesHaveTitles: boolean
  /** Whether it tells all that an account may do. */
  readonly tellsRights: boolean
  /** Whether a new page stands behind those that are there; else by its title until one is moved. */
  readonly putsNewPagesLast: boolean
}

export const siteKinds: Readonly<Record<SiteKind, SiteTraits>> = {
  cloud: {
    product: 'Confluence Cloud',
    spacePath: '/spaces/',
    body: adfDialect,
    emptyBody: '{"type":"doc","version":1,"content":[]}',
    hasAdf: true,
    addressesHaveTitles: true,
    tellsRights: true,
    putsNewPagesLast: true,
  },
  'data-center': {
    product: 'Confluence Data Center',
    spacePath: '/display/',
    body: storageDialect,
    emptyBody: '',
    hasAdf: false,
    addressesHaveTitles: false,
    tellsRights: false,
    putsNewPagesLast: false,
  },
}
