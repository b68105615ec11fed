/** Sends `ETag`, and 304 when the client has the current answer. @module */
import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { RequestScope } from './request-scope.ts'

/**
 * Tell whether a client already has a tag:
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match, where weak tags match strong ones.
 * @param etag With its quotation marks.
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const strong = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => ['*', strong, `W/${strong}`].includes(tag.trim()))
}

export function tagOf(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

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
