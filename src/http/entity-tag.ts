/** Tells a browser or a program that what it has is still what it would get. @module */
import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { RequestScope } from './request-scope.ts'

/**
 * Look for a tag among those that a browser has:
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match, where weak tags compare as strong.
 * @param etag The tag of the answer, with its quotation marks; `W/` before it makes no difference.
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const strong = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => ['*', strong, `W/${strong}`].includes(tag.trim()))
}

/** Make the tag of an answer that is told by its content alone. */
export function tagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/**
 * Answer with a text, or with 304 to whoever has it.
 * @param headers What says how long it may be kept, and for whom.
 */
export function answerTagged(
  c: Context,
  text: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const etag = tagOf(text)
  const tagged = { ...headers, ETag: etag }
  if (isKnownTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, tagged)
  return c.body(text, 200, tagged)
}

/** Tag what is read: it may be kept, and is asked for each time. */
export const tagAnswers: MiddlewareHandler<RequestScope> = createMiddleware<RequestScope>(
  async (c, next) => {
    await next()
    if (!['GET', 'HEAD'].includes(c.req.method) || c.res.status !== 200) return
    const body = new Uint8Array(await c.res.arrayBuffer())
    const etag = tagOf(body)
    const isKnown = isKnownTag(c.req.header('if-none-match'), etag)
    c.res = new Response(isKnown ? null : body, {
      status: isKnown ? 304 : 200,
      headers: c.res.headers,
    })
    c.header('ETag', etag)
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Authorization', { append: true })
  },
)
