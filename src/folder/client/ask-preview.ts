/** Requests of the client about previews. @module */
import type { PreviewAnswer } from '../../contract/answers.ts'
import {
  type PreviewAction,
  previewNamePattern,
  previewNameRule,
  runHeader,
} from '../../contract/paths.ts'
import type { SentPreview } from '../../contract/preview-request.ts'
import { ImportError } from './exchange.ts'
import { readServiceAnswer } from './import-page.ts'
import { type Connection, sendRequest } from './send-request.ts'

/** @throws {ImportError} `bad-request` for an invalid name. */
export function previewEndpoint(endpoint: string, name: string): string {
  return addressIn(endpoint, name, 'webtrigger')
}

/** @throws {ImportError} As `importPage`, also where the service has no previews. */
export async function askPreview(
  connection: Connection,
  name: string,
  action: PreviewAction,
  request: SentPreview,
): Promise<PreviewAnswer> {
  const url = addressIn(connection.endpoint, name, action)
  const headers = {
    'content-type': 'application/json',
    ...(connection.runId === undefined ? {} : { [runHeader]: connection.runId }),
  }
  const body = JSON.stringify(request)
  const { token } = connection
  const { answer } = await sendRequest(
    connection,
    { url, method: 'POST', token, headers, body },
    ({ status, text }) => readServiceAnswer<PreviewAnswer>(status, text, url),
  )
  if (typeof answer.preview?.url === 'string') return answer
  throw new ImportError('bad-answer', 'The service answered without the address of the preview.')
}

/** @throws {ImportError} `bad-request` for an invalid name. */
function addressIn(endpoint: string, name: string, last: string): string {
  if (!previewNamePattern.test(name)) throw new ImportError('bad-request', previewNameRule)
  const { origin, pathname } = new URL(endpoint)
  return `${origin}${pathname.replace(/\/webtrigger\/?$/, '')}/previews/${name}/${last}`
}
