/** What an import of folders tells while it runs, and at its end. @module */
import type { AnswerAuthor, AnswerWarning } from '../importing/contract.ts'

/** What became of a file; `not-sent` was left when the run ended early. In a dry run: what would become of it. */
export type PageOutcome = 'created' | 'updated' | 'unchanged' | 'failed' | 'not-sent'

/** What a dry run found of a page, beside what would become of it. */
export interface PageOutlook {
  /** The title that it would have, where that is not the file's. */
  readonly titleThere?: string
  /** The title that it has, where it would get another one. */
  readonly renamedFrom?: string
  /** Id of the page that it stands below, where it would be moved. */
  readonly movedFrom?: string
  /** Somebody edited it since the last import, or made it without one: who did so last. */
  readonly edited?: AnswerAuthor
  /** Texts of open comments whose mark would be lost. */
  readonly detaches?: readonly string[]
  /** Images and files that it has not got yet, as they would be called there. */
  readonly sends?: readonly string[]
  /** Requests that Confluence would be sent. */
  readonly requests?: number
  /** What else is to be said, such as that it is not there any more. */
  readonly remark?: string
}

/** What became of the page of one file. */
export interface PageResult {
  /** The file as seen from the working folder; a folder without a README ends with `/`. */
  readonly file: string
  readonly title: string
  /** Number of pages of the import above it. */
  readonly depth: number
  /** Its place in the tree from 0, parents before children; pages end in another order. */
  readonly index: number
  readonly outcome: PageOutcome
  /** The page, where it is known. */
  readonly page?: { readonly id: string; readonly url: string; readonly version?: number }
  /** Of a preview: where the page is read as it would be. */
  readonly previewUrl?: string
  /** In a dry run: what else was found. */
  readonly outlook?: PageOutlook
  /** The files that were sent with it as attachments, as seen from the working folder. */
  readonly files?: readonly string[]
  /** What went wrong, and what to do. */
  readonly message?: string
  /** The stable word for it: a `FailureKey`, where a request failed. */
  readonly key?: string
}

/** Something about a file that is not as it was written, or could not be read. */
export interface FileWarning {
  readonly file: string
  /** From 1; 0 when it is not about a line. */
  readonly line: number
  /** The stable word for it, as in docs/import.md and docs/conversion.md. */
  readonly code: string
  /** What it means for readers of the page. */
  readonly severity: AnswerWarning['severity']
  /** For people. */
  readonly message: string
  /** The last import did not tell it; absent where nothing is remembered of one. */
  readonly isNew?: boolean
}

/** A page that no file stands for any more. */
export interface PageWithoutFile {
  /** The file that it was made from. */
  readonly file: string
  readonly title: string
  readonly pageId: string
  readonly url: string
  /** The one that the last import made, where that is known. */
  readonly version?: number
  /** Why it is not trashed; absent where nobody was asked, or the answer was no. */
  readonly staysBecause?: string
  /** Where it is now, if it was taken away; `gone` from a preview, which shows the space without it. */
  readonly became?: 'archived' | 'trashed' | 'gone'
}

/** What an import or a check of folders came to. */
export interface FolderReport {
  /** How many pages came to each end. */
  readonly counts: Readonly<Record<PageOutcome, number>>
  /** How many warnings there were. */
  readonly warnings: number
  /** How many there were of each code, the most frequent first. */
  readonly warningsByCode: Readonly<Record<string, number>>
  /** How many pages without a file were trashed. */
  readonly pruned: number
  /** Pages that no file stands for any more, and that are there. */
  readonly withoutFile: readonly PageWithoutFile[]
  /** Why the run ended early. */
  readonly stoppedBy?: string
  /** Where people read the first of its pages, where that is known. */
  readonly url?: string
  /** The preview that the pages were put into, and where its page is. */
  readonly preview?: { readonly name: string; readonly url: string }
  /** In a dry run: how many requests Confluence would be sent; absent for other wikis. */
  readonly requests?: number
  /** When the token ends; absent where the service does not tell. */
  readonly tokenExpiresAt?: Date
  /** Milliseconds it took. */
  readonly ms: number
}

/**
 * What happens in an import or a check, in this order: one `plan` with the folder that the tree starts
 * at and the number of pages, then a `page` for each and a `warning` for whatever is to be said, as
 * they come, and one `summary`. Where the service is away, one `waiting` comes at any time. A page that is told again came to another end after all. Before the
 * end, pages without a file may be trashed: one `prune` says which can be, and a `pruned` which was.
 * Where a plan is not applied, a `changed` says what is not as it was planned, in place of all that.
 */
export type FolderEvent =
  | {
      readonly type: 'plan'
      readonly base: string
      readonly pages: number
      readonly readAs: string
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

/** Counts that start from nothing. */
export function noPages(): Record<PageOutcome, number> {
  return { created: 0, updated: 0, unchanged: 0, failed: 0, 'not-sent': 0 }
}
