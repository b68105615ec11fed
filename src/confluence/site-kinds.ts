/** All differences between the kinds of sites; no other code asks which kind it is. @module */

import type { SiteKind } from '../wiki/pages/connected-place.ts'
import { adfDialect } from './body/adf-dialect.ts'
import type { BodyDialect } from './body/body-dialect.ts'
import { storageDialect } from './storage/storage-dialect.ts'

interface SiteTraits {
  readonly body: BodyDialect
  /** The body of one plain line. */
  readonly bodyOf: (line: string) => string
  /** True where bodies are ADF, which refers to files, accounts and emoji by id instead of name. */
  readonly hasAdf: boolean
  /** Whether page addresses contain the title. */
  readonly addressesHaveTitles: boolean
  /** Whether it lists all rights of an account. */
  readonly tellsRights: boolean
  /**
   * Whether a new page goes behind its siblings, rather than being sorted by title until one is
   * moved.
   */
  readonly putsNewPagesLast: boolean
  /** Whether a program may put pages into its archive. */
  readonly canArchive: boolean
}

export const siteKinds: Readonly<Record<SiteKind, SiteTraits>> = {
  cloud: {
    body: adfDialect,
    bodyOf: (text) =>
      JSON.stringify({
        type: 'doc',
        version: 1,
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      }),
    hasAdf: true,
    addressesHaveTitles: true,
    tellsRights: true,
    putsNewPagesLast: true,
    canArchive: true,
  },
  'data-center': {
    body: storageDialect,
    bodyOf: (text) => `<p>${text}</p>`,
    hasAdf: false,
    addressesHaveTitles: false,
    tellsRights: false,
    putsNewPagesLast: false,
    canArchive: false,
  },
}
