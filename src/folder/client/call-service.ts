/** One request to a service with the token and id of a run, and its answer. @module */
import type { Answer } from '../../contract/answers.ts'
import { runHeader } from '../../contract/paths.ts'
import { type HttpAnswer, ImportError } from './exchange.ts'
import { type Connection, type ReadAnswer, sendRequest } from './send-request.ts'

interface ServiceCall<Result> {
  /** A POST sends its fields; without them it is a GET. */
  readonly fields?: object
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly read?: (answer: HttpAnswer, url: string) => ReadAnswer<Result>
}

/**
 * @param path Beside the endpoint, such as `sources/close`; undefined is the endpoint itself.
 * @throws {ImportError} With the service's key, or that of a failure on the way.
 */
export async function callService<Result>(
  connection: Connection,
  path: string | undefined,
  { fields, query, headers = {}, read = readServiceAnswer<Result> }: ServiceCall<Result>,
): Promise<{ readonly answer: Result; readonly attempts: number }> {
  const { token, runId } = connection
  const { endpoint } = connection
  const url = path === undefined ? endpoint : addressBeside(endpoint, path)
  const request = {
    url: query === undefined ? url : `${url}?${new URLSearchParams(query)}`,
    method: fields === undefined ? ('GET' as const) : ('POST' as const),
    token,
    headers: {
      ...(runId === undefined ? {} : { [runHeader]: runId }),
      ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  }
  return sendRequest(connection, request, (answer) => read(answer, url))
}

export function addressBeside(endpoint: string, path: string): string {
  const { origin, pathname } = new URL(endpoint)
  return `${origin}${pathname.replace(/\/webtrigger\/?$/, '')}/${path}`
}

/** @param url Address of the request, for messages. */
export function readServiceAnswer<Result>(
  { status, text }: Pick<HttpAnswer, 'status' | 'text'>,
  url: string,
): ReadAnswer<Result> {
  const answer = parseAnswer(text)
  if (answer === undefined) return { error: noAnswer(status, url) }
  if (status === 200 || status === 201) return { answer: answer as Result }
  const { key, requestId, page } = answer
  const message = answer.body.replace(/^Error: /, '')
  return { error: new ImportError(key, message, { status, requestId, page }) }
}

function parseAnswer(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null
    const isAnswer = typeof answer?.body === 'string' && typeof answer.key === 'string'
    return isAnswer ? (answer as Answer) : undefined
  } catch {
    return undefined
  }
}

function noAnswer(status: number, url: string): ImportError {
  const { origin } = new URL(url)
  const message = `${origin} answered ${status} without the JSON of a Markport service. Give the endpoint that \`markport serve\` prints as --endpoint, and check proxies on the way.`
  return new ImportError('bad-answer', message, { status })
}

/** A service that knows the address and answers something else. */
export function badAnswer(problem: string): ImportError {
  return new ImportError('bad-answer', `The service did not say ${problem}.`, { status: 200 })
}
