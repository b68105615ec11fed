/** Rewrites relative addresses of an included file for the including page. @module */
import { posix } from 'node:path'
import type { Part } from './part.ts'

/** Groups: the prefix in Markdown or HTML, and the address. */
const address = /(\]\(<?|^\s*\[[^\]]{1,200}\]: *<?|\b(?:src|href|source)=")([^\s"'<>()]{1,2000})/g

/** Addresses that do not depend on the folder. */
const elsewhere = /^(?:[/{#?]|[a-z][a-z\d+.-]{0,30}:)/i

/**
 * @param from Folder of the included file.
 * @param to Folder of the page.
 * @param isName Tells which addresses are names of targets instead.
 */
export function rebaseAddresses(
  parts: readonly Part[],
  from: string,
  to: string,
  isName: true | ((address: string) => boolean),
): readonly Part[] {
  if (from === to) return parts
  const rebaseText = (text: string): string =>
    text.replace(address, (match, before: string, target: string) => {
      if (elsewhere.test(target) || (isName !== true && isName(target))) return match
      const [path = ''] = /^[^?#]*/.exec(target) ?? []
      return before + posix.relative(to, posix.join(from, path)) + target.slice(path.length)
    })
  const rebasePart = (part: Part): Part => {
    if (part.type === 'text' || part.type === 'raw') return { ...part, text: rebaseText(part.text) }
    if (part.type !== 'tag') return part
    return {
      ...part,
      attributes: rebaseText(part.attributes),
      opening: rebaseText(part.opening),
      children: part.children.map(rebasePart),
    }
  }
  return parts.map(rebasePart)
}
