/** Imports one page over HTTP. @module */

import { randomUUID } from 'node:crypto'
import type {
  AnswerForeseen,
  AnswerPage,
  AnswerWarning,
  ImportAnswer,
  PageTarget,
} from '../../contract/answers.ts'
import type { SentFields } from '../../contract/import-request.ts'
import { ifMatchHeader } from '../../contract/paths.ts'
import type { Connection } from './connection.ts'
import { ImportError } from './import-error.ts'
import { callService } from './send-request.ts'

/** The fields of an import: docs/api.md. */
export type PageFields = SentFields

export interface ImportedPage {
  /** In a dry run: the expected outcome. */
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** The page; in a dry run, only if it exists and the service reveals it. */
  readonly page?: AnswerPage
  /** The wiki that holds the page, if not the service's own. */
  readonly target?: PageTarget
  /** In a dry run: further consequences, where the service reveals them. */
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
  const headers = {
    ...(ifMatch === undefined ? {} : { [ifMatchHeader]: `"${ifMatch}"` }),
    ...(fields.dryRun ? {} : { 'idempotency-key': randomUUID() }),
  }
  const { answer, attempts } = await callService<ImportAnswer>(connection, undefined, {
    fields,
    headers,
  })
  const { body: _, key, ...rest } = answer
  const { outcome = key, warnings = [] } = answer
  if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'unchanged') {
    throw new ImportError('bad-answer', `The service answered with an unknown key, ${outcome}.`)
  }
  return { ...rest, outcome, warnings, attempts }
}
