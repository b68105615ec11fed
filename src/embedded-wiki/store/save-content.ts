/** What every import of a page writes beside the page itself, and what can come of it. @module */
import type { Dialect } from '../../database/dialect.ts'
import type { IndexedText } from '../../database/search/search-index.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { readLabels } from '../../importing/labels.ts'
import { type LedgerEntry, type LedgerResult, recordedAs } from '../../importing/ledger/entry.ts'
import type { Obstacle, Outcome } from '../../importing/target-wiki.ts'
import { type ShownAttachment, saveAttachments } from './attachments.ts'

/** A page as an import brings it. */
export interface PageToWrite {
  readonly entry: LedgerEntry
  readonly parentId: number
  readonly titleKey: string
  readonly markdown: string
  readonly adf: string
  readonly indexed: IndexedText
  readonly attachments: readonly ShownAttachment[]
  /** See `sourceDigest`. */
  readonly digest: string
  /** As `writeLabels` wrote them; null leaves those that the page has. */
  readonly labels: string | null
  /** Its place below its parent; null leaves the one that the page has. */
  readonly position: number | null
  readonly overwrite: boolean
}

export interface StandingPage {
  readonly id: number
  readonly version: number
}

/** The page, as it was just created or updated. */
export interface WrittenPage extends StandingPage {
  readonly labels: string
}

export type DecidedResult =
  | { readonly outcome: Outcome; readonly pageId: number; readonly version: number }
  | { readonly outcome: 'already-exists'; readonly pageId: number; readonly version: number }
  | { readonly outcome: 'not-found' | 'conflict' | Obstacle }

export type SaveImportResult = DecidedResult | { readonly outcome: 'repeated' }

/**
 * Make the statements of everything that a new version brings along.
 * @param input What was imported.
 * @param dialect The engine's own.
 * @param page The page, as it is now.
 */
export function saveContent(
  input: PageToWrite,
  dialect: Dialect,
  { id: pageId, version, labels }: WrittenPage,
): Statement[] {
  const { spaceId, title, userId, now } = input.entry
  const page = { spaceId, pageId, title, now }
  return [
    sql`
      insert into page_versions (space_id, page_id, number, title, adf, markdown, message, labels,
        author_id, created_at)
      values (${spaceId}, ${pageId}, ${version}, ${title}, ${input.adf},
        ${input.markdown}, '', ${labels}, ${userId}, ${now})`,
    ...dialect.search.put({ ...page, ...input.indexed, labels: readLabels(labels) }),
    ...saveAttachments(page, input.attachments),
  ]
}

/**
 * Put a result as the ledger has it.
 * @param result What came of the import.
 */
export function toLedgerResult(result: DecidedResult): LedgerResult {
  const page = 'pageId' in result ? { id: result.pageId, version: result.version } : undefined
  switch (result.outcome) {
    case 'created':
    case 'updated':
    case 'unchanged':
      return { outcome: result.outcome, page }
    default:
      return { outcome: recordedAs[result.outcome], page }
  }
}
