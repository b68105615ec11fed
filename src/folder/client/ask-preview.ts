/** Requests of the client about previews. @module */
import type { PreviewAnswer } from '../../contract/answers.ts'
import { type PreviewAction, previewNamePattern, previewNameRule } from '../../contract/paths.ts'
import type { SentPreview } from '../../contract/preview-request.ts'
import { addressBeside, badAnswer, callService } from './call-service.ts'
import type { Connection } from './connection.ts'
import { ImportError } from './import-error.ts'

/** @throws {ImportError} `bad-request` for an invalid name. */
export function previewEndpoint(endpoint: string, name: string): string {
  return addressBeside(endpoint, pathOf(name, 'webtrigger'))
}

/** @throws {ImportError} As `importPage`, also where the service has no previews. */
export async function askPreview(
  connection: Connection,
  name: string,
  action: PreviewAction,
  request: SentPreview,
): Promise<PreviewAnswer> {
  const { answer } = await callService<PreviewAnswer>(connection, pathOf(name, action), {
    fields: request,
  })
  if (typeof answer.preview?.url === 'string') return answer
  throw badAnswer('where the preview is')
}

/** @throws {ImportError} `bad-request` for an invalid name. */
function pathOf(name: string, last: string): string {
  if (!previewNamePattern.test(name)) throw new ImportError('bad-request', previewNameRule)
  return `previews/${name}/${last}`
}
