/** Reads what a service answers: JSON with `body` and `key`, whatever the status. @module */
import type { Answer } from '../importing/contract.ts'
import { ImportError } from './import-error.ts'
import type { ReadAnswer } from './send-request.ts'

/**
 * Read an answer.
 * @param text Its body.
 * @param address Where the request went, which the message names.
 */
export function readServiceAnswer<Expected extends Answer>(
  status: number,
  text: string,
  address: string,
): ReadAnswer<Expected> {
  const answer = parseAnswer<Expected>(text)
  if (answer === undefined) return { error: badAnswer(status, address) }
  if (status === 200 || status === 201) return { answer }
  const { key, requestId, page } = answer
  const message = answer.body.replace(/^Error: /, '')
  return { error: new ImportError(key, message, { status, requestId, page }) }
}

function parseAnswer<Expected extends Answer>(text: string): Expected | undefined {
  try {
    const answer = JSON.parse(text) as Partial<Answer> | null
    const isAnswer = typeof answer?.body === 'string' && typeof answer.key === 'string'
    return isAnswer ? (answer as Expected) : undefined
  } catch {
    return undefined
  }
}

function badAnswer(status: number, address: string): ImportError {
  const { origin } = new URL(address)
  return new ImportError(
    'bad-answer',
    `${origin} answered ${status} without the JSON of a Markport service. Give the endpoint that \`markport serve\` prints as --endpoint, and check proxies on the way.`,
    { status },
  )
}
