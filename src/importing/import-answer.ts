/** Writes the answers to imports and reservations. @module */

import type {
  AnswerArranged,
  AnswerPage,
  AnswerWarning,
  ImportAnswer,
  ReservationAnswer,
} from '../contract/answers.ts'
import { successTable } from '../contract/successes.ts'
import { unknownField } from './check-text.ts'
import type { ReservationFields } from './read-reservation.ts'
import {
  type Foreseen,
  type Outcome,
  type ReservedPage,
  type SavedPage,
  wholeAddress,
} from './target-wiki.ts'

const bodyOfOutcome = {
  created: 'Success: Page created successfully',
  updated: 'Success: Page updated successfully',
  unchanged: 'Success: Page already holds exactly this, no new version was made',
} as const

const bodyOfDryRun = {
  created: 'Success: Dry run, the page would be created',
  updated: 'Success: Dry run, the page would be updated',
  unchanged: 'Success: Dry run, the page would be left unchanged',
} as const

export function importAnswer(
  outcome: Outcome,
  page: SavedPage,
  rest: { warnings: readonly AnswerWarning[]; requestId: string; publicUrl: string },
): { status: 200 | 201; answer: ImportAnswer } {
  return {
    status: successTable[outcome].status,
    answer: {
      body: bodyOfOutcome[outcome],
      key: outcome,
      requestId: rest.requestId,
      ...answerPage(page, rest.publicUrl),
      warnings: rest.warnings,
    },
  }
}

/** @returns The answer without its last member, `adf`. */
export function dryRunAnswer(
  { outcome, page, foreseen, warnings = [] }: Omit<Foreseen, 'adf'>,
  rest: { requestId: string; publicUrl: string },
): ImportAnswer {
  return {
    body: bodyOfDryRun[outcome],
    key: 'dry-run',
    requestId: rest.requestId,
    outcome,
    ...(page === undefined ? {} : answerPage(page, rest.publicUrl)),
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
  { refs, unknownFields }: ReservationFields,
  done: {
    readonly reserved: readonly ReservedPage[]
    readonly arranged: AnswerArranged | undefined
    readonly found: readonly SavedPage[] | undefined
  },
  rest: { readonly body: string; readonly requestId: string; readonly publicUrl: string },
): ReservationAnswer {
  const { body, requestId, publicUrl } = rest
  const { reserved, arranged, found } = done
  return {
    body,
    key: 'reserved',
    requestId,
    pages: reserved.map(({ id, path, exists }, index) => ({
      ref: refs[index] as string,
      id,
      url: wholeAddress(publicUrl, path),
      exists,
    })),
    ...(arranged && { arranged }),
    ...(found && { found: found.map((page) => answerPage(page, publicUrl).page) }),
    ...(unknownFields.length > 0 && { warnings: unknownFields.map(unknownField) }),
  }
}
