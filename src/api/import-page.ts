/** The operation itself: find the place, convert, save, answer. @module */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ConvertedDocument } from '../convert/convert-document.ts'
import { RequestError } from '../errors.ts'
import { withWholeAddresses } from '../wiki/attachment-addresses.ts'
import type { ImportRecords, RecordedAnswer } from '../wiki/import-records.ts'
import type { ImportedPage, ImportTarget, Warning, Wiki } from '../wiki/wiki.ts'
import { contractLimits, type ImportFields, idempotencyKeyHeader } from './contract.ts'
import { checkResult, findTarget, foreseeOutcome } from './import-steps.ts'
import type { RequestScope } from './request-scope.ts'
import { dryRunAnswer, importAnswer } from './respond.ts'

/** What the operation needs of the converter. */
export interface MarkdownConverter {
  /** @throws {MarkdownLimitError} Beyond a limit, `ConverterBusyError` when busy. */
  convert(markdown: string): Promise<ConvertedDocument>
}

export interface ImportPageDependencies {
  readonly converter: MarkdownConverter
  readonly wiki: Wiki
  readonly records: ImportRecords
  readonly publicUrl: () => string
}

type Idempotency = { readonly key: string; readonly requestHash: string }

/**
 * Make the last stage: the import.
 * @param dependencies Converter, wiki, history, and the address that page links start with.
 */
export function importPage(dependencies: ImportPageDependencies) {
  return async (c: Context<RequestScope>): Promise<Response> => {
    const fields = c.get('importFields')
    const idempotency = readIdempotency(c, fields)
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
    const document = await dependencies.converter.convert(fields.content)
    const { markdown, images } = document
    const adf = await dependencies.wiki.placeImages(target, document)
    const warnings = [...c.get('unknownFields').map(unknownFieldWarning), ...document.warnings]
    if (fields.dryRun) {
      const { pageTitle: title, labels } = fields
      const outcome = foreseeOutcome(target, { title, markdown, adf, labels })
      const shown = withWholeAddresses(adf, dependencies.publicUrl())
      const rest = { adf: shown, warnings, requestId: c.get('requestId') }
      const page = existingPage(fields, target)
      return c.json(dryRunAnswer(outcome, page, { ...rest, publicUrl: dependencies.publicUrl() }))
    }
    return save(dependencies, c, { target, markdown, adf, images, warnings, idempotency })
  }
}

interface Converted extends Omit<ConvertedDocument, 'warnings'> {
  readonly target: ImportTarget
  readonly warnings: readonly Warning[]
  readonly idempotency: Idempotency | undefined
}

async function save(
  dependencies: ImportPageDependencies,
  c: Context<RequestScope>,
  converted: Converted,
): Promise<Response> {
  const fields = c.get('importFields')
  const { target, markdown, adf, images, warnings, idempotency } = converted
  const result = await dependencies.wiki.importPage({
    target,
    title: fields.pageTitle,
    markdown,
    adf,
    images,
    labels: fields.labels,
    warnings,
    overwrite: fields.overwrite,
    requestId: c.get('requestId'),
    startedAt: c.get('startedAt'),
    idempotency,
    ...c.get('holder'),
  })
  c.set('isRecorded', true)
  const saved = checkResult(result, fields)
  if (saved.outcome === 'repeated') {
    const repeated = idempotency && (await findRepeated(dependencies, c, idempotency))
    if (repeated === undefined) throw new Error('an idempotency key was claimed but has no answer')
    return repeated
  }
  const { status, answer } = importAnswer(saved.outcome, saved.page, {
    warnings,
    requestId: c.get('requestId'),
    publicUrl: dependencies.publicUrl(),
  })
  return c.json(answer, status)
}

/** The page as it is, which a dry run leaves so. */
function existingPage(
  { pageTitle }: ImportFields,
  { space, parentId, existing }: ImportTarget,
): ImportedPage | undefined {
  if (existing === undefined) return undefined
  const { id, version, path } = existing
  return { id, title: pageTitle, spaceId: space.id, parentId, version, path }
}

/** Read the optional header; a second one, or an unusable one, is refused. */
function readIdempotency(c: Context<RequestScope>, fields: ImportFields): Idempotency | undefined {
  const [key, ...others] = c.env.incoming.headersDistinct[idempotencyKeyHeader] ?? []
  if (key === undefined) return undefined
  const { maxIdempotencyKeyLength } = contractLimits
  if (others.length > 0 || key === '' || key.length > maxIdempotencyKeyLength) {
    throw new RequestError(
      'bad-request',
      `Idempotency-Key must be sent once, with 1 to ${maxIdempotencyKeyLength} characters.`,
    )
  }
  return { key, requestHash: createHash('sha256').update(JSON.stringify(fields)).digest('hex') }
}

/** Give the first answer again, to the same request. */
async function findRepeated(
  dependencies: ImportPageDependencies,
  c: Context<RequestScope>,
  idempotency: Idempotency,
): Promise<Response | undefined> {
  const recorded: RecordedAnswer | undefined = await dependencies.records.findAnswer(
    c.get('holder').apiTokenId,
    idempotency.key,
  )
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
  return c.json(answer, status, { 'Idempotency-Replayed': 'true' })
}

function unknownFieldWarning(name: string): Warning {
  return {
    code: 'unknown-field',
    message: `The field ${JSON.stringify(name.slice(0, 80))} is not known and was ignored.`,
    line: 0,
  }
}
