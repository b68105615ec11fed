/** Imports one page over HTTP. @module */
import { randomUUID } from 'node:crypto'
import type {
  Answer,
  AnswerForeseen,
  AnswerPage,
  AnswerWarning,
  ImportAnswer,
  PageTarget,
} from '../../contract/answers.ts'
import type { SentFields } from '../../contract/import-request.ts'
import { ifMatchHeader, runHeader } from '../../contract/paths.ts'
import { ImportError } from './exchange.ts'
import { type Connection, type ReadAnswer, sendRequest } from './send-request.ts'

/** The fields of an import: docs/api.md. */
export type PageFields = SentFields

export interface ImportedPage {
  /** In a dry run: the expected outcome. */
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** In a dry run only if the page exists and the service tells. */
  readonly page?: AnswerPage
  /** Where the page is, if not in the service's own wiki. */
  readonly target?: PageTarget
  /** In a dry run: further consequences; undefined where the service does not tell. */
  readonly foreseen?: AnswerForeseen
  /** What the conversion changed or dropped. */
  readonly warnings: readonly AnswerWarning[]
  readonly requestId: string
  readonly attempts: number
  /** In a dry run: the document in Atlassian Document Format. */
  readonly adf?: unknown
}

/**
 * Import one page. Lost requests are repeated, with an `Idempotency-Key` so that they count once.
 * @param ifMatch Required version of the page; by default any, or none.
 * @throws {ImportError} With the service's key, or that of a failure on the way.
 * @throws {TypeError} When the token has characters that no header may carry.
 * @example
 * const { outcome, page } = await importPage(
 *   { endpoint: 'https://docs.example.org/wiki/apps/app/env/webtrigger', token },
 *   { spaceId: 'DOCS', parentId: '123', pageTitle: 'Setup', content: '# Setup\n…', overwrite: true },
 * )
 * console.log(outcome, page?.url)
 */
export async function importPage(
  connection: Connection,
  fields: PageFields,
  ifMatch?: number,
): Promise<ImportedPage> {
  const { endpoint, token, runId } = connection
  const headers = {
    'content-type': 'application/json',
    ...(runId === undefined ? {} : { [runHeader]: runId }),
    ...(ifMatch === undefined ? {} : { [ifMatchHeader]: `"${ifMatch}"` }),
    ...(fields.dryRun ? {} : { 'idempotency-key': randomUUID() }),
  }
  const { answer, attempts } = await sendRequest(
    connection,
    { url: endpoint, method: 'POST', token, headers, body: JSON.stringify(fields) },
    ({ status, text }) => readServiceAnswer<ImportAnswer>(status, text, endpoint),
  )
  return toImportedPage(answer, attempts)
}

function toImportedPage(answer: ImportAnswer, attempts: number): ImportedPage {
  const outcome = answer.outcome ?? answer.key
  if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'unchanged') {
    throw new ImportError('bad-answer', `The service answered with an unknown key, ${outcome}.`)
  }
  return {
    outcome,
    ...(answer.page === undefined ? {} : { page: answer.page }),
    ...(answer.target === undefined ? {} : { target: answer.target }),
    ...(answer.foreseen === undefined ? {} : { foreseen: answer.foreseen }),
    warnings: answer.warnings ?? [],
    requestId: answer.requestId,
    attempts,
    ...(answer.adf === undefined ? {} : { adf: answer.adf }),
  }
}

/** @param address Address of the request, for messages. */
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
