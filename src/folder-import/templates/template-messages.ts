/** What the thread that evaluates templates, and those who ask it, say to one another. @module */
import type { MessagePort } from 'node:worker_threads'
import type { TemplateResult } from '../../dialects/construct.ts'

/** What the thread starts with. */
export interface ThreadSettings {
  readonly port: MessagePort
  /** Two counts, of the messages to each side. */
  readonly counts: SharedArrayBuffer
}

/** Which of the counts is whose. */
export const toClient = 0
export const toThread = 1

/** A page whose templates are to be evaluated. */
export interface TemplateRequest {
  readonly id: number
  readonly templates: readonly string[]
  /** Of this page; those of its site are sent where they are new. */
  readonly values: TemplateValues
  readonly siteValues: TemplateValues | undefined
  /** Processor time for all of them. */
  readonly budgetMs: number
}

/** Names and what they stand for: what JSON can say. */
export type TemplateValues = Readonly<Record<string, unknown>>

/** What the thread says: it asks for a part, or is done. */
export type ThreadMessage =
  | { readonly id: number; readonly partial: string }
  | { readonly id: number; readonly results: readonly TemplateResult[] }

/** What it is told of a part. */
export interface PartialMessage {
  readonly text: string | undefined
}
