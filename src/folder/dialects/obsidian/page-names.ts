/** Page names in Obsidian's double brackets. @module */
import { githubSlug } from '../../../convert/adf/heading-names.ts'
import type { DialectContext } from '../dialect-context.ts'
import { plainMarkdown } from '../parts/words.ts'

/** Tables escape the bar by a backslash. */
export const pageName: string = String.raw`\[\[([^[\]|#\n\uFFFC]{0,500})(#[^[\]|\n]{0,500})?(?:\|([^[\]\n]{0,1000}))?\]\]`

export interface PageName {
  readonly page: string
  /** From the outer to the inner heading. */
  readonly headings: readonly string[]
  readonly block: string | undefined
  readonly words: string | undefined
}

/**
 * Read the groups of `pageName`.
 * @returns Undefined for empty brackets and tables of contents.
 */
export function readPageName(groups: readonly (string | undefined)[]): PageName | undefined {
  const [name = '', place = '', words] = groups
  const page = name.replace(/\\$/, '').trim()
  const parts = place
    .replace(/\\$/, '')
    .split('#')
    .slice(1)
    .map((part) => part.replaceAll('`', '').trim())
  if ((page === '' && parts.length === 0) || /^_?toc_?$/i.test(page)) return undefined
  const block = parts.find((part) => part.startsWith('^'))?.slice(1)
  const headings = parts.filter((part) => part !== '' && !part.startsWith('^'))
  return { page, headings, block, words: words?.trim() || undefined }
}

/** The address for a link; a missing page gets the one it would have. */
export function addressOf({ page, headings, block }: PageName, context: DialectContext): string {
  const heading = headings.at(-1)
  const place = block === undefined ? heading && githubSlug(heading) : `^${block}`
  return fileAddress(page, context) + (place ? `#${encode(place)}` : '')
}

/** @returns Markdown. */
export function wordsOfName({ page, headings, block = '' }: PageName): string {
  const names = [page, ...headings].filter((part) => part !== '').map(plainMarkdown)
  return names.join(' > ') || plainMarkdown(block)
}

function fileAddress(page: string, context: DialectContext): string {
  if (page === '') return ''
  const address = page.split('/').map(encode).join('/')
  const file = context.findFile(page)
  return (
    file?.replace(/[()]/g, inPercent) ?? (/\.[a-z\d]{1,8}$/i.test(page) ? address : `${address}.md`)
  )
}

function encode(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(/[()]/g, inPercent).replaceAll('%5E', '^')
}

/** Parentheses could end the link's address. */
function inPercent(parenthesis: string): string {
  return `%${parenthesis.charCodeAt(0).toString(16)}`
}
