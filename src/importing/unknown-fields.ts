/** What a request says by names that nobody documents: it is passed over, and told of. @module */
import { badRequest } from './check-text.ts'
import { type AnswerWarning, contractLimits } from './contract.ts'

/**
 * Check how many there are.
 * @param names All of them.
 * @throws {RequestError} `bad-request`.
 */
export function checkUnknownFields(names: readonly string[]): void {
  const { maxUnknownFields } = contractLimits
  if (names.length <= maxUnknownFields) return
  throw badRequest(
    `The request body has ${names.length} fields that are not known; at most ${maxUnknownFields} are ignored. Send only the documented fields.`,
  )
}

/** Tell of one. */
export function unknownField(name: string): AnswerWarning {
  return {
    code: 'unknown-field',
    severity: 'note',
    message: `The field ${JSON.stringify(name.slice(0, 80))} is not known and was ignored.`,
    line: 0,
  }
}
