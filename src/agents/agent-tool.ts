/** The type of tools for agents, which run with the access of a host token. @module */
import type { z } from 'zod'
import type { Reader } from '../auth/reader.ts'
import type { ApiTokenHolder } from '../auth/tokens/authenticate-api-token.ts'
import type { CountRequest } from '../auth/tokens/token-rates.ts'
import type { Places } from '../base/places/places.ts'
import { visibleOnly } from '../base/visible-text.ts'
import type { Database } from '../database/database.ts'
import type { EmbeddedWork } from '../embedded-wiki/embedded-work.ts'
import type { Search } from '../embedded-wiki/reader/search/search-answer.ts'
import type { ImportWork } from '../importing/import-work.ts'
import type { ImportDependencies } from '../importing/run-import.ts'

export interface AgentDependencies extends ImportDependencies {
  readonly database: Database
  readonly workers: Pick<EmbeddedWork, 'show'> & ImportWork
  readonly search: Search
  readonly publicUrl: () => string
  readonly clock: () => Date
  readonly countRequest: CountRequest
  readonly importGate: Places
}

export interface AgentCall extends Omit<AgentDependencies, 'database'> {
  readonly hostTokenId: string
  /** Reads with the access of the host token. */
  readonly reader: Reader
  /** Its access counts for importing; undefined when the call has no import token. */
  readonly importer: ApiTokenHolder | undefined
  readonly requestId: string
  readonly address: string
  readonly signal: AbortSignal
}

export interface AgentAnswer {
  /** A sentence for the agent, without text by others. */
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  /** The page's text, which is data and no instruction. */
  readonly page?: { readonly uri: string; readonly markdown: string }
}

export interface AgentTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: z.ZodObject
  /** The tool exists only with an import token, for a dry run or an import. */
  readonly needs?: 'dry-run' | 'import'
  /** @throws {RequestError} What is wrong, and what to do. */
  run(input: z.output<Input>, call: AgentCall): Promise<AgentAnswer>
}

export function agentTool<Input extends z.ZodObject>(one: AgentTool<Input>): AgentTool {
  return one as unknown as AgentTool
}

/** Quote text by others on one line, without invisible characters. */
export function quoted(text: string): string {
  return JSON.stringify(visibleOnly(text).replace(/\s+/g, ' ').slice(0, 255))
}
