/** Requests to a service with the token and the id of the run, and their answers as JSON. @module */
import type { Answer } from '../../contract/answers.ts'
import type { WireAnswer } from '../../contract/base/wire.ts'
import { runHeader } from '../../contract/paths.ts'
import type { Connection } from './connection.ts'
import { ImportError } from './import-error.ts'
import { sendRequest } from './send-request.ts'

interface ServiceCall {
  /** A call with fields is a POST with JSON; without fields, a GET. */
  readonly fields?: object
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * @param path Path next to the endpoint, such as `sources/close`; undefined means the endpoint itself.
 * @throws {ImportError} With the service's key, or that of a failure on the way.
 */
export async function callService<Result>(
  connection: Connection,
  path: string | undefined,
  call: ServiceCall,
): Promise<{ readonly answer: Result; readonly attempts: number }> {
  const httpAnswer = await requestService(connection, path, call)
  const answer = readAnswer<Result>(httpAnswer, connection)
  if (answer instanceof ImportError) throw answer
  return { answer, attempts: httpAnswer.attempts }
}

/** @throws {ImportError} For a failure on the way. */
export function requestService(
  connection: Connection,
  path: string | undefined,
  { fields, query, headers = {} }: ServiceCall,
): ReturnType<typeof sendRequest> {
  const { endpoint, token, runId } = connection
  const url = path === undefined ? endpoint : addressBeside(endpoint, path)
  const request = {
    url: query === undefined ? url : `${url}?${new URLSearchParams(query)}`,
    method: fields === undefined ? ('GET' as const) : ('POST' as const),
    headers: {
      ...(runId === undefined ? {} : { [runHeader]: runId }),
      ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  }
  return sendRequest(connection, request, token)
}

export function addressBeside(endpoint: string, path: string): string {
  const { origin, pathname } = new URL(endpoint)
  return `${origin}${pathname.replace(/\/webtrigger\/?$/, '')}/${path}`
}

/** @returns The answer of the service, or its refusal as an error. */
export function readAnswer<Result>(
  { status, text }: Pick<WireAnswer, 'status' | 'text'>,
  { endpoint }: Connection,
): Result | ImportError {
  const answer = parseAnswer(text)
  if (answer === undefined) {
    const { origin } = new URL(endpoint)
    const message = `${origin} answered ${status} without the JSON of a Markport service. Give the endpoint that \`markport serve\` prints as --endpoint, and check proxies on the way.`
    return new ImportError('bad-answer', message, { status })
  }
  if (status === 200 || status === 201) return answer as Result
  const { key, requestId, page } = answer
  const message = answer.body.replace(/^Error: /, '')
  return new ImportError(key, message, { status, requestId, page })
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

/** The error for a successful answer that lacks what we asked for. */
export function badAnswer(problem: string): ImportError {
  return new ImportError('bad-answer', `The service did not say ${problem}.`, { status: 200 })
}
