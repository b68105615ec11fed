/** The last stages of requests about previews. @module */
import type { Context } from 'hono'
import type { PreviewAnswer } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import {
  ifMatchHeader,
  ifNoneMatchHeader,
  type PreviewAction,
  previewNamePattern,
  previewNameRule,
} from '../../contract/paths.ts'
import { asUnwantedPage, readIfMatch, readIfNoneMatch } from '../../wiki/import/decide.ts'
import {
  dryRunAnswer,
  importAnswer,
  requestWarnings,
  reservationAnswer,
} from '../../wiki/import/import-answer.ts'
import { toWantedPlace } from '../../wiki/import/import-place.ts'
import type { ImportWork } from '../../wiki/import/import-work.ts'
import { previewPath } from '../../wiki/import/previews.ts'
import { refusalOf } from '../../wiki/import/refusals.ts'
import { findPages, pagesToReserve } from '../../wiki/import/reserve-pages.ts'
import { checkTokenSource, type TargetWiki } from '../../wiki/import/target-wiki.ts'
import { answerJson } from '../http/error-answer.ts'
import type { NamedPreview, Previews } from '../previews/previews.ts'
import type { ImportScope } from './authenticate.ts'
import { readRun } from './import-route.ts'

export interface PreviewRouteDependencies {
  readonly workers: ImportWork
  readonly wikis: readonly TargetWiki[]
  readonly previews: Previews
  readonly publicUrl: () => string
}

type PreviewContext = Context<ImportScope>

export function previewPageRoute({ workers, previews, publicUrl }: PreviewRouteDependencies) {
  return async (c: PreviewContext): Promise<Response> => {
    const preview = previewOf(c)
    const holder = c.get('holder')
    const request = { isHashed: false, host: c.req.header('host') }
    const prepared = await workers.prepareImport(c.get('body'), request, c.req.raw.signal)
    if ('conversionError' in prepared) throw prepared.conversionError
    const { document } = prepared
    const requestFields = prepared.asked.fields
    const isNew = readIfNoneMatch(c.req.header(ifNoneMatchHeader))
    const fields =
      holder.isCreateOnly || isNew ? { ...requestFields, overwrite: false } : requestFields
    checkTokenSource(holder, fields.source?.name)
    const ifMatch = readIfMatch(c.req.header(ifMatchHeader))
    const target = toWantedPlace(fields, { ...holder, ifMatch })
    const saving = previews.putPage(preview, target, { fields, document }, fields.dryRun)
    const { outcome, warnings, page, existing } = await saving.catch((error: unknown) => {
      throw isNew ? asUnwantedPage(error) : error
    })
    const details = { warnings, requestId: c.get('requestId'), publicUrl: publicUrl() }
    if (fields.dryRun) {
      const dryRun = { outcome, page: existing, foreseen: { title: fields.pageTitle }, warnings }
      return answerJson(c, dryRunAnswer(dryRun, details), 200)
    }
    const { status, answer } = importAnswer(outcome, page, details)
    return answerJson(c, answer, status)
  }
}

export function previewReservationRoute({
  workers,
  wikis,
  previews,
  publicUrl,
}: PreviewRouteDependencies) {
  return async (c: PreviewContext): Promise<Response> => {
    const request = await workers.readRequest('reservation', c.get('body'), c.req.raw.signal)
    const { fields } = request
    const writer = c.get('holder')
    const reserved = await previews.reservePages(previewOf(c), {
      spaceIdOrKey: fields.spaceId,
      pages: pagesToReserve(fields),
      writer,
    })
    if (reserved === undefined) {
      throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
    }
    const existingPages =
      fields.findPages.length > 0 ? await findPages(wikis, fields, writer) : undefined
    // Previews always show pages in the order of the tree.
    const arranged = fields.arrangeBelow.length > 0 ? { moved: 0, problems: [] } : undefined
    const body = 'Success: Pages of the preview have their ids'
    const details = { body, requestId: c.get('requestId'), publicUrl: publicUrl() }
    return answerJson(
      c,
      reservationAnswer(request, { reserved, arranged, found: existingPages }, details),
      200,
    )
  }
}

export function previewActionRoute({ workers, previews, publicUrl }: PreviewRouteDependencies) {
  return async (c: PreviewContext): Promise<Response> => {
    const preview = previewOf(c)
    const request = await workers.readRequest('preview', c.get('body'), c.req.raw.signal)
    const caller = c.get('holder')
    const actions: Readonly<Record<PreviewAction, () => Promise<ActionWords>>> = {
      async begin() {
        await previews.begin(preview, request.fields, caller)
        return { body: 'Success: Pages can be sent into the preview', key: 'begun' }
      },
      async show() {
        await previews.show(preview, request, caller)
        return { body: 'Success: The preview shows what was sent', key: 'shown' }
      },
      async end() {
        const was = await previews.end(preview, request.fields, caller)
        const body = was ? 'Success: The preview has ended' : 'Success: There was no such preview'
        return { body, key: 'ended' }
      },
    }
    const answer: PreviewAnswer = {
      ...(await actions[c.req.param('action') as PreviewAction]()),
      requestId: c.get('requestId'),
      preview: { name: preview.name, url: publicUrl() + previewPath(preview.name) },
      ...requestWarnings(request.unknownFields),
    }
    return answerJson(c, answer, 200)
  }
}

type ActionWords = Pick<PreviewAnswer, 'body' | 'key'>

/** @throws {RequestError} `bad-request` for an invalid name of the preview or run. */
function previewOf(c: PreviewContext): NamedPreview {
  const name = c.req.param('name') ?? ''
  if (!previewNamePattern.test(name)) {
    throw new RequestError('bad-request', previewNameRule)
  }
  // Runs belong to a token, so no other token can add pages to them.
  return { name, run: `${c.get('holder').apiTokenId}-${readRun(c.env) ?? 'none'}` }
}
