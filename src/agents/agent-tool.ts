/** What a tool for agents is: what it takes, and what it does for whoever sent a host token. @module */
import type { z } from 'zod'
import type { ApiTokenHolder } from '../auth/tokens/authenticate-api-token.ts'
import type { HostTokenHolder } from '../auth/tokens/host-tokens.ts'
import type { CountRequest } from '../auth/tokens/token-rates.ts'
import type { Places } from '../base/places/places.ts'
import { visibleOnly } from '../base/visible-text.ts'
import type { Database } from '../database/database.ts'
import type { EmbeddedWork } from '../embedded-wiki/embedded-work.ts'
import type { Search } from '../embedded-wiki/reader/search/search-answer.ts'
import type { ImportWork } from '../importing/import-work.ts'
import type { ImportDependencies } from '../importing/run-import.ts'

/** What tools work with, whoever calls. */
export interface AgentDependencies extends ImportDependencies {
  readonly database: Database
  readonly workers: Pick<EmbeddedWork, 'show'> & ImportWork
  readonly search: Search
  readonly publicUrl: () => string
  readonly clock: () => Date
  readonly countRequest: CountRequest
  /** Where imports pass. */
  readonly importGate: Places
}

/** One call. */
export interface AgentCall extends AgentDependencies {
  /** Whose access counts for reading. */
  readonly holder: HostTokenHolder
  /** Whose access counts for importing; undefined where the call brought no import token. */
  readonly importer: ApiTokenHolder | undefined
  readonly requestId: string
  /** From where it comes. */
  readonly address: string
  readonly signal: AbortSignal
}

/** What a call is answered with. */
export interface AgentAnswer {
  /** A sentence for the agent, in our words alone. */
  readonly text: string
  /** The same for programs. */
  readonly data: Readonly<Record<string, unknown>>
  /** The words of a page: data, and no sentence of ours. */
  readonly page?: { readonly uri: string; readonly markdown: string }
}

export interface AgentTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** What `data` of its answer is. */
  readonly output: z.ZodObject
  /** What it does with an import token, without which it is not there: a dry run, or an import. */
  readonly needs?: 'dry-run' | 'import'
  /** @throws {RequestError} What is wrong, and what to do. */
  run(input: z.output<Input>, call: AgentCall): Promise<AgentAnswer>
}

/** Make a tool of any input. */
export function agentTool<Input extends z.ZodObject>(one: AgentTool<Input>): AgentTool {
  return one as unknown as AgentTool
}

/** Quote words of others in a sentence of ours: on one line, without signs that nobody sees. */
export function quoted(text: string): string {
  return JSON.stringify(visibleOnly(text).replace(/\s+/g, ' ').slice(0, 255))
}
