/** The operation itself: find the place, convert, save, answer. @module */
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { RequestError } from '../errors.ts'
import { contentHash } from '../wiki/content-hash.ts'
import type { ImportRecords, RecordedAnswer } from '../wiki/import-records.ts'
import type { ImportTarget, Outcome, Warning, Wiki } from '../wiki/wiki.ts'
import { contractLimits, type ImportFields, idempotencyKeyHeader } from './contract.ts'
import type { RequestScope } from './request-scope.ts'
import { dryRunAnswer, importAnswer } from './respond.ts'

/** What the operation needs of the converter. */
export interface MarkdownConverter {
  /** @throws {RequestError} `bad-request` beyond a limit, `unavailable` when busy. */
  convert(markdown: string): Promise<{ adf: string; warnings: readonly Warning[] }>
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
    const target = await findTarget(dependencies.wiki, fields, c.get('holder').userId)
    if (target.existing !== undefined && !fields.overwrite) {
      // The page may be the one that this very request, sent twice, made after the first look.
      const repeated = idempotency && (await findRepeated(dependencies, c, idempotency))
      if (repeated !== undefined) return repeated
      throw alreadyExists(fields)
    }
    const { adf, warnings: ofConversion } = await dependencies.converter.convert(fields.content)
    const warnings = [...c.get('unknownFields').map(unknownFieldWarning), ...ofConversion]
    if (fields.dryRun) {
      const outcome = foreseeOutcome(fields, target, adf)
      return c.json(dryRunAnswer(outcome, { adf, warnings, requestId: c.get('requestId') }))
    }
    return save(dependencies, c, { target, adf, warnings, idempotency })
  }
}

interface Converted {
  readonly target: ImportTarget
  readonly adf: string
  readonly warnings: readonly Warning[]
  readonly idempotency: Idempotency | undefined
}

async function save(
  dependencies: ImportPageDependencies,
  c: Context<RequestScope>,
  converted: Converted,
): Promise<Response> {
  const fields = c.get('importFields')
  const { target, adf, warnings, idempotency } = converted
  const result = await dependencies.wiki.importPage({
    target,
    title: fields.pageTitle,
    markdown: fields.content,
    adf,
    warnings,
    overwrite: fields.overwrite,
    requestId: c.get('requestId'),
    startedAt: c.get('startedAt'),
    idempotency,
    ...c.get('holder'),
  })
  c.set('isRecorded', true)
  switch (result.outcome) {
    case 'not-found':
      throw notFound()
    case 'already-exists':
      throw alreadyExists(fields)
    case 'repeated': {
      const repeated = idempotency && (await findRepeated(dependencies, c, idempotency))
      if (repeated === undefined)
        throw new Error('an idempotency key was claimed but has no answer')
      return repeated
    }
    default: {
      const { status, answer } = importAnswer(result.outcome, result.page, {
        warnings,
        requestId: c.get('requestId'),
        publicUrl: dependencies.publicUrl(),
      })
      return c.json(answer, status)
    }
  }
}

async function findTarget(wiki: Wiki, fields: ImportFields, userId: number): Promise<ImportTarget> {
  const target = await wiki.findTarget({
    spaceIdOrKey: fields.spaceId,
    parentId: fields.parentId,
    title: fields.pageTitle,
    userId,
  })
  if (target === undefined) throw notFound()
  return target
}

function foreseeOutcome(fields: ImportFields, target: ImportTarget, adf: string): Outcome {
  if (target.existing === undefined) return 'created'
  const hash = contentHash({ title: fields.pageTitle, markdown: fields.content, adf })
  return hash === target.existing.contentHash ? 'unchanged' : 'updated'
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

function alreadyExists(fields: ImportFields): RequestError {
  const title =
    fields.pageTitle.length > 80 ? `${fields.pageTitle.slice(0, 79)}…` : fields.pageTitle
  return new RequestError(
    'already-exists',
    `A page titled "${title}" already exists under this parent. Send overwrite: true to update it, or another pageTitle.`,
  )
}

/** One answer for every reason, so that nothing about closed spaces leaks. */
function notFound(): RequestError {
  return new RequestError(
    'not-found',
    'spaceId or parentId names nothing that this token may write to: check that the space and the parent page exist, that the parent is in that space and not in the trash, and that the token’s owner has write access.',
  )
}
