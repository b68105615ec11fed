/** Constructs of Obsidian. @module */

import { githubSlug } from '../../adf/heading-names.ts'
import { alertKind, findAlertType } from '../../convert/alert-types.ts'
import type { AnyConstruct, Construct, DialectContext, ReadingContext } from '../construct.ts'
import { type LineInclusion, readIncludes } from '../includes.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { nameInWords } from '../parts/words.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { formulaBlocks, highlights, inlineFootnotes } from '../shared/words.ts'
import { headingWords, replaceAmongWords } from '../words.ts'
import { namedBlock } from './named-block.ts'

/**
 * Source of a pattern for the inside of the brackets; in a table the bar is escaped by a backslash.
 */
const pageNameSource = String.raw`\[\[([^[\]|#\uE000]{0,500})(#[^[\]|\uE000]{0,500})?(?:\|([^[\]]{0,1000}))?\]\]`

/** https://help.obsidian.md/embeds */
const obsidianEmbeddedFiles: Construct = {
  name: 'image with its size; link to any other file',
  written: '![[logo.png|A logo|200]] and ![[file.pdf]]',
  becomes: '![A logo|200](images/logo.png) and [file.pdf](file.pdf)',
  sign: /!\[\[/,
  read: (lines, context) =>
    mapText(lines, (text) => {
      if (!text.includes('![[')) return text
      return replaceAmongWords(text, filePattern, ([written, ...groups]) => {
        const name = readPageName(groups)
        if (name === undefined) return written
        const address = addressOf(name, context)
        if (address === '') return written
        if (!isImage(name)) return linkTo(name, address)
        const words = description(name)
        return `![${written.includes('\\|') ? words.replace('|', '\\|') : words}](${address})`
      })
    }),
}

const filePattern = new RegExp(`(?<!\\\\)!${pageNameSource}`, 'g')
const size = /^\d{1,5}(?:x\d{1,5})?$/

function isImage({ page }: PageName): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(page)
}

function description({ page, words }: PageName): string {
  if (words === undefined) return page.slice(page.lastIndexOf('/') + 1)
  return size.test(words) ? `${page.slice(page.lastIndexOf('/') + 1)}|${words}` : words
}

function linkTo(name: PageName, address: string): string {
  return `[${wordsOfName({ ...name, words: size.test(name.words ?? '') ? undefined : name.words })}](${address})`
}

/** https://help.obsidian.md/embed-web-pages */
const obsidianWebImages: Construct = {
  name: 'video or post of the web: a link; image of the web with its size',
  written: '![Talk](https://youtu.be/a) and ![300](https://example.com/a.png)',
  becomes: '[Talk](https://youtu.be/a) and ![|300](https://example.com/a.png)',
  sign: /!\[[^\][\n]*\]\(https?:/,
  read: (lines) =>
    mapText(lines, (text) => (text.includes('](http') ? replaceMatches(text, image, shown) : text)),
}

const image = /!\[([^\][]{0,500})\]\((https?:\/\/[^()\s]{1,2000})\)/g
const page = /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|(?:www\.)?(?:twitter|x)\.com)\//i

function shown([written, words = '', address = '']: RegExpMatchArray): string {
  if (page.test(address)) return `[${words || address}](${address})`
  return /^\d{1,5}(?:x\d{1,5})?$/.test(words) ? `![|${words}](${address})` : written
}

/** https://help.obsidian.md/embeds */
const obsidianEmbeddedNotes: Construct = {
  name: 'note that is embedded, whole or in part; within a sentence a link to it',
  written: '![[setup#Setup]]',
  becomes: '# Setup\n\nSet up.',
  sign: /!\[\[/,
  read: (lines, context) =>
    readIncludes(lines, context, {
      find: (text) => (text.includes('![[') ? findNote(text, context) : undefined),
      isLink: true,
    }),
}

const notePattern = new RegExp(`^((?:\\s|>|[-*+]\\s|\\d{1,9}[.)]\\s)*)!${pageNameSource}\\s*$`)

function findNote(text: string, context: ReadingContext): LineInclusion | undefined {
  const [found, before = '', ...groups] = notePattern.exec(text) ?? []
  const name = found === undefined ? undefined : readPageName(groups)
  const address = name?.page ? context.findFile(name.page) : undefined
  if (name === undefined || address === undefined || !/\.(?:md|markdown)$/i.test(address))
    return undefined
  return {
    address: decodeURIComponent(address),
    before,
    after: '',
    isFromPage: true,
    choose: (file) => choose(rebaseLinks(file, context), name),
  }
}

function choose(
  lines: readonly Line[],
  { headings, block }: PageName,
): readonly Line[] | undefined {
  if (block !== undefined) return namedBlock(lines, block)
  const heading = headings.at(-1)
  return heading === undefined ? withoutBlankEnds(lines) : sectionOf(lines, githubSlug(heading))
}

const headingMarks = /^#{1,6}(?=\s)/

/** Give a section, from its heading to the next one of its level. */
function sectionOf(lines: readonly Line[], slug: string): readonly Line[] | undefined {
  const kinds = kindsOf(lines)
  const levelAt = (index: number): number =>
    (kinds[index] === 'text' && headingMarks.exec(lines[index]?.text ?? '')?.[0].length) || 7
  const start = lines.findIndex(
    (one, index) => levelAt(index) < 7 && githubSlug(headingWords(one.text) ?? '') === slug,
  )
  if (start === -1) return undefined
  const level = levelAt(start)
  const end = lines.findIndex((_, index) => index > start && levelAt(index) <= level)
  return withoutBlankEnds(lines.slice(start, end === -1 ? lines.length : end))
}

/** https://help.obsidian.md/links#Link+to+a+block+in+a+note */
const obsidianBlockIds: Construct = {
  name: 'name of a block',
  written: 'A paragraph. ^my-id',
  becomes: 'A paragraph. <a id="^my-id"></a>',
  sign: /(?:^|[ \t])\^[a-z\d-]+[ \t]*$/im,
  read(lines) {
    const kinds = kindsOf(lines)
    return lines.map((one, index) => {
      const next = lines[index + 1]?.text ?? ''
      // In the middle of text, a caret may be a power.
      const isEnd = /^[\s>]*(?:$|(?:[-*+]|\d{1,9}[.)])\s)/.test(next)
      if (kinds[index] !== 'text' || !isEnd || !one.text.includes('^')) return one
      return { ...one, text: one.text.replace(id, '$1<a id="^$2"></a>') }
    })
  },
}

const id = /(^[\s>]*|[ \t])\^([a-z\d-]{1,100})[ \t]*$/i

/** https://help.obsidian.md/callouts */
const obsidianCallouts: Construct = {
  name: 'callout of any type',
  written: '> [!recipe|wide]- A *title*\n> Text',
  becomes: '> [!note]- A *title*\n> Text',
  sign: />[ \t]*\[!/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('[!')) return text
      const [found, before = '', name = '', fold = '', title = ''] = marker.exec(text) ?? []
      if (found === undefined) return text
      const [type = ''] = name.split('|')
      const isKnown = findAlertType(type) !== undefined
      const { kind, title: own } = isKnown
        ? alertKind(type)
        : { kind: 'note', title: nameInWords(type.toLowerCase()) }
      return `${before}[!${kind}]${fold}${title.trim() === '' && own !== '' ? ` ${own}` : title}`
    }),
}

