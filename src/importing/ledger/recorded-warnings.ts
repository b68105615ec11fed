/** Reads the warnings that the ledger keeps as JSON text. @module */

import type { AnswerWarning } from '../../contract/answers.ts'
import { severityOf } from '../../convert/warnings.ts'

/** Old entries have no severity. */
export function readRecordedWarnings(json: string): AnswerWarning[] {
  const recorded = JSON.parse(json) as (Omit<AnswerWarning, 'severity'> & Partial<AnswerWarning>)[]
  return recorded.map((warning) => ({
    ...warning,
    severity: warning.severity ?? severityOf(warning.code),
  }))
}
