/**
 * How far an import has come. Its state is stored before each request that writes a page, so the
 * process that continues it knows what the last request may have done:
 *
 * | state | what is looked at | ours, and there | else |
 * |---|---|---|---|
 * | recorded | the page of that title, or the page that is named | – | made, or given a version |
 * | recorded, a create lost | the page of that title | the line of a placeholder, which gets its text; or never changed, by our account, since the import began, with its text | a page like any other |
 * | recorded, a change lost | the version of that number | it has the attempt's name | planned anew |
 * | made | its own page | its version has the attempt's name; or it still has our line, and gets its text | one that is gone is made anew, one that somebody wrote in is a page like any other |
 * | written | the page's mark and labels | as wanted | set |
 *
 * A finished or refused import leaves only its entry in the ledger.
 * @module
 */
import type { AnswerWarning } from '../../contract/answers.ts'

export type Progress =
  | { readonly at: 'start' }
  /** A page may exist whose id was not answered. */
  | { readonly at: 'create-lost' }
  | (NotedWrite & {
      /** Whether a write may have been carried out without an answer. */
      readonly isLost: boolean
    })

export interface NotedWrite {
  /** `made` writes the text of the import's own page, `changing` an existing one. */
  readonly at: 'made' | 'changing'
  readonly pageId: string
  readonly version: number
  /** Warnings about what the write changes of people's edits. */
  readonly remarks: readonly AnswerWarning[]
}

export const start: Progress = { at: 'start' }

export function mayBeWritten(progress: Progress): boolean {
  return progress.at === 'create-lost' || (progress.at !== 'start' && progress.isLost)
}

export function withWrite(progress: Progress, write: NotedWrite): Progress {
  return { ...write, isLost: mayBeWritten(progress) }
}

export function withLostAnswer(progress: Progress): Progress {
  return 'pageId' in progress ? { ...progress, isLost: true } : { at: 'create-lost' }
}

export function madePage(progress: Progress): NotedWrite | undefined {
  return progress.at === 'made' ? progress : undefined
}

export interface ProgressRow {
  readonly state: string
  readonly page_id: string | null
  readonly expected_version: number | null
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
  return { at: row.state === 'made' ? 'made' : 'changing', pageId, version, remarks, isLost: true }
}
