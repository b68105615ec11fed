/** The one operation's contract: its path, fields, limits and answers. Imports nothing of ours. @module */

/** The field table: docs and error messages are made from it. */
export const importFields = {
  spaceId: { type: 'string', isRequired: true, meaning: 'the space, by id or key' },
  parentId: { type: 'string', isRequired: true, meaning: 'id of the parent page' },
  pageTitle: { type: 'string', isRequired: true, meaning: 'title of the page' },
  content: { type: 'string', isRequired: true, meaning: 'Markdown' },
  overwrite: { type: 'boolean', isRequired: false, meaning: 'update the page when it is there' },
  dryRun: { type: 'boolean', isRequired: false, meaning: 'do every check, write nothing' },
} as const

export type ImportFieldName = keyof typeof importFields

/** A request whose fields have been checked. */
export interface ImportFields {
  readonly spaceId: string
  readonly parentId: string
  /** Trimmed. */
  readonly pageTitle: string
  readonly content: string
  readonly overwrite: boolean
  readonly dryRun: boolean
}

export const contractLimits = {
  /** In UTF-16 units after trimming: Confluence's own column. */
  maxTitleLength: 255,
  maxIdLength: 255,
  maxIdempotencyKeyLength: 255,
  /** Levels of arrays and objects in the request body. */
  maxJsonDepth: 32,
  maxMessageLength: 300,
} as const

export const idempotencyKeyHeader = 'idempotency-key'

/** The operation's path, for a route. */
export const webtriggerRoute = '/wiki/apps/:appId/:envId/webtrigger'

/**
 * Spell the operation's path for one installation.
 * @param appId The installation's app id.
 * @param envId The installation's environment id.
 */
export function webtriggerPath(appId: string, envId: string): string {
  return `/wiki/apps/${appId}/${envId}/webtrigger`
}

export interface AnswerWarning {
  readonly code: string
  readonly message: string
  /** Line of the Markdown from 1; 0 when the warning is not about a line. */
  readonly line: number
}

export interface AnswerPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  readonly parentId: string
  readonly version: number
  readonly url: string
}

/** Every answer has these, whatever its status. */
export interface Answer {
  /** For people. */
  readonly body: string
  /** For programs. */
  readonly key: string
  readonly requestId: string
}

export interface ImportAnswer extends Answer {
  /** In a dry run: the page that is there, as it is. */
  readonly page?: AnswerPage
  readonly warnings: readonly AnswerWarning[]
  /** In a dry run: what the import would have done, and the converted document. */
  readonly outcome?: 'created' | 'updated' | 'unchanged'
  readonly adf?: unknown
}
