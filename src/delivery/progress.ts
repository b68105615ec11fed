/**
 * How far an import has come at its site, as one value. Whoever goes on with it looks there first at what
 * the last request may have done:
 *
 * | progress | what is looked at | ours, and there | else |
 * |---|---|---|---|
 * | start | the page that is named | – | made, or given a version |
 * | create lost | the page of that title | never changed, by our account, since the import began, with its text | a page like any other |
 * | filling, lost | the import's own page | its version has the attempt's name | a draft is published, a page gets its version, one that is gone is begun anew |
 * | changing, lost | the version of that number | it has the attempt's name | planned anew |
 * @module
 */
import type { AnswerWarning } from '../importing/contract.ts'

export type Progress =
  /** Nothing was sent that changes anything. */
  | { readonly at: 'start' }
  /** A page may have been made, whose id was not answered. */
  | { readonly at: 'create-lost' }
  | (NotedWrite & {
      /** Whether the write, or one before it, may have been carried out unseen. */
      readonly isLost: boolean
    })

/** A write that is noted before it is sent. */
export interface NotedWrite {
  /** `filling`: a page of the import's own gets its text; `changing`: one that was there before. */
  readonly at: 'filling' | 'changing'
  readonly pageId: string
  /** That the page is to have; 1 publishes a draft. */
  readonly version: number
  /** What the write changes of theirs. */
  readonly remarks: readonly AnswerWarning[]
}

export const start: Progress = { at: 'start' }

/** Tell whether something that the import brings may be there unseen. */
export function mayBeThere(progress: Progress): boolean {
  return progress.at === 'create-lost' || (progress.at !== 'start' && progress.isLost)
}

/** Tell how far an import is once it notes a write. */
export function noted(progress: Progress, write: NotedWrite): Progress {
  return { ...write, isLost: mayBeThere(progress) }
}

/** Tell how far an import is when an answer was lost. */
export function lost(progress: Progress): Progress {
  return 'pageId' in progress ? { ...progress, isLost: true } : { at: 'create-lost' }
}

/** Find the page that an import has begun for itself. */
export function ownPage(progress: Progress): NotedWrite | undefined {
  return progress.at === 'filling' ? progress : undefined
}

/** What the record keeps of it. */
export interface ProgressRow {
  readonly page_id: string | null
  readonly expected_version: number | null
  readonly makes_page: number
  readonly remarks: string
}

/**
 * Read how far an import has come that somebody else was at work on: whatever was noted may be there.
 */
export function readProgress(row: ProgressRow): Progress {
  const { page_id: pageId, expected_version: version } = row
  if (pageId === null || version === null) return { at: 'create-lost' }
  const remarks = JSON.parse(row.remarks) as AnswerWarning[]
  return {
    at: row.makes_page === 1 ? 'filling' : 'changing',
    pageId,
    version,
    remarks,
    isLost: true,
  }
}