const marker = /^([\s>*+\d.)-]{0,200}>[ \t]{0,20})\[!([\p{L}\p{N}][^\]]{0,100})\]([+-]?)(.*)$/u

/** https://help.obsidian.md/syntax#Task+lists */
const obsidianTaskMarks: Construct = {
  name: 'task with another mark: a done one',
  written: '- [-] Sail',
  becomes: '- [x] Sail',
  sign: /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[^\sxX\][]\]\s/m,
  read: (lines) => mapText(lines, (text) => text.replace(mark, '$1[x]$2')),
}

const mark = /^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)\[[^\sxX\][]\](\s+\S)/u

/** https://help.obsidian.md/syntax#Comments */
const obsidianComments: Construct = {
  name: 'comment',
  written: 'Seen %%not seen%%\n\n%%\nnot\nseen\n%%',
  becomes: 'Seen <!--not seen-->\n\n<!--\nnot\nseen\n-->',
  sign: /%%/,
  read: (lines) => overLines(mapText(lines, withinLine)),
}

function withinLine(text: string): string {
  if (!text.includes('%%')) return text
  return replaceAmongWords(text, /%%((?:(?!%%).){1,2000})%%/g, ([, said = '']) => asComment(said))
}

/** Comments over several lines have their marks at a line's start and at another's end. */
function overLines(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  const isText = (index: number): boolean => kinds[index] === 'text'
  const result = [...lines]
  let start: number | undefined
  for (const [index, { text }] of lines.entries()) {
    if (!isText(index) || !text.includes('%%')) continue
    if (start === undefined) start = /^[\s>]*%%/.test(text) ? index : undefined
    else if (/%%\s*$/.test(text)) {
      for (let at = start; at <= index; at += 1) {
        const one = lines[at] as Line
        const escaped = one.text.replaceAll('-->', '-- >')
        const opened = at === start ? escaped.replace('%%', '<!--') : escaped
        result[at] = { ...one, text: at === index ? opened.replace(/%%\s*$/, '-->') : opened }
      }
      start = undefined
    }
  }
  return result
}

