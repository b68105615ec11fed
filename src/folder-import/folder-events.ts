/** What an import of folders tells while it runs, and at its end. @module */

/**
 * What became of a file: `conflict` was found before anything was sent, `not-sent` was left when the
 * run ended early.
 */
export type PageOutcome = 'created' | 'updated' | 'unchanged' | 'conflict' | 'failed' | 'not-sent'

export interface PageResult {
  /** The file as seen from the working folder; a folder without a README ends with `/`. */
  readonly file: string
  readonly title: string
  /** Pages of the import above it. */
  readonly depth: number
  /** Its place in the tree from 0, parents before children; pages end in another order. */
  readonly index: number
  readonly outcome: PageOutcome
  /** The page, where it is known. */
  readonly page?: { readonly id: string; readonly url: string; readonly version?: number }
  /** What went wrong, and what to do. */
  readonly message?: string
  /** The stable word for it. */
  readonly key?: string
}

export interface FileWarning {
  readonly file: string
  /** From 1; 0 when it is not about a line. */
  readonly line: number
  readonly code: string
  readonly message: string
}

/** A page that no file stands for any more. */
export interface PageWithoutFile {
  /** The file that it was made from. */
  readonly file: string
  readonly title: string
  readonly pageId: string
  readonly url: string
}

export interface FolderReport {
  readonly counts: Readonly<Record<PageOutcome, number>>
  readonly warnings: number
  /** How many there were of each code. */
  readonly warningsByCode: Readonly<Record<string, number>>
  /** Pages that no file stands for any more. */
  readonly withoutFile: readonly PageWithoutFile[]
  /** Why the run ended early. */
  readonly stoppedBy?: string
  readonly ms: number
}

export type FolderEvent =
  | { readonly type: 'plan'; readonly base: string; readonly pages: number }
  | ({ readonly type: 'page'; readonly done: number; readonly pages: number } & PageResult)
  | ({ readonly type: 'warning' } & FileWarning)
  | ({ readonly type: 'summary'; readonly isDryRun: boolean } & FolderReport)

/** Counts that start from nothing. */
export function noPages(): Record<PageOutcome, number> {
  return { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0, 'not-sent': 0 }
}
