/**
 * Rewrites relative addresses of an included file so that they work on the including page.
 * @module
 */
import { posix } from 'node:path'
import type { IncludedFile, ReadingContext } from './construct.ts'
import { type Line, mapText, replaceMatches } from './line.ts'

/** Groups: what precedes an address in Markdown or HTML, and the address. */
const address = /(\]\(<?|^\s*\[[^\]]{1,200}\]: *<?|\b(?:src|href)=")([^\s"'<>()]{1,2000})/g

/** An address on the web, from the site's root, or inside the page. */
const elsewhere = /^(?:[/{#?]|[a-z][a-z\d+.-]{0,30}:)/i

/**
 * Rewrite the addresses of links and images.
 * @param isName Tells whether an address is the name of a target instead.
 */
export function rebaseLinks(
  { path, text }: IncludedFile,
  context: ReadingContext,
  isName: (address: string) => boolean = () => false,
): readonly Line[] {
  const from = posix.dirname(path)
  const to = posix.dirname(context.path)
  const lines = context.linesOf(text)
  if (from === to) return lines
  return mapText(lines, (one) =>
    replaceMatches(one, address, ([found, before = '', written = '']) =>
      elsewhere.test(written) || isName(written) ? found : before + rebased(written, from, to),
    ),
  )
}

function rebased(written: string, from: string, to: string): string {
  const [path = ''] = /^[^?#]*/.exec(written) ?? []
  return posix.relative(to, posix.join(from, path)) + written.slice(path.length)
}
