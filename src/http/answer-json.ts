/** Sends the operation's answers, which callers show in terminals and in logs of CI jobs. @module */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { visibleJson } from '../base/visible-text.ts'

/**
 * Answer with JSON in which what others wrote is spelled so that no terminal and no CI obeys it.
 * @param value What to answer; programs read the same value.
 * @param headers Further headers.
 */
export function answerJson(
  c: Context,
  value: unknown,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = visibleJson(JSON.stringify(value))
  return c.body(text, status, { ...headers, 'Content-Type': 'application/json' })
}
