/** One import over HTTP. @module */
import { randomUUID } from 'node:crypto'
import type { AnswerPage, AnswerWarning, ImportAnswer } from '../importing/contract.ts'
import { ImportError } from './import-error.ts'
import { type Connection, type ReadAnswer, sendRequest } from './send-request.ts'

/** The fields of an import, as in docs/api.md. */
export interface PageFields {
  readonly spaceId: string
  readonly parentId: string
  readonly pageTitle: string
  /** Markdown. */
  readonly content: string
  readonly overwrite?: boolean
  /** All labels of the page; without it the page keeps those that it has. */
  readonly labels?: readonly string[]
  readonly dryRun?: boolean
}

export interface ImportedPage {
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** The page; in a dry run only where there is one and the service tells. */
  readonly page?: AnswerPage
  readonly warnings: readonly AnswerWarning[]
  readonly requestId: string
  /** How often the request was sent. */
  readonly attempts: number
  /** In a dry run: the converted document. */
  readonly adf?: unknown
}

/**
 * Import one page. What is lost on the way is sent again; an `Idempotency-Key` keeps a repetition
 * from counting twice.
 * @param connection Where to.
 * @param fields The page.
 * @throws {ImportError} With the service's key, or with that of the way to it.
 */
export async function importPage(
  connection: Connection,
  fields: PageFields,
): Promise<ImportedPage> {
  const { endpoint, token } = connection
  const headers = {
    'content-type': 'application/json',
    ...(fields.dryRun ? {} : { 'idempotency-key': randomUUID() }),
  }
  const { answer, attempts } = await sendRequest(
    connection,
    { url: endpoint, method: 'POST', token, headers, body: JSON.stringify(fields) },
    (status, text) => readAnswer(status, text, endpoint),
  )
  return toImportedPage(answer, attempts)
}

function readAnswer(status: number, text: string, endpoint: string): ReadAnswer<ImportAnswer> {
  const answer = parseAnswer(text)
  if (answer === undefined) return { error: badAnswer(status, endpoint) }
  if (status === 200 || status === 201) return { answer }
  const { key, requestId } = answer
  const message = answer.body.replace(/^Error: /, '')
  return { error: new ImportError(key, message, { status, requestId }) }
}

function parseAnswer(text: string): ImportAnswer | undefined {
  try {
    const answer = JSON.parse(text) as Partial<ImportAnswer> | null
    const isAnswer = typeof answer?.body === 'string' && typeof answer.key === 'string'
    return isAnswer ? (answer as ImportAnswer) : undefined
  } catch {
    return undefined
  }
}

function badAnswer(status: number, endpoint: string): ImportError {
  const { origin } = new URL(endpoint)
  return new ImportError(
    'bad-answer',
    `${origin} answered ${status} without the JSON of a Markport service. Give the endpoint that \`markport serve\` prints as --endpoint, and check proxies on the way.`,
    { status },
  )
}

function toImportedPage(answer: ImportAnswer, attempts: number): ImportedPage {
  const outcome = answer.outcome ?? answer.key
  if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'unchanged') {
    throw new ImportError('bad-answer', `The service answered with an unknown key, ${outcome}.`)
  }
  return {
    outcome,
    ...(answer.page === undefined ? {} : { page: answer.page }),
    warnings: answer.warnings ?? [],
    requestId: answer.requestId,
    attempts,
    ...(answer.adf === undefined ? {} : { adf: answer.adf }),
  }
}
