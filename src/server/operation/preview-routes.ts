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
  runHeader,
  runPattern,
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
import {
  type AppliedPreview,
  type CheckedPreview,
  type NamedPreview,
  type PreviewCaller,
  type Previews,
  previewPath,
} from '../../wiki/import/previews.ts'
import { refusalOf } from '../../wiki/import/refusals.ts'
import { pagesToReserve } from '../../wiki/import/reserve-pages.ts'
import { checkTokenSource } from '../../wiki/import/target-wiki.ts'
import { answerJson } from '../http/error-answer.ts'
import type { ImportScope } from './authenticate.ts'

export interface PreviewRouteDependencies {
  readonly workers: ImportWork
  readonly previews: Previews
  readonly publicUrl: () => string
}

type PreviewContext = Context<ImportScope>

export function previewPageRoute({ workers, previews, publicUrl }: PreviewRouteDependencies) {
  return async (c: PreviewContext): Promise<Response> => {
    const preview = previewOf(c)
    const holder = c.get('holder')
    const request = { isHashed: false, host: c.req.header('host') }
    const prepared = workers.prepareImport(c.get('body'), request, c.req.raw.signal)
    const [{ fields: requestFields }, document] = await Promise.all([
      prepared.asked,
      prepared.result,
    ])
    const isNew = readIfNoneMatch(c.req.header(ifNoneMatchHeader))
    const fields =
      holder.isCreateOnly || isNew ? { ...requestFields, overwrite: false } : requestFields
    checkTokenSource(holder, fields.source?.name)
    const ifMatch = readIfMatch(c.req.header(ifMatchHeader))
    const target = toWantedPlace(fields, { ...holder, ifMatch })
    const saving = previews.putPage(preview, target, { fields, document }, fields.dryRun)
    const saved = await saving.catch((error: unknown) => {
      throw isNew ? asUnwantedPage(error) : error
    })
    const { warnings = document.warnings } = saved
    const requestId = c.get('requestId')
    if (fields.dryRun) {
      const foreseen = { title: fields.pageTitle }
      const dry = { outcome: saved.outcome, page: saved.existing, foreseen, warnings }
      return answerJson(c, dryRunAnswer(dry, { requestId, publicUrl: publicUrl() }), 200)
    }
    const details = { warnings, requestId, publicUrl: publicUrl() }
    const { status, answer } = importAnswer(saved.outcome, saved.page, details)
    return answerJson(c, answer, status)
  }
}

export function previewReservationRoute({
  workers,
  previews,
  publicUrl,
}: PreviewRouteDependencies) {
  return async (c: PreviewContext): Promise<Response> => {
    const request = await workers.readRequest('reservation', c.get('body'), c.req.raw.signal)
    const { spaceId: spaceIdOrKey, findPages: ids, arrangeBelow } = request.fields
    const pages = pagesToReserve(request.fields)
    const writer = c.get('holder')
    const reserved = await previews.reservePages(previewOf(c), { spaceIdOrKey, pages, writer })
    if (reserved === undefined) {
      throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
    }
    const existingPages =
      ids.length > 0 ? await previews.findPages({ spaceIdOrKey, ids, writer }) : undefined
    // Previews always show pages in the order of the tree.
    const arranged = arrangeBelow.length > 0 ? { moved: 0, problems: [] } : undefined
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
    const address = c.env.incoming.socket.remoteAddress ?? ''
    const caller = { ...c.get('holder'), address, requestId: c.get('requestId') }
    const action = c.req.param('action') as PreviewAction
    const result = await actions[action](previews, preview, request, caller)
    const { status = 200, ...words } = result
    const url = publicUrl() + previewPath(preview.name)
    const answer: PreviewAnswer = {
      ...words,
      requestId: c.get('requestId'),
      preview: { name: preview.name, url },
      ...requestWarnings(request.unknownFields),
    }
    return answerJson(c, answer, status)
  }
}

type ActionResult = Pick<PreviewAnswer, 'body' | 'key' | 'counts' | 'changes'> & {
  readonly status?: 412
}

const actions: Readonly<
  Record<
    PreviewAction,
    (
      previews: Previews,
      preview: NamedPreview,
      request: CheckedPreview,
      caller: PreviewCaller,
    ) => Promise<ActionResult>
  >
> = {
  async begin(previews, preview, { fields }, caller) {
    await previews.begin(preview, fields, caller)
    return { body: 'Success: Pages can be sent into the preview', key: 'begun' }
  },
  async show(previews, preview, request, caller) {
    await previews.show(preview, request, caller)
    return { body: 'Success: The preview shows what was sent', key: 'shown' }
  },
  async apply(previews, preview, { fields }, caller) {
    return wordApplied(await previews.apply(preview, fields, caller))
  },
  async end(previews, preview, { fields }, caller) {
    const was = await previews.end(preview, fields, caller)
    const body = was ? 'Success: The preview has ended' : 'Success: There was no such preview'
    return { body, key: 'ended' }
  },
}

function wordApplied(applied: AppliedPreview): ActionResult {
  if (applied.outcome === 'applied') {
    const { counts, isRepeated } = applied
    const when = isRepeated ? ' before, as it was seen' : ''
    return { body: `Success: The preview was applied${when}`, key: 'applied', counts }
  }
  return {
    body: 'Error: The space has changed since the preview was made, so nothing was applied. Look at its page, or send it again.',
    key: 'precondition-failed',
    status: 412,
    changes: applied.changes,
  }
}

/** @throws {RequestError} `bad-request` for an invalid name of the preview or run. */
function previewOf(c: PreviewContext): NamedPreview {
  const name = c.req.param('name') ?? ''
  if (!previewNamePattern.test(name)) {
    throw new RequestError('bad-request', previewNameRule)
  }
  const run = c.req.header(runHeader) ?? 'none'
  // Runs belong to a token, so no other token can add pages to them.
  if (runPattern.test(run)) return { name, run: `${c.get('holder').apiTokenId}-${run}` }
  throw new RequestError('bad-request', `${runHeader} must be 1 to 64 of A-Z a-z 0-9 _ -.`)
}
