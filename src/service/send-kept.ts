/** Sends answers that are kept, before any route is looked for. @module */
import { randomUUID } from 'node:crypto'
import type { KeptAnswers } from '../http/kept-answers.ts'
import type { TellAnswered } from './observe.ts'
import type { AnswersAtOnce } from './wait-for-store.ts'

/**
 * Make the sender.
 * @param kept What is kept, if anything is.
 * @param tell Told of each request that was answered.
 */
export function sendKept(kept: KeptAnswers | undefined, tell: TellAnswered): AnswersAtOnce {
  return (request, response) => {
    const startMs = performance.now()
    const answer = kept?.find(request)
    if (answer === undefined) return false
    const { status, headers, body, route } = answer
    const requestId = randomUUID()
    response.writeHead(status, [...headers, 'X-Request-Id', requestId])
    response.end(body)
    tell({ requestId, method: 'GET', route, status, ms: performance.now() - startMs })
    return true
  }
}
