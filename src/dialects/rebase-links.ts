/** Points the relative addresses of an included text from the page that includes it. @module */
import { posix } from 'node:path'
import type { IncludedFile, ReadingContext } from './construct.ts'
import { type Line, mapText, replaceMatches } from './line.ts'

/** What stands before an address in Markdown and in HTML, and the address. */
const address = /(\]\(<?|^\s*\[[^\]]{1,200}\]: *<?|\b(?:src|href)=")([^\s"'<>()]{1,2000})/g

/** It leads to the web, to the root of the site, or to a place of its page. */
const elsewhere = /^(?:[/{#?]|[a-z][a-z\d+.-]{0,30}:)/i

/**
 * Rewrite the addresses of images and links.
 * @param isName Tells whether what looks like an address is the name of a place, wherever it stands.
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

/** Write the address as others do: `@site/docs/a.md` is `/docs/a.md`. */
export function siteAddress(address: string): string {
  return address.replace(/^@(?:site|docs)?\/|^~\//, '/')
}
