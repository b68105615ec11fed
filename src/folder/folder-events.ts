/** The events of an import of folders, and the report at its end. @module */
import type { AnswerAuthor, AnswerWarning } from '../contract/answers.ts'

/** Outcome of a file; `not-sent` if the run ended early. In a dry run, the expected outcome. */
export type PageOutcome = 'created' | 'updated' | 'unchanged' | 'failed' | 'not-sent'

export interface PageOutlook {
  /** The title that the page would get, if not the file's. */
  readonly titleThere?: string
  /** The page's current title, if it would be renamed. */
  readonly renamedFrom?: string
  /** Id of the page's current parent, if it would be moved. */
  readonly movedFrom?: string
  /** Who last edited the page since the last import, or made the page if no import did. */
  readonly edited?: AnswerAuthor
  /** Texts of open comments whose mark would be lost. */
  readonly detaches?: readonly string[]
  /** Anything else, such as that the page is gone. */
  readonly remark?: string
}

export interface PageResult {
  /** Path from the working folder; the path of a folder without a README ends with `/`. */
  readonly file: string
  readonly title: string
  /** How many pages of the import are above this page. */
  readonly depth: number
  readonly index: number
  readonly outcome: PageOutcome
  readonly page?: { readonly id: string; readonly url: string; readonly version?: number }
  readonly previewUrl?: string
  readonly outlook?: PageOutlook
  /** Files sent as attachments, relative to the working folder. */
  readonly files?: readonly string[]
  readonly message?: string
  /** A stable word: a `FailureKey` for failed requests. */
  readonly key?: string
}

export interface FileWarning {
  readonly file: string
  readonly line: number
  /** A stable word, as in docs/import.md and docs/conversion.md. */
  readonly code: string
  /** Severity for readers of the page. */
  readonly severity: AnswerWarning['severity']
  readonly message: string
  /** Whether the last import did not report this warning; undefined where nothing is remembered. */
  readonly isNew?: boolean
}

export interface PageWithoutFile {
  readonly file: string
  readonly title: string
  readonly pageId: string
  readonly url: string
  readonly version?: number
  /** Why the page is not trashed; undefined where nobody was asked, or where the user declined. */
  readonly staysBecause?: string
  /** The page's fate; `gone` in a preview, which shows the space without the page. */
  readonly became?: 'trashed' | 'gone'
}

export interface FolderReport {
  readonly counts: Readonly<Record<PageOutcome, number>>
  readonly warnings: number
  /** Counts by code, the most frequent first. */
  readonly warningsByCode: Readonly<Record<string, number>>
  /** Warnings that the last import did not have; all, where the service remembers none. */
  readonly newWarnings: number
  readonly oldWarnings: number
  readonly pruned: number
  /** Existing pages whose files are gone. */
  readonly withoutFile: readonly PageWithoutFile[]
  /** Name of the source; undefined where the service has none. */
  readonly source?: string
  readonly stoppedBy?: string
  /** Address of the first page for people, where it is known. */
  readonly url?: string
  readonly preview?: { readonly name: string; readonly url: string }
  /** When the token expires; undefined where the service does not tell. */
  readonly tokenExpiresAt?: Date
  readonly ms: number
}

/**
 * Events of an import or check: one `plan`, then a `page` for each page and `warning`s as they
 * come, and one `summary` at the end. `waiting` may come when the service is away. `prune` lists
 * the pages that can be trashed, and `pruned` reports each trashed page. Where a plan is not applied
 * because something changed, there is a `changed` for each change and the `summary`.
 */
export type FolderEvent =
  | {
      readonly type: 'plan'
      readonly base: string
      readonly pages: number
      readonly readAs: string
      /** Name of the source; undefined where nothing is sent. */
      readonly source?: string
      /** Set where the source is named by its folder, because there is no Git remote. */
      readonly isSourceGuessed?: true
    }
  | { readonly type: 'waiting'; readonly message: string }
  | ({ readonly type: 'page'; readonly done: number; readonly pages: number } & PageResult)
  | ({ readonly type: 'warning' } & FileWarning)
  | {
      readonly type: 'prune'
      readonly pages: readonly PageWithoutFile[]
      readonly staying: readonly PageWithoutFile[]
    }
  | ({ readonly type: 'pruned' } & PageWithoutFile)
  | { readonly type: 'changed'; readonly file: string; readonly message: string }
  | ({ readonly type: 'summary'; readonly isDryRun: boolean } & FolderReport)

export function noPages(): Record<PageOutcome, number> {
  return { created: 0, updated: 0, unchanged: 0, failed: 0, 'not-sent': 0 }
}
