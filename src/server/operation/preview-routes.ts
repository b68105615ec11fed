/** The last stages of requests about previews. @module */
import type { Context, Handler } from 'hono'
import type { PreviewAnswer } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import { type PreviewAction, previewNamePattern, previewNameRule } from '../../contract/paths.ts'
import { requestWarnings } from '../../wiki/import/import-answer.ts'
import { previewPath } from '../../wiki/import/previews.ts'
import { answerJson } from '../http/error-answer.ts'
import type { NamedPreview, Previews } from '../previews/previews.ts'
import type { ImportScope } from './authenticate.ts'
import { type ImportRouteDependencies, readRun } from './import-route.ts'

export interface PreviewRouteDependencies extends ImportRouteDependencies {
  readonly previews: Previews
}

type PreviewContext = Context<ImportScope>

/** A route of imports whose pages go into the preview that the path names. */
export function intoPreview(
  route: (dependencies: ImportRouteDependencies) => Handler<ImportScope>,
): (dependencies: PreviewRouteDependencies) => Handler<ImportScope> {
  return ({ previews, ledger, ...dependencies }) =>
    (c, next) => {
      c.set('progress', {})
      const wikis = [previews.wiki(previewOf(c))]
      // An import is no answer to the same request for a preview.
      const noAnswers = { ...ledger, findAnswer: async () => undefined }
      return route({ ...dependencies, wikis, ledger: noAnswers })(c, next)
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
