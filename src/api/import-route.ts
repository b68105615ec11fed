/** The operation itself: find the place, convert, save, answer. @module */
import type { Context } from 'hono'
import { withWholeAddresses } from '../embedded-wiki/store/attachment-addresses.ts'
import { RequestError } from '../errors.ts'
import { answerJson } from '../http/answer-json.ts'
import { contractLimits, idempotencyKeyHeader } from '../importing/contract.ts'
import { dryRunAnswer, importAnswer } from '../importing/import-answer.ts'
import { checkResult, findTarget, foreseeOutcome } from '../importing/import-steps.ts'
import type { AskedImport } from '../importing/import-work.ts'
import { inTime } from '../importing/in-time.ts'
import type { ImportRecords, RecordedAnswer } from '../importing/ledger/import-records.ts'
import type { PreparedDocument } from '../importing/prepared-document.ts'
import type { ImportedPage, ImportTarget, Wiki } from '../importing/target-wiki.ts'
import type { CostlyWork } from '../service/costly-work.ts'
import { visibleJson } from '../visible-text.ts'
import type { ImportScope } from './import-scope.ts'

export interface ImportPageDependencies {
  readonly workers: Pick<CostlyWork, 'prepareImport'>
  readonly wiki: Wiki
  readonly records: ImportRecords
  readonly publicUrl: () => string
}

type Idempotency = { readonly key: string; readonly requestHash: string }

/**
 * Make the last stage: the import. The body is parsed and converted in a worker; its place is looked
 * up here as soon as the fields are known, so that a refusal of the place comes before one of the
 * Markdown.
 * @param dependencies Workers, wiki, history, and the address that page links start with.
 */
export function importPage(dependencies: ImportPageDependencies) {
  return async (c: Context<ImportScope>): Promise<Response> => {
    const prepared = dependencies.workers.prepareImport(c.get('body'))
    // Looked at only when the place is found; until then nobody else owns it.
    prepared.result.catch(() => {})
    const asked = await prepared.asked
    c.set('asked', asked)
    const { fields } = asked
    const idempotency = readIdempotency(c, asked)
    if (idempotency !== undefined) {
      const repeated = await findRepeated(dependencies, c, idempotency)
      if (repeated !== undefined) return repeated
    }
    let target: ImportTarget
    try {
      target = await findTarget(dependencies.wiki, fields, c.get('holder').userId)
    } catch (error) {
      // The request that this one repeats may have made the page in the meantime.
      const repeated = idempotency && (await findRepeated(dependencies, c, idempotency))
      if (repeated !== undefined) return repeated
      throw error
    }
    const { pageTitle: title } = fields
    const document = await dependencies.wiki.placeImages(target, title, await prepared.result)
    if (fields.dryRun) return answerDryRun(dependencies, c, { target, document })
    return save(dependencies, c, { target, document, idempotency })
  }
}

function answerDryRun(
  { publicUrl }: ImportPageDependencies,
  c: Context<ImportScope>,
  { target, document }: { target: ImportTarget; document: PreparedDocument },
): Response {
  const { fields } = c.get('asked')
  const outcome = foreseeOutcome(target, document.contentHash, fields.labels)
  const { shown, warnings } = document
  // Only a document that shows attachments has addresses to complete.
  const adf = shown.length === 0 ? document.adf : withWholeAddresses(document.adf, publicUrl())
  const answer = dryRunAnswer(outcome, existingPage(fields, target), {
    warnings,
    requestId: c.get('requestId'),
    publicUrl: publicUrl(),
  })
  // JSON text already, and long.
  const text = `${visibleJson(JSON.stringify(answer)).slice(0, -1)},"adf":${adf}}`
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}

/** Below the ten seconds after which callers take a service for dead. */
const maxAnswerMs = 9_500
/** What saving has in any case, however long a busy machine took to convert. */
const minSaveMs = 2_000

function leftMs(c: Context<ImportScope>): number {
  return Math.max(minSaveMs, c.get('arrivedAtMs') + maxAnswerMs - performance.now())
}

interface Converted {
  readonly target: ImportTarget
  readonly document: PreparedDocument
  readonly idempotency: Idempotency | undefined
}

async function save(
  dependencies: ImportPageDependencies,
  c: Context<ImportScope>,
  { target, document, idempotency }: Converted,
): Promise<Response> {
  const { fields } = c.get('asked')
  const saving = dependencies.wiki.importPage({
    target,
    title: fields.pageTitle,
    document,
    labels: fields.labels,
    overwrite: fields.overwrite,
    requestId: c.get('requestId'),
    startedAt: c.get('startedAt'),
    idempotency,
    ...c.get('holder'),
  })
  const result = await inTime(saving, leftMs(c))
  c.set('isRecorded', true)
  const saved = checkResult(result, fields)
  if (saved.outcome === 'repeated') {
    const repeated = idempotency && (await findRepeated(dependencies, c, idempotency))
    if (repeated === undefined) throw new Error('an idempotency key was claimed but has no answer')
    return repeated
  }
  const { status, answer } = importAnswer(saved.outcome, saved.page, {
    warnings: document.warnings,
    requestId: c.get('requestId'),
    publicUrl: dependencies.publicUrl(),
  })
  return answerJson(c, answer, status)
}

/** The page as it is, which a dry run leaves so. */
function existingPage(
  { pageTitle }: AskedImport['fields'],
  { space, parentId, existing }: ImportTarget,
): ImportedPage | undefined {
  if (existing === undefined) return undefined
  const { id, version, path } = existing
  return { id, title: pageTitle, spaceId: space.id, parentId, version, path }
}

/** Read the optional header; a second one, or an unusable one, is refused. */
function readIdempotency(
  c: Context<ImportScope>,
  { requestHash }: AskedImport,
): Idempotency | undefined {
  const [key, ...others] = c.env.incoming.headersDistinct[idempotencyKeyHeader] ?? []
  if (key === undefined) return undefined
  const { maxIdempotencyKeyLength } = contractLimits
  if (others.length > 0 || key === '' || key.length > maxIdempotencyKeyLength) {
    throw new RequestError(
      'bad-request',
      `Idempotency-Key must be sent once, with 1 to ${maxIdempotencyKeyLength} characters.`,
    )
  }
  return { key, requestHash }
}

/** Give the first answer again, to the same request. */
async function findRepeated(
  dependencies: ImportPageDependencies,
  c: Context<ImportScope>,
  idempotency: Idempotency,
): Promise<Response | undefined> {
  // Its answer is confirmed by a write.
  const finding = dependencies.records.findAnswer(c.get('holder').apiTokenId, idempotency.key)
  const recorded: RecordedAnswer | undefined = await inTime(finding, leftMs(c))
  if (recorded === undefined) return undefined
  if (recorded.requestHash !== idempotency.requestHash) {
    throw new RequestError(
      'bad-request',
      'Idempotency-Key was used in the last 24 hours for another request. Send a new key with a new request.',
    )
  }
  const { status, answer } = importAnswer(recorded.outcome, recorded.page, {
    warnings: recorded.warnings,
    requestId: recorded.requestId,
    publicUrl: dependencies.publicUrl(),
  })
  return answerJson(c, answer, status, { 'Idempotency-Replayed': 'true' })
}
