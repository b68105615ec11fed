/** Obsidian: a vault, with or without settings, and its constructs. @module */
import { join } from 'node:path'
import { githubSlug } from '../../../convert/adf/heading-names.ts'
import { alertKind, findAlertType } from '../../../convert/alert-types.ts'
import { splitLines } from '../../../convert/code/line-reader.ts'
import type { FileSystem } from '../../files/guarded-files.ts'
import { fieldOf, fieldsOfFile } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import { makeImage, makeLink, makeText } from '../parts/make-parts.ts'
import type { PartRow } from '../parts/part.ts'
import type {
  Context,
  DialectContext,
  PartConstruct,
  RowsConstruct,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { commentLines } from '../parts/read-parts.ts'
import { rowText, Sentence } from '../parts/sentence.ts'
import { type PlacedToken, type Syntax, singleTags } from '../parts/syntax.ts'
import { nameInWords, plainMarkdown } from '../parts/words.ts'
import { writtenText } from '../parts/write-parts.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'
import { sectionOf, withoutBlankEnds } from '../shared/file-parts.ts'
import { formulaBlocks, highlights, inlineFootnotes } from '../shared/words.ts'

/** https://help.obsidian.md/configuration-folder */
export const obsidian: Generator = {
  configNames: ['.obsidian'],
  textSign: /\[\[(?!_?toc_?\]\])[^\][|\n]{1,200}(?:\|[^\][\n]{1,200})?\]\](?![([])/i,
  signShare: 1 / 5,
  // A note is named by its file, not by its heading.
  titleOf(path) {
    const [, name] = /([^/]+)\.(?:md|markdown)$/i.exec(path) ?? []
    return name === undefined || /^(?:_?index|readme)$/i.test(name) ? undefined : name
  },
  read: (_, folder, __, fileSystem) => ({ keepsLines: keepsLines(folder, fileSystem) }),
}

/** Obsidian keeps line breaks by default; without settings we cannot be sure it is a vault. */
function keepsLines(folder: string, fileSystem: FileSystem): boolean {
  const settings = fieldsOfFile(join(folder, '.obsidian/app.json'), fileSystem)
  return (
    fileSystem.exists(join(folder, '.obsidian')) && fieldOf(settings, 'strictLineBreaks') !== true
  )
}

/** Tables escape the bar by a backslash. */
const pageName: string = String.raw`\[\[([^[\]|#\n\uFFFC]{0,500})(#[^[\]|\n]{0,500})?(?:\|([^[\]\n]{0,1000}))?\]\]`

interface PageName {
  readonly page: string
  /** Nested headings, the outermost first. */
  readonly headings: readonly string[]
  readonly block: string | undefined
  readonly words: string | undefined
}

/**
 * Read the groups of `pageName`.
 * @returns Undefined for empty brackets and tables of contents.
 */
function readPageName(groups: readonly (string | undefined)[]): PageName | undefined {
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

/** The address for a link. A missing page gets the address that the page would have. */
function addressOf({ page, headings, block }: PageName, context: DialectContext): string {
  const heading = headings.at(-1)
  const place = block === undefined ? heading && githubSlug(heading) : `^${block}`
  return fileAddress(page, context) + (place ? `#${encode(place)}` : '')
}

/** @returns Markdown. */
function wordsOfName({ page, headings, block = '' }: PageName): string {
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

/** Percent-encode a parenthesis, which could end the link's address. */
function inPercent(parenthesis: string): string {
  return `%${parenthesis.charCodeAt(0).toString(16)}`
}

const embedSyntax = singleTags('embed', /(?<!\\)!\[\[/, new RegExp(`!${pageName}`))

const wholeEmbed = new RegExp(`^!${pageName}$`)
const size = /^(\d{1,5})(?:x(\d{1,5}))?$/

/** https://help.obsidian.md/embeds */
const obsidianEmbeds: TagConstruct = {
  name: 'image with its size; note that is embedded, whole or one section; link to any other file',
  input: '![[setup#Setup]]\n\nSee ![[logo.png|A logo|200]], ![[setup]] and ![[file.pdf]]',
  becomes:
    '# Setup\n\nSet up.\n\nSee ![A logo](images/logo.png){width=200}, [setup](guide/setup.md) and [file.pdf](file.pdf)',
  syntax: embedSyntax,
  tag({ opening, isBlock, line }, context) {
    const name = readPageName(wholeEmbed.exec(opening)?.slice(1) ?? [])
    if (name === undefined) return undefined
    const [, width, height] = size.exec(name.words?.split(/\\?\|/).at(-1)?.trim() ?? '') ?? []
    const words =
      width === undefined ? name.words : name.words?.replace(/(?:^|\\?\|)[^|]*$/, '') || undefined
    if (/\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(name.page)) {
      const address = addressOf({ ...name, headings: [], block: undefined }, context)
      const alt = words ?? name.page.slice(name.page.lastIndexOf('/') + 1)
      return { inline: makeImage(address, { alt, width, height }) }
    }
    const note = isBlock ? includedNote(name, line, context) : undefined
    if (note !== undefined) return { block: [note] }
    const label = words === undefined ? wordsOfName(name) : context.read(words, line)
    return { inline: makeLink(addressOf(name, context), label) }
  },
}

/** A single block is not embedded: it is linked. */
function includedNote(
  { page, headings, block }: PageName,
  line: number,
  context: Context,
): ReturnType<Context['include']> {
  const address = page === '' ? undefined : context.findFile(page)
  const isNote = address !== undefined && /\.(?:md|markdown)$/i.test(address)
  if (!isNote || block !== undefined) return undefined
  const heading = headings.at(-1)
  const inclusion = {
    address: decodeURIComponent(address),
    isFromPage: true,
    isPart: heading !== undefined,
    rebase: true,
    choose({ text }: { readonly text: string }) {
      if (heading === undefined) return withoutBlankEnds(text)
      const isNamed = (words: string): boolean =>
        githubSlug(words.replace(/\s#+$/, '')) === githubSlug(heading)
      const section = sectionOf(splitLines(text), isNamed)
      return section && withoutBlankEnds(section.join('\n'))
    },
  } as const
  return context.include(inclusion, line)
}

const webPage =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|(?:www\.)?(?:twitter|x)\.com)\//i

/** https://help.obsidian.md/embed-web-pages */
const obsidianWebImages: WordsConstruct = {
  name: 'video or post of the web: a link; image of the web with its size',
  input: '![Talk](https://youtu.be/a) and ![300](https://example.com/a.png)',
  becomes: '[Talk](https://youtu.be/a) and ![](https://example.com/a.png){width=300}',
  mark: '](http',
  words: /!\[([^\][]{0,500})\]\((https?:\/\/[^()\s]{1,2000})\)/dg,
  replace({ match: [, words = '', address = ''], group }) {
    if (webPage.test(address)) return makeLink(address, words === '' ? address : group(1))
    return /^\d{1,5}$/.test(words) ? makeImage(address, { width: words }) : undefined
  },
}

/** https://help.obsidian.md/links#Link+to+a+block+in+a+note */
const obsidianBlockIds: RowsConstruct = {
  name: 'name of a block',
  input: 'A paragraph. ^my-id',
  becomes: 'A paragraph. <a id="^my-id"></a>',
  rows: (rows) =>
    rows.map((row, index): PartRow => {
      if (!rowText(row).includes('^')) return row
      const sentence = new Sentence(row.parts, false)
      const match = id.exec(sentence.text)
      const below = rows[index + 1]
      // In the middle of text, a caret may be a power.
      if (match === null || (below !== undefined && !afterBlock.test(rowText(below)))) return row
      const { 1: before = '', 2: name = '' } = match
      const words = sentence.slice(0, match.index + before.length)
      return { ...row, parts: [...words, ...makeAnchor(`^${name}`)] }
    }),
}

const id = /(^[\s>]*|[ \t]|(?<=[\]\uFFFC]))\^([a-z\d-]{1,100})[ \t]*$/i
const afterBlock = /^[\s>]*(?:$|(?:[-*+]|\d{1,9}[.)])\s)/

/** https://help.obsidian.md/callouts */
const obsidianCallouts: WordsConstruct = {
  name: 'callout of any type',
  input: '> [!recipe|wide]- A *title*\n> Text',
  becomes: '> [!NOTE]- A *title*\n> Text',
  mark: '[!',
  words: /^([\s>*+\d.)-]{0,200}>[ \t]{0,20})\[!([\p{L}\p{N}][^\]]{0,100})\]([+-]?)(.*)$/dgu,
  replace({ match: [, before, name = '', fold, title = ''], group }) {
    const [type = ''] = name.split('|')
    const isKnown = findAlertType(type) !== undefined
    const { kind, title: defaultTitle } = isKnown
      ? alertKind(type)
      : { kind: 'NOTE', title: nameInWords(type.toLowerCase()) }
    const titleParts =
      title.trim() === '' && defaultTitle !== '' ? [makeText(` ${defaultTitle}`)] : group(4)
    return [makeText(`${before}[!${kind}]${fold}`), ...titleParts]
  },
}

const commentInLine = /(?<!(?:\]\(|:\/\/)[^\s()]{0,200})%%(?:(?!%%).){1,2000}%%/g

const commentSyntax: Syntax = {
  name: 'comment of Obsidian',
  start: /%%/,
  findTags({ texts, starts, code }) {
    const tokens: PlacedToken[] = []
    /** A comment over several lines begins with marks at the start of a line. */
    let start: number | undefined
    const add = (from: number, to: number): void => {
      tokens.push({ kind: 'single', name: 'comment', attributes: '', start: from, end: to })
    }
    for (const [row, text] of texts.entries()) {
      const at = starts[row] as number
      if (start !== undefined && /%%\s*$/.test(text)) {
        add(start, at + text.trimEnd().length)
        start = undefined
      } else if (start === undefined && text.includes('%%') && code[row]?.kind === 'text') {
        const comments = [...text.matchAll(commentInLine)]
        for (const { 0: comment, index } of comments) add(at + index, at + index + comment.length)
        const [marks] = /^[\s>]*%%/.exec(text) ?? []
        if (comments.length === 0 && marks !== undefined) start = at + marks.length - 2
      }
    }
    return tokens
  },
}

/** https://help.obsidian.md/syntax#Comments */
const obsidianComments: TagConstruct = {
  name: 'comment',
  input: 'Seen %%not seen%%\n\n%%\nnot\nseen\n%%',
  becomes: 'Seen <!--not seen-->\n\n<!--\nnot\nseen\n-->',
  syntax: commentSyntax,
  tag({ opening, line }) {
    const comment = opening.slice(2, -2).replaceAll('-->', '-- >')
    return { inline: commentLines(`<!--${comment}-->`, line) }
  },
}

const link = new RegExp(`(?<![!\\\\])${pageName}`, 'dg')

/** https://help.obsidian.md/links */
const wikilinks: WordsConstruct = {
  name: 'link to a page by its name, or to a heading or block of it',
  input: '[[setup]], [[setup|Words]], [[setup#First steps]] and [[Nowhere]]',
  becomes:
    '[setup](guide/setup.md), [Words](guide/setup.md), [setup > First steps](guide/setup.md#first-steps) and [Nowhere](Nowhere.md)',
  mark: '[[',
  words: link,
  isProtected: true,
  replace({ match, group }, context) {
    // A heading in the name may hold code.
    const place = match[2] && writtenText(group(2))
    const name = readPageName([match[1], place, match[3]])
    if (name === undefined) return undefined
    const words = name.words === undefined ? wordsOfName(name) : group(3)
    return makeLink(addressOf(name, context), words)
  },
}

/** Links only to known pages, for sites where double brackets may mean something else. */
export const wikilinksToPages: WordsConstruct = {
  ...wikilinks,
  name: 'link to a page by its name, if there is one',
  input: '[[setup]], [[setup|Words]] and [[#First steps]]',
  becomes: '[setup](guide/setup.md), [Words](guide/setup.md) and [First steps](#first-steps)',
  replace(words, context) {
    const page = readPageName(words.match.slice(1))?.page
    const isPage = page === '' || (page !== undefined && context.findFile(page) !== undefined)
    return isPage ? wikilinks.replace(words, context) : undefined
  },
}

export const obsidianConstructs: readonly PartConstruct[] = [
  obsidianEmbeds,
  obsidianComments,
  formulaBlocks,
  obsidianWebImages,
  wikilinks,
  obsidianBlockIds,
  obsidianCallouts,
  highlights,
  inlineFootnotes,
]
