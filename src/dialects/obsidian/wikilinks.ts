/** Links to pages by their names, and what such a name may say. @module */
import { githubSlug } from '../../adf/heading-names.ts'
import type { Construct, DialectContext } from '../construct.ts'
import { type Line, mapText } from '../line.ts'
import { replaceAmongWords } from '../words.ts'

/** The two brackets, for a pattern; a bar in a table has a backslash before it. */
export const pageNameSource: string = String.raw`\[\[([^[\]|#\uE000]{0,500})(#[^[\]|\uE000]{0,500})?(?:\|([^[\]]{0,1000}))?\]\]`
const pattern = new RegExp(`(?<![!\\\\])${pageNameSource}`, 'g')

/** https://help.obsidian.md/links */
export const wikilinks: Construct = {
  name: 'link to a page by its name, or to a heading or block of it',
  written: '[[setup]], [[setup|Words]], [[setup#First steps]] and [[Nowhere]]',
  becomes:
    '[setup](guide/setup.md), [Words](guide/setup.md), [setup > First steps](guide/setup.md#first-steps) and [Nowhere](Nowhere.md)',
  sign: /\[\[/,
  read: (lines, context) => link(lines, (name) => addressOf(name, context)),
}

/** For sites that may write double brackets for something else. */
export const wikilinksToPages: Construct = {
  name: 'link to a page by its name, if there is one',
  written: '[[setup]], [[setup|Words]] and [[#First steps]]',
  becomes: '[setup](guide/setup.md), [Words](guide/setup.md) and [First steps](#first-steps)',
  sign: /\[\[/,
  read: (lines, context) =>
    link(lines, (name) => {
      const isThere = name.page === '' || context.findFile(name.page) !== undefined
      return isThere ? addressOf(name, context) : undefined
    }),
}

function link(
  lines: readonly Line[],
  findAddress: (name: PageName) => string | undefined,
): readonly Line[] {
  return mapText(lines, (text) => {
    if (!text.includes('[[')) return text
    return replaceAmongWords(text, pattern, ([written, ...groups]) => {
      const name = readPageName(groups)
      const address = name && findAddress(name)
      return name && address ? `[${wordsOfName(name)}](${address})` : written
    })
  })
}

/** A link or an embed by name. */
export interface PageName {
  /** Empty for the page itself. */
  readonly page: string
  /** Headings from the outer to the inner one. */
  readonly headings: readonly string[]
  /** The id of a block. */
  readonly block: string | undefined
  /** What is written behind the bar. */
  readonly words: string | undefined
}

/**
 * Read the groups of `pageNameSource`.
 * @returns undefined for brackets around nothing, and for a table of contents.
 */
export function readPageName(groups: readonly (string | undefined)[]): PageName | undefined {
  const [name = '', place = '', words] = groups
  const page = name.replace(/\\$/, '').trim()
  const parts = place
    .replace(/\\$/, '')
    .split('#')
    .slice(1)
    .map((part) => part.trim())
  if ((page === '' && parts.length === 0) || /^_?toc_?$/i.test(page)) return undefined
  const block = parts.find((part) => part.startsWith('^'))?.slice(1)
  const headings = parts.filter((part) => part !== '' && !part.startsWith('^'))
  return { page, headings, block, words: words?.trim() || undefined }
}

/** Give the address that a link to it has; of a page that is not there, the one that it would have. */
export function addressOf({ page, headings, block }: PageName, context: DialectContext): string {
  const heading = headings.at(-1)
  const place = block === undefined ? heading && githubSlug(heading) : `^${block}`
  return fileAddress(page, context) + (place ? `#${encoded(place)}` : '')
}

/** Give the words that are seen of it. */
export function wordsOfName({ page, headings, block = '', words }: PageName): string {
  return words ?? ([page, ...headings].filter((part) => part !== '').join(' > ') || block)
}

function fileAddress(page: string, context: DialectContext): string {
  if (page === '') return ''
  const address = page.split('/').map(encoded).join('/')
  const found = context.findFile(page)
  return (
    found?.replace(/[()]/g, inPercent) ??
    (/\.[a-z\d]{1,8}$/i.test(page) ? address : `${address}.md`)
  )
}

function encoded(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replace(/[()]/g, inPercent).replaceAll('%5E', '^')
}

/** A parenthesis may end a link's address. */
function inPercent(parenthesis: string): string {
  return `%${parenthesis.charCodeAt(0).toString(16)}`
}
