/** Messages between the template thread and its users. @module */
import type { MessagePort } from 'node:worker_threads'
import type { TemplateResult } from '../dialects/dialect-context.ts'

export interface ThreadSettings {
  readonly port: MessagePort
  /** Two message counters, one for each side. */
  readonly counts: SharedArrayBuffer
}

export const toClient = 0
export const toThread = 1

export interface TemplateRequest {
  readonly id: number
  readonly templates: readonly string[]
  /** Values of this page; site values are sent only when new. */
  readonly values: TemplateValues
  readonly siteValues: TemplateValues | undefined
  /** Processor time for all templates. */
  readonly budgetMs: number
}

export type TemplateValues = Readonly<Record<string, unknown>>

/** A request for an include, or the results. */
export type ThreadMessage =
  | { readonly id: number; readonly partial: string }
  | { readonly id: number; readonly results: readonly TemplateResult[] }

export interface PartialMessage {
  readonly text: string | undefined
}
