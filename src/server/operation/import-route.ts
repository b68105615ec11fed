/** What imports and reservations share: first the token is checked, and at the end the answer is JSON. @module */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiTokenHolder } from '../../accounts/tokens/api-tokens.ts'
import type { Answer } from '../../contract/answers.ts'
import { visibleJson } from '../../contract/base/visible-text.ts'
import {
  DatabaseUnavailableError,
  RequestError,
  UnknownOutcomeError,
} from '../../contract/errors.ts'
import {
  idempotencyKeyHeader,
  ifMatchHeader,
  ifNoneMatchHeader,
  runHeader,
  runOf,
  tokenExpiresHeader,
} from '../../contract/paths.ts'
import { dryRunAnswer, importAnswer, reservationAnswer } from '../../wiki/import/import-answer.ts'
import {
  arrangePages,
  findPages,
  pagesToReserve,
  reservePages,
} from '../../wiki/import/import-place.ts'
import type { ImportProgress } from '../../wiki/import/ledger/ledger.ts'
import { type ForeseenImport, importByRequest } from '../../wiki/import/run-import.ts'
import { answerJson } from '../http/error-answer.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ServiceParts } from '../service/compose.ts'

/** @throws {RequestError} `bad-request` for an invalid header. */
export function readRun({ incoming }: HttpBindings): string | undefined {
  const run = runOf(incoming)
  if (run === undefined && incoming.headersDistinct[runHeader] !== undefined) {
    throw new RequestError('bad-request', `${runHeader} must be 1 to 64 of A-Z a-z 0-9 _ -.`)
  }
  return run
}

export function importRoute(dependencies: ServiceParts) {
  return async (c: Context<ImportScope>): Promise<Response> => {
    const request = {
      body: c.get('body'),
      host: c.req.header('host'),
      ifMatch: c.req.header(ifMatchHeader),
      ifNoneMatch: c.req.header(ifNoneMatchHeader),
      idempotencyKeys: c.env.incoming.headersDistinct[idempotencyKeyHeader] ?? [],
      signal: c.req.raw.signal,
    }
    const result = await importByRequest(dependencies, request, {
      ...c.get('holder'),
      via: 'import',
      requestId: c.get('requestId'),
      startedAt: c.get('startedAt'),
      arrivedAtMs: c.get('arrivedAtMs'),
      progress: c.get('progress'),
      run: readRun(c.env),
    })
    const publicUrl = dependencies.publicUrl()
    if (result.kind === 'foreseen') return answerDryRun(c, result, publicUrl)
    const isRepeated = result.kind === 'repeated'
    const { status, answer } = importAnswer(result.outcome, result.page, {
      warnings: result.warnings,
      requestId: isRepeated ? result.requestId : c.get('requestId'),
      publicUrl,
    })
    return answerJson(c, answer, status, {
      ETag: `"${result.page.version}"`,
      ...(isRepeated && { 'Idempotency-Replayed': 'true' }),
    })
  }
}

function answerDryRun(
  c: Context<ImportScope>,
  { adf, ...foreseen }: ForeseenImport,
  publicUrl: string,
): Response {
  const requestId = c.get('requestId')
  const answer = dryRunAnswer(foreseen, { requestId, publicUrl })
  // `adf` is long and already JSON, so it is appended as text.
  const text = `${visibleJson(JSON.stringify(answer)).slice(0, -1)},"adf":${adf()}}`
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}

export function reservationRoute({ workers, wikis, publicUrl }: ServiceParts) {
  return async (c: Context<ImportScope>): Promise<Response> => {
    const request = await workers.readRequest('reservation', c.get('body'), c.req.raw.signal)
    const { fields } = request
    const holder = c.get('holder')
    const reserved = await reservePages(wikis, {
      spaceIdOrKey: fields.spaceId,
      pages: pagesToReserve(fields),
      writer: holder,
    })
    const mustArrange = fields.arrangeBelow.length > 0
    const arranged = mustArrange ? await arrangePages(wikis, fields, holder) : undefined
    const existingPages =
      fields.findPages.length > 0 ? await findPages(wikis, fields, holder) : undefined
    const body = 'Success: Pages reserved successfully'
    const details = { body, requestId: c.get('requestId'), publicUrl: publicUrl() }
    return answerJson(
      c,
      reservationAnswer(request, { reserved, arranged, found: existingPages }, details),
      200,
    )
  }
}

/** Makes a route that answers 200 with what the work returns, and the id of the request. */
export function answering<Answered extends Answer>(
  work: (c: Context<ImportScope>, parts: ServiceParts) => Promise<Omit<Answered, 'requestId'>>,
): (parts: ServiceParts) => Handler<ImportScope> {
  return (parts) => async (c) => {
    const { body, key, ...members } = await work(c, parts)
    return answerJson(c, { body, key, requestId: c.get('requestId'), ...members }, 200)
  }
}

/** Records refusals in the ledger. The answer does not wait: losing such a record is harmless. */
export function recordRefusals({ ledger, log }: ServiceParts): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    const progress: ImportProgress = {}
    c.set('progress', progress)
    await next()
    // While the store is away, writing the record would fail too.
    if (c.error === undefined || isStoreProblem(c.error)) return
    const importer = {
      ...c.get('holder'),
      requestId: c.get('requestId'),
      run: runOf(c.env.incoming),
      startedAt: c.get('startedAt'),
      progress,
    }
    void ledger.recordRefusal(importer, c.error).catch((error: Error) => {
      log.warn({ reason: error.message }, 'import record not written')
    })
  })
}

function isStoreProblem(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownOutcomeError) return true
  return isStoreProblem(error.cause)
}

export function authenticate({ tokens }: ServiceParts): MiddlewareHandler<ImportScope> {
  return createMiddleware<ImportScope>(async (c, next) => {
    // Node joins repeated headers, and a second token must not go unnoticed.
    const holder = await tokens.authenticate(c.env.incoming.headersDistinct.authorization ?? [])
    c.set('holder', holder)
    c.env.outgoing.setHeader(tokenExpiresHeader, holder.expiresAt.toISOString())
    const touched = tokens.touch(holder.apiTokenId)
    await next()
    await touched
  })
}

export const mayImport: MiddlewareHandler<ImportScope> = createMiddleware<ImportScope>(
  (c, next) => {
    if (!c.get('holder').isPreviewOnly) return next()
    throw new RequestError(
      'forbidden',
      'This API token may only preview. Import with --preview NAME, or use a token that may import.',
    )
  },
)

export type ImportScope = RequestScope<{ holder: ApiTokenHolder; progress: ImportProgress }>
