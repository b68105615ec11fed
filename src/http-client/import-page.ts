/** One import over HTTP. @module */
import { randomUUID } from 'node:crypto'
import {
  type Answer,
  type AnswerForeseen,
  type AnswerPage,
  type AnswerWarning,
  type ImportAnswer,
  ifMatchHeader,
  type PageTarget,
  runHeader,
} from '../importing/contract.ts'
import { ImportError } from './import-error.ts'
import { type Connection, type ReadAnswer, sendRequest } from './send-request.ts'

/** The fields of an import, as in docs/api.md. */
export interface PageFields {
  /** The space, by id or key. */
  readonly spaceId: string
  /** Id of the page above. */
  readonly parentId: string
  /** 1 to 255 characters after trimming. */
  readonly pageTitle: string
  /** Markdown. */
  readonly content: string
  /** Update the page when it is there; false by default, which refuses it then. */
  readonly overwrite?: boolean
  /** All labels of the page; without it the page keeps those that it has. */
  readonly labels?: readonly string[]
  /** Place among the pages below the same parent, from 0; without it the page keeps its place. */
  readonly position?: number
  /** What trees and lists call the page; without it they use the title. */
  readonly navigationTitle?: string
  /** Where the file that it is made of can be seen: the page links there. */
  readonly sourceUrl?: string
  /** The page itself, by its id or that of a reservation: it gets this title and this parent. */
  readonly pageId?: string
  /** Do every check and the conversion, write nothing. */
  readonly dryRun?: boolean
  /** Leave out a first heading that says the title; true by default. */
  readonly removeTitleHeading?: boolean
}

/** What became of a page. */
export interface ImportedPage {
  /** In a dry run: what would become of it. */
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** The page; in a dry run only where there is one and the service tells. */
  readonly page?: AnswerPage
  /** Where the page is that is not in the service's own wiki. */
  readonly target?: PageTarget
  /** In a dry run: what else would become of the page; absent where the service does not tell. */
  readonly foreseen?: AnswerForeseen
  /** What the conversion had to change or leave out. */
  readonly warnings: readonly AnswerWarning[]
  /** Names the request in the service's log. */
  readonly requestId: string
  /** How often the request was sent. */
  readonly attempts: number
  /** In a dry run: the converted document, in Atlassian Document Format. */
  readonly adf?: unknown
}

/**
 * Import one page. What is lost on the way is sent again; an `Idempotency-Key` keeps a repetition
 * from counting twice.
 * @param connection Where to.
 * @param fields The page.
 * @param ifMatch The version that the page must have; by default any, or none.
 * @returns What became of it.
 * @throws {ImportError} With the service's key, or with that of the way to it.
 * @throws {TypeError} When no header can carry the token.
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
