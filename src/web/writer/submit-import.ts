/** Carries out the import that a form asks for, as the operation does, and with the same record. @module */
import { createHash } from 'node:crypto'
import type { ImportFields } from '../../api/contract.ts'
import { checkResult, findTarget } from '../../api/import-steps.ts'
import { toRequestError } from '../../api/respond.ts'
import { checkFields } from '../../api/validate-import.ts'
import { type ImportRecords, noApiToken } from '../../wiki/import-records.ts'
import type { CheckImportDependencies } from './check-import.ts'
import type { ImportFormFields } from './import-form-fields.ts'

export interface SubmitImportDependencies extends CheckImportDependencies {
  readonly records: ImportRecords
  /** Told of what went wrong on our side. */
  readonly onFailure: (error: unknown, requestId: string) => void
}

export interface SubmittedImport {
  readonly form: ImportFormFields
  readonly userId: number
  readonly requestId: string
  readonly startedAt: Date
}

/**
 * Import the page. The same filling of the form, sent again, leads to the page that it made.
 * @param dependencies Converter, wiki, history and limits.
 * @param submitted The form and who sent it.
 * @returns Where the page is read.
 * @throws {unknown} What kept it from being imported, after it was recorded.
 */
export async function submitImport(
  dependencies: SubmitImportDependencies,
  submitted: SubmittedImport,
): Promise<{ path: string }> {
  const { form, userId, requestId, startedAt } = submitted
  let fields: ImportFields | undefined
  let isRecorded = false
  try {
    fields = checkFields({ ...form }, dependencies.limits.maxMarkdownBytes)
    const key = submissionKey(submitted, fields)
    const repeated = await dependencies.records.findAnswer(noApiToken, key)
    if (repeated !== undefined) return repeated.page
    const target = await findTarget(dependencies.wiki, fields, userId)
    const { adf, warnings } = await dependencies.converter.convert(fields.content)
    const result = await dependencies.wiki.importPage({
      target,
      title: fields.pageTitle,
      markdown: fields.content,
      adf,
      warnings,
      overwrite: fields.overwrite,
      userId,
      apiTokenId: noApiToken,
      requestId,
      startedAt,
      idempotency: { key, requestHash: '' },
    })
    isRecorded = true
    const saved = checkResult(result, fields)
    if (saved.outcome !== 'repeated') return saved.page
    const first = await dependencies.records.findAnswer(noApiToken, key)
    if (first === undefined) throw new Error('a submission was claimed but has no answer')
    return first.page
  } catch (error) {
    const { key, status } = toRequestError(error)
    if (status >= 500) dependencies.onFailure(error, requestId)
    if (!isRecorded) {
      await dependencies.records
        .recordRefusal({
          requestId,
          apiTokenId: noApiToken,
          userId,
          spaceId: undefined,
          // Only what has been checked can be kept.
          parentId: fields?.parentId ?? '',
          pageTitle: fields?.pageTitle ?? '',
          result: key,
          startedAt,
        })
        .catch((failure) => dependencies.onFailure(failure, requestId))
    }
    throw error
  }
}

/** Holds the fields as well: the form may be sent again with others, as another import. */
function submissionKey({ form, userId }: SubmittedImport, fields: ImportFields): string {
  const digest = createHash('sha256').update(JSON.stringify([form.submission, fields]))
  return `form:${userId}:${digest.digest('hex')}`
}
