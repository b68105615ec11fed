/** The words of a heading as a title has them. @module */
import type { Heading } from 'mdast'
import { splitHeadingName } from '../adf/heading-names.ts'
import { replaceEmojiNames } from './emoji.ts'
import { findElementRule } from './html/html-elements.ts'
import { htmlTokens } from './html/html-tokens.ts'
import type { MarkdownNode } from './parse-markdown.ts'

/**
 * Read the words of a heading: without formatting, HTML tags and the name that `{#name}` gives to it;
 * images are their descriptions, the names of emoji their characters.
 */
export function plainTitle(heading: Heading): string {
  const words: string[] = []
  const pending: MarkdownNode[] = heading.children.toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.type === 'text') words.push(replaceEmojiNames(next.value))
    else if (next.type === 'inlineCode') words.push(next.value)
    else if (next.type === 'image' || next.type === 'imageReference') words.push(next.alt ?? '')
    else if (next.type === 'break' || (next.type === 'html' && separates(next.value)))
      words.push(' ')
    else if ('children' in next) for (const child of next.children.toReversed()) pending.push(child)
  }
  return splitHeadingName(words.join('').replace(/\s+/g, ' ').trim()).text
}

/** Line breaks and blocks stand apart from the words around them. */
function separates(html: string): boolean {
  const [token] = htmlTokens(html, 1)
  if (token?.kind !== 'open' && token?.kind !== 'close') return false
  return token.name === 'br' || findElementRule(token.name)?.kind === 'block'
}
