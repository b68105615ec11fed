/** Turns outcomes and errors into the contract's answers: the one place that words them. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../database/database.ts'
import { RequestError } from '../errors.ts'
import type { ImportedPage, Outcome, Warning } from '../wiki/wiki.ts'
import {
  type Answer,
  type AnswerPage,
  contractLimits,
  type ImportAnswer,
  successTable,
} from './contract.ts'

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

/**
 * Word the answer to an import that was carried out.
 * @param outcome What became of the page.
 * @param page The page.
 * @param rest The warnings, the request's id and the wiki's public address.
 */
export function importAnswer(
  outcome: Outcome,
  page: ImportedPage,
  rest: { warnings: readonly Warning[]; requestId: string; publicUrl: string },
): { status: 200 | 201; answer: ImportAnswer } {
  return {
    status: successTable[outcome].status,
    answer: {
      body: bodyOfOutcome[outcome],
      key: outcome,
      requestId: rest.requestId,
      page: answerPage(page, rest.publicUrl),
      warnings: rest.warnings,
    },
  }
}

/**
 * Word the answer to a dry run.
 * @param outcome What would have become of the page.
 * @param page The page that is there, as it is.
 * @param rest The warnings, the request's id and the wiki's public address.
 * @returns The answer without its last member, `adf`.
 */
export function dryRunAnswer(
  outcome: Outcome,
  page: ImportedPage | undefined,
  rest: { warnings: readonly Warning[]; requestId: string; publicUrl: string },
): ImportAnswer {
  return {
    body: bodyOfDryRun[outcome],
    key: 'dry-run',
    requestId: rest.requestId,
    outcome,
    ...(page === undefined ? {} : { page: answerPage(page, rest.publicUrl) }),
    warnings: rest.warnings,
  }
}

/**
 * Word the answer to a failure.
 * @param error Whatever was thrown.
 * @param requestId The request's id.
 * @returns The answer with its status and headers.
 */
export function errorAnswer(
  error: unknown,
  requestId: string,
): { status: number; answer: Answer; headers: Record<string, string> } {
  const refusal = toRequestError(error)
  const headers: Record<string, string> = {}
  if (refusal.retryAfterSeconds !== undefined) {
    headers['Retry-After'] = String(refusal.retryAfterSeconds)
  }
  // RFC 6750 §3: what the client should present, and what was wrong with it.
  if (refusal.status === 401) headers['WWW-Authenticate'] = 'Bearer realm="markport"'
  if (refusal.status === 403) {
    headers['WWW-Authenticate'] = 'Bearer realm="markport", error="invalid_token"'
  }
  const body = `Error: ${refusal.message}`
  return {
    status: refusal.status,
    headers,
    answer: {
      body:
        body.length > contractLimits.maxMessageLength
          ? `${body.slice(0, contractLimits.maxMessageLength - 1)}…`
          : body,
      key: refusal.key,
      requestId,
    },
  }
}

/**
 * Tell a refusal from a fault of ours.
 * @param error Whatever was thrown.
 */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof DatabaseUnavailableError) {
    return new RequestError(
      'unavailable',
      'The store cannot take writes at the moment; nothing was written. Try again.',
      { cause: error, retryAfterSeconds: 2 },
    )
  }
  if (error instanceof UnknownOutcomeError) {
    return new RequestError(
      'unavailable',
      'The store did not confirm the write: it may or may not have happened. Try again, with the same Idempotency-Key if you sent one.',
      { cause: error, retryAfterSeconds: 2 },
    )
  }
  return new RequestError(
    'internal-error',
    'Something went wrong on our side; it is safe to try again.',
    {
      cause: error,
    },
  )
}

function answerPage(page: ImportedPage, publicUrl: string): AnswerPage {
  const { path, ...rest } = page
  return { ...rest, url: `${publicUrl}${path}` }
}
