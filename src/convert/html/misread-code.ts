/**
 * Tells where HTML and code are read otherwise than their writer meant: Markdown begins and ends
 * HTML at blank lines alone. https://spec.commonmark.org/0.31.2/#html-blocks
 * @module
 */
import { findElementRule } from './html-elements.ts'

const fence = /(?:^|\n)[ \t>]*(?:`{3,}|~{3,})[^\n`]*(?=\n|$)/

/**
 * Find a fence in the text of HTML, where it is no fence.
 * @returns How many lines stand before it; undefined for none.
 */
export function lineOfFence(text: string): number | undefined {
  if (!text.includes('```') && !text.includes('~~~')) return undefined
  const match = fence.exec(text)
  if (match === null) return undefined
  const at = match.index + (match[0].startsWith('\n') ? 1 : 0)
  return text.slice(0, at).split('\n').length - 1
}

const indentedTag = /^\s*<\/?([a-z][a-z\d-]*)[\s/>]/i
const endTag = /^[ \t]{0,3}<\/([a-z][a-z\d-]*)>[ \t]*$/gim

/**
 * Tell whether code inside an element is its HTML: lines that are indented behind a blank line, or
 * a fence that goes on behind the element's end tag.
 * @param openElements Names of the elements around the code that nothing else closes.
 */
export function isHtmlAsCode(
  code: { readonly value: string; readonly isFenced: boolean },
  openElements: readonly string[],
): boolean {
  if (openElements.length === 0) return false
  if (!code.isFenced) {
    const [, name = ''] = indentedTag.exec(code.value) ?? []
    return findElementRule(name.toLowerCase()) !== undefined
  }
  for (const [, name = ''] of code.value.matchAll(endTag)) {
    if (openElements.includes(name.toLowerCase())) return true
  }
  return false
}
