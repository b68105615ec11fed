/** Finds inline comments in the body of a page. @module */
import type { BodyDialect } from './body/body-dialect.ts'
import { ConfluenceError } from './confluence-error.ts'
import type { RemoteComment } from './site.ts'

/**
 * List the markers in a body, for sites without a list of comments. Resolved comments are included,
 * so that none is lost.
 * @throws {ConfluenceError} When the body cannot be read.
 */
export function commentsInBody(dialect: BodyDialect, body: string): RemoteComment[] {
  const { text, markers } = readBody(dialect, body)
  const quoted = new Map<string, string>()
  for (const { marker, start, end } of markers) {
    quoted.set(marker, (quoted.get(marker) ?? '') + text.slice(start, end))
  }
  return [...quoted].map(([marker, words]) => ({ marker, quoted: words }))
}

function readBody(dialect: BodyDialect, body: string): ReturnType<BodyDialect['read']> {
  try {
    return dialect.read(body)
  } catch (cause) {
    throw new ConfluenceError('bad-request', 'The page nests too deep to be read.', { cause })
  }
}

/** Tell whether a site has no list of comments, as older versions and proxies. */
export function isWithoutComments(error: unknown): boolean {
  return error instanceof ConfluenceError && error.status === 404 && error.kind !== 'credential'
}
