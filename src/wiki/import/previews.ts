/** Previews: what imports would change in a space, shown before anything is written. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import type { CheckedRequest } from '../../contract/check-request.ts'
import type { PreviewFields } from '../../contract/preview-request.ts'
import type { PreviewDraft } from '../store/previews/preview-runs.ts'
import type { Outcome } from './decide.ts'

export interface PreviewReport extends Pick<PreviewFields, 'warnings' | 'failures' | 'staying'> {
  readonly unlisted: number
}

export type PreviewWarning = PreviewReport['warnings'][number]

/** A checked request, with the number of rows beyond the limits of its lists. */
export interface CheckedPreview extends CheckedRequest<PreviewFields> {
  readonly unlisted: number
}

/** What an import would make of a page. */
export interface ForeseenDraft
  extends Omit<PreviewDraft, 'run' | 'position' | 'navigationTitle' | 'isSame'> {
  readonly outcome: Outcome
  readonly warnings: readonly AnswerWarning[]
  /** A path here, or a whole address in Confluence. */
  readonly path: string
}

export function previewPath(name: string): string {
  return `/wiki/previews/${name}`
}
