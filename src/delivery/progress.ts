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
import type { AnswerWarning } from '../contract/answers.ts'

export type Progress =
  | { readonly at: 'start' }
  /** A page may exist whose id was not answered. */
  | { readonly at: 'create-lost' }
  | (NotedWrite & {
      /** Whether a write may have been carried out without an answer. */
      readonly isLost: boolean
    })

export interface NotedWrite {
  /** `filling` writes the import's own page, `changing` an existing one. */
  readonly at: 'filling' | 'changing'
  readonly pageId: string
  /** The resulting version; 1 publishes a draft. */
  readonly version: number
  /** Warnings about what the write changes of people's edits. */
  readonly remarks: readonly AnswerWarning[]
}

export const start: Progress = { at: 'start' }

export function mayBeThere(progress: Progress): boolean {
  return progress.at === 'create-lost' || (progress.at !== 'start' && progress.isLost)
}

export function noted(progress: Progress, write: NotedWrite): Progress {
  return { ...write, isLost: mayBeThere(progress) }
}

export function lost(progress: Progress): Progress {
  return 'pageId' in progress ? { ...progress, isLost: true } : { at: 'create-lost' }
}

export function ownPage(progress: Progress): NotedWrite | undefined {
  return progress.at === 'filling' ? progress : undefined
}

export interface ProgressRow {
  readonly page_id: string | null
  readonly expected_version: number | null
  readonly makes_page: number
  readonly remarks: string
}

/**
 * Read the progress of a delivery that another process held; every noted write may have been
 * carried out.
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
