/** Writes the answers to imports and reservations. @module */
import type {
  AnswerArranged,
  AnswerPage,
  AnswerWarning,
  ImportAnswer,
  ReservationAnswer,
} from '../../contract/answers.ts'
import type { CheckedRequest } from '../../contract/check-request.ts'
import { successTable, unknownField } from '../../contract/outcomes.ts'
import type { ReservationFields } from '../../contract/reservation-request.ts'
import type { Outcome } from './decide.ts'
import { type Foreseen, type ReservedPage, type SavedPage, wholeAddress } from './target-wiki.ts'

export function importAnswer(
  outcome: Outcome,
  page: SavedPage,
  context: { warnings: readonly AnswerWarning[]; requestId: string; publicUrl: string },
): { status: 200 | 201; answer: ImportAnswer } {
  return {
    status: successTable[outcome].status,
    answer: {
      body: successTable[outcome].body,
      key: outcome,
      requestId: context.requestId,
      ...answerPage(page, context.publicUrl),
      warnings: context.warnings,
    },
  }
}

/** @returns The answer without its last member, `adf`. */
export function dryRunAnswer(
  { outcome, page, foreseen, warnings }: Omit<Foreseen, 'adf'>,
  context: { requestId: string; publicUrl: string },
): ImportAnswer {
  return {
    body: successTable[outcome].foreseen,
    key: 'dry-run',
    requestId: context.requestId,
    outcome,
    ...(page === undefined ? {} : answerPage(page, context.publicUrl)),
    foreseen,
    warnings,
  }
}

function answerPage(
  { path, target, ...page }: SavedPage,
  publicUrl: string,
): Pick<ImportAnswer, 'target'> & { page: AnswerPage } {
  const url = wholeAddress(publicUrl, path)
  return { page: { ...page, url }, ...(target && { target }) }
}

export function reservationAnswer(
  { fields, unknownFields }: CheckedRequest<ReservationFields>,
  outcome: {
    readonly reserved: readonly ReservedPage[]
    readonly arranged: AnswerArranged | undefined
    readonly found: readonly SavedPage[] | undefined
  },
  context: { readonly body: string; readonly requestId: string; readonly publicUrl: string },
): ReservationAnswer {
  const { body, requestId, publicUrl } = context
  const { reserved, arranged, found } = outcome
  return {
    body,
    key: 'reserved',
    requestId,
    pages: fields.pages.map(({ ref }, index) => {
      const { id, path, exists } = reserved[index] as ReservedPage
      return { ref, id, url: wholeAddress(publicUrl, path), exists }
    }),
    ...(arranged && { arranged }),
    ...(found && { found: found.map((page) => answerPage(page, publicUrl).page) }),
    ...requestWarnings(unknownFields),
  }
}

export function requestWarnings(unknownFields: readonly string[]): {
  warnings?: readonly AnswerWarning[]
} {
  return unknownFields.length === 0 ? {} : { warnings: unknownFields.map(unknownField) }
}
