/** Carries out the import that a form asks for, as the operation does, and with the same record. @module */
import { createHash } from 'node:crypto'
import { checkFields } from '../../api/check-fields.ts'
import type { ImportFields } from '../../api/contract.ts'
import { checkResult, findTarget } from '../../api/import-steps.ts'
import { toRequestError } from '../../api/respond.ts'
import { type ImportRecords, noApiToken } from '../../wiki/import-records.ts'
import type { ImportTarget } from '../../wiki/wiki.ts'
import type { CheckImportDependencies } from './check-import.ts'
import { type ImportFormFields, toMembers } from './import-form-fields.ts'

export interface SubmitImportDependencies extends CheckImportDependencies {
  readonly records: ImportRecords
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
  let fields: ImportFields | undefined
  let isRecorded = false
  try {
    fields = checkFields(toMembers(submitted.form), dependencies.limits.maxMarkdownBytes)
    return await importOnce(dependencies, submitted, fields, () => {
      isRecorded = true
    })
  } catch (error) {
    const { key, status } = toRequestError(error)
    if (status >= 500) dependencies.onFailure(error, submitted.requestId)
    if (!isRecorded) await recordRefusal(dependencies, submitted, fields, key)
    throw error
  }
}

async function importOnce(
  { wiki, converter, records }: SubmitImportDependencies,
  submitted: SubmittedImport,
  fields: ImportFields,
  onRecorded: () => void,
): Promise<{ path: string }> {
  const { userId, requestId, startedAt } = submitted
  const key = submissionKey(submitted, fields)
  const findFirst = async (): Promise<{ path: string } | undefined> =>
    (await records.findAnswer(noApiToken, key))?.page
  const before = await findFirst()
  if (before !== undefined) return before
  let target: ImportTarget
  try {
    target = await findTarget(wiki, fields, userId)
  } catch (error) {
    // The same form may have made the page in the meantime.
    const meanwhile = await findFirst()
    if (meanwhile !== undefined) return meanwhile
    throw error
  }
  const document = await converter.convert(fields.content)
  const { markdown, images, warnings } = document
  const result = await wiki.importPage({
    target,
    title: fields.pageTitle,
    markdown,
    adf: await wiki.placeImages(target, document),
    images,
    labels: fields.labels,
    warnings,
    overwrite: fields.overwrite,
    userId,
    apiTokenId: noApiToken,
    requestId,
    startedAt,
    idempotency: { key, requestHash: '' },
  })
  onRecorded()
  const saved = checkResult(result, fields)
  if (saved.outcome !== 'repeated') return saved.page
  const first = await findFirst()
  if (first === undefined) throw new Error('a submission was claimed but has no answer')
  return first
}

async function recordRefusal(
  { records, onFailure }: SubmitImportDependencies,
  { userId, requestId, startedAt }: SubmittedImport,
  fields: ImportFields | undefined,
  result: string,
): Promise<void> {
  try {
    await records.recordRefusal({
      requestId,
      apiTokenId: noApiToken,
      userId,
      spaceId: undefined,
      // Only what has been checked can be kept.
      parentId: fields?.parentId ?? '',
      pageTitle: fields?.pageTitle ?? '',
      result,
      startedAt,
    })
  } catch (failure) {
    onFailure(failure, requestId)
  }
}

/** Holds the fields as well: the form may be sent again with others, as another import. */
function submissionKey({ form, userId }: SubmittedImport, fields: ImportFields): string {
  const digest = createHash('sha256').update(JSON.stringify([form.submission, fields]))
  return `form:${userId}:${digest.digest('hex')}`
}
