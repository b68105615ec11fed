/** Carries out the import that a form asks for, as the operation does, and with the same record. @module */
import { createHash } from 'node:crypto'
import { toRequestError } from '../../errors.ts'
import { checkResult, findTarget } from '../../importing/import-steps.ts'
import type { AskedImport } from '../../importing/import-work.ts'
import { type ImportRecords, noApiToken } from '../../importing/ledger/import-records.ts'
import type { ImportTarget } from '../../importing/target-wiki.ts'
import { type CheckedForm, type CheckImportDependencies, toError } from './check-import.ts'
import { isRefusal, type SentForm } from './prepare-form.ts'

export interface SubmitImportDependencies extends CheckImportDependencies {
  readonly records: ImportRecords
}

export interface SubmittedImport extends CheckedForm {
  readonly startedAt: Date
}

/**
 * Import the page. The same filling of the form, sent again, leads to the page that it made.
 * @param dependencies Workers, wiki and history.
 * @param submitted The form and who sent it.
 * @returns Where the page is read.
 * @throws {unknown} What kept it from being imported, after it was recorded.
 */
export async function submitImport(
  dependencies: SubmitImportDependencies,
  submitted: SubmittedImport,
): Promise<{ path: string }> {
  let asked: AskedImport | undefined
  let isRecorded = false
  try {
    const sent = await submitted.form.asked
    if (isRefusal(sent.asked)) throw toError(sent.asked)
    asked = sent.asked
    return await importOnce(dependencies, submitted, { sent, asked }, () => {
      isRecorded = true
    })
  } catch (error) {
    const { key, status } = toRequestError(error)
    if (status >= 500) dependencies.onFailure(error, submitted.requestId)
    if (!isRecorded) await recordRefusal(dependencies, submitted, asked, key)
    throw error
  }
}

async function importOnce(
  { wiki, records }: SubmitImportDependencies,
  submitted: SubmittedImport,
  { sent, asked }: { sent: SentForm; asked: AskedImport },
  onRecorded: () => void,
): Promise<{ path: string }> {
  const { userId, requestId, startedAt } = submitted
  const { fields } = asked
  const key = submissionKey(userId, sent, asked)
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
  const { document } = await submitted.form.result
  if (isRefusal(document)) throw toError(document)
  const result = await wiki.importPage({
    target,
    title: fields.pageTitle,
    document: await wiki.placeImages(target, fields.pageTitle, document),
    labels: fields.labels,
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

/** Holds the fields as well: the form may be sent again with others, as another import. */
function submissionKey(userId: number, { fields }: SentForm, { requestHash }: AskedImport): string {
  const digest = createHash('sha256').update(`${requestHash}${fields.submission}`)
  return `form:${userId}:${digest.digest('hex')}`
}

async function recordRefusal(
  { records, onFailure }: SubmitImportDependencies,
  { userId, requestId, startedAt }: SubmittedImport,
  asked: AskedImport | undefined,
  result: string,
): Promise<void> {
  try {
    await records.recordRefusal({
      requestId,
      apiTokenId: noApiToken,
      userId,
      spaceId: undefined,
      // Only what has been checked can be kept.
      parentId: asked?.fields.parentId ?? '',
      pageTitle: asked?.fields.pageTitle ?? '',
      result,
      startedAt,
    })
  } catch (failure) {
    onFailure(failure, requestId)
  }
}
