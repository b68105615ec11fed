/** Carries out the import of a form, recorded like an import by request. @module */
import { createHash } from 'node:crypto'
import type { AnswerWarning } from '../../contract/answers.ts'
import { toRequestError } from '../../contract/errors.ts'
import type { AskedImport } from '../../importing/import-work.ts'
import { noApiToken } from '../../importing/ledger/entry.ts'
import type { Importer } from '../../importing/ledger/ledger.ts'
import { type ImportDependencies, runImport } from '../../importing/run-import.ts'
import type { Outcome } from '../../importing/target-wiki.ts'
import {
  type CheckedForm,
  type CheckImportDependencies,
  editedVersion,
  orThrow,
} from './check-import.ts'
import type { SentForm } from './prepared-form.ts'

export interface SubmitImportDependencies extends CheckImportDependencies, ImportDependencies {}

export interface SubmittedImport extends CheckedForm {
  readonly run: string | undefined
  readonly startedAt: Date
  /** The same instant on the monotonic clock. */
  readonly arrivedAtMs: number
}

interface SubmittedResult {
  readonly requestId: string
  readonly outcome: Outcome
  readonly pagePath: string
  readonly warnings: readonly AnswerWarning[]
}

/**
 * Sending the same form again leads to the page that it made.
 * @returns The outcome, and the request that did it: an earlier one if the form was sent before.
 * @throws {unknown} What kept it from being imported, after it was recorded.
 */
export async function submitImport(
  dependencies: SubmitImportDependencies,
  submitted: SubmittedImport,
): Promise<SubmittedResult> {
  const { form, ...importer } = submitted
  const { userId, requestId } = importer
  const caller = { ...importer, apiTokenId: noApiToken, progress: {} }
  try {
    const { asked, fields } = await form.asked
    const prepared = {
      asked: Promise.resolve(orThrow(asked)),
      result: form.result.then(({ document }) => orThrow(document)),
    }
    const imported = await runImport(dependencies, prepared, {
      ...caller,
      via: 'form',
      tokenName: '',
      ifMatch: editedVersion(fields),
      // The key covers everything, so no request hash is needed.
      idempotencyOf: (all) => ({ key: submissionKey(userId, fields, all), requestHash: '' }),
    })
    if (imported.kind === 'foreseen') throw new TypeError('a form never asks for a dry run')
    const { outcome, page, warnings } = imported
    const by = imported.kind === 'repeated' ? imported.requestId : requestId
    return { requestId: by, outcome, pagePath: page.path, warnings }
  } catch (error) {
    if (toRequestError(error).status >= 500) dependencies.onFailure(error, requestId)
    await recordRefusal(dependencies, caller, error)
    throw error
  }
}

/** The key includes the fields: the form with other fields is another import. */
function submissionKey(
  userId: number,
  { submission, version }: SentForm['fields'],
  { requestHash }: AskedImport,
): string {
  const digest = createHash('sha256').update(`${requestHash}${version} ${submission}`)
  return `form:${userId}:${digest.digest('hex')}`
}

async function recordRefusal(
  { ledger, onFailure }: SubmitImportDependencies,
  importer: Importer,
  error: unknown,
): Promise<void> {
  try {
    await ledger.recordRefusal(importer, error)
  } catch (failure) {
    onFailure(failure, importer.requestId)
  }
}
