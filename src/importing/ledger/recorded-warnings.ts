/** The warnings that the ledger keeps of an import, as JSON text. @module */
import { severityOf } from '../../convert/warnings.ts'
import type { AnswerWarning } from '../contract.ts'

/**
 * Read the warnings of an entry.
 * @param json What the entry has; older entries tell no severity.
 */
export function readRecordedWarnings(json: string): AnswerWarning[] {
  const recorded = JSON.parse(json) as (Omit<AnswerWarning, 'severity'> & Partial<AnswerWarning>)[]
  return recorded.map((warning) => ({
    ...warning,
    severity: warning.severity ?? severityOf(warning.code),
  }))
}