function asComment(said: string): string {
  return `<!--${said.replaceAll('-->', '-- >')}-->`
}

const pattern = new RegExp(`(?<![!\\\\])${pageNameSource}`, 'g')

/** https://help.obsidian.md/links */
const wikilinks: Construct = {
  name: 'link to a page by its name, or to a heading or block of it',
  written: '[[setup]], [[setup|Words]], [[setup#First steps]] and [[Nowhere]]',
  becomes:
    '[setup](guide/setup.md), [Words](guide/setup.md), [setup > First steps](guide/setup.md#first-steps) and [Nowhere](Nowhere.md)',
  sign: /\[\[/,
  read: (lines, context) => link(lines, (name) => addressOf(name, context)),
}

/** A stricter variant for sites that may use double brackets otherwise. */
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

interface PageName {
  readonly page: string
  /** From the outer to the inner heading. */
  readonly headings: readonly string[]
  /** Id of a block. */
  readonly block: string | undefined
  readonly words: string | undefined
}

/**
 * Read a page name from the groups of `pageNameSource`.
 * @returns Undefined for empty brackets and for tables of contents.
 */
function readPageName(groups: readonly (string | undefined)[]): PageName | undefined {
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

/** Give the address for a link; a missing page gets the address that it would have. */
function addressOf({ page, headings, block }: PageName, context: DialectContext): string {
  const heading = headings.at(-1)
  const place = block === undefined ? heading && githubSlug(heading) : `^${block}`
  return fileAddress(page, context) + (place ? `#${encoded(place)}` : '')
}

function wordsOfName({ page, headings, block = '', words }: PageName): string {
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

/** Parentheses may end the address of a link. */
function inPercent(parenthesis: string): string {
  return `%${parenthesis.charCodeAt(0).toString(16)}`
}

export const obsidianConstructs: readonly AnyConstruct[] = [
  obsidianEmbeddedNotes,
  formulaBlocks,
  obsidianEmbeddedFiles,
  obsidianWebImages,
  obsidianTaskMarks,
  wikilinks,
  obsidianBlockIds,
  obsidianComments,
  obsidianCallouts,
  highlights,
  embeds,
  pagePrograms,
  inlineFootnotes,
]
